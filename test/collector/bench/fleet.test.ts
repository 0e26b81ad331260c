import test from 'ava';
import type { FleetPlan } from '../../../collector/bench/fleet/fleet-plan.ts';
import { runFleetBench } from '../../../collector/bench/fleet/run-fleet-bench.ts';
import { storedRows } from '../../../collector/cli/stored-rows.ts';
import { type Ending, temporaryDirectory } from '../../support/temporary-directory.ts';

const run = async (t: Ending, plan: Pick<FleetPlan, 'agents' | 'resolvers' | 'followers' | 'collectors'>) =>
  runFleetBench(
    {
      ...plan,
      rows: 3,
      interval: 3,
      contact: 1,
      steady: 3,
      outage: 2,
      // Conditions end the phases that it bounds.
      storm: 100,
      directory: await temporaryDirectory(t),
    },
    { storedRows, random: Math.random, progress: () => {}, signal: new AbortController().signal },
  );

test.serial(
  'of a fleet that loses its collector and comes back nothing is lost and nothing comes twice',
  async (t) => {
    t.timeout(300_000);
    const report = await run(t, { agents: 40, resolvers: 5, followers: 8, collectors: 1 });
    const { rows_made: made } = report;
    t.like(report, {
      ...{ agents: 40, enrolled: 40, heard_of: 40, complete: 40 },
      ...{ rows_taken: made, rows_counted: made, rows_stored: made, rows_lost: 0 },
      ...{ policy_after: 5, settings_after: 8, settings_told: 8 },
    });
    t.true(made >= 30 * 3 * 2, `${made} rows`);
    const phases = new Map(report.phases.map((phase) => [phase.phase, phase]));
    t.deepEqual([...phases.keys()], ['first contact', 'steady state', 'outage', 'storm', 'end']);
    t.true(report.phases.every(({ refused }) => refused === 0));
    t.true(phases.get('outage')!.failed > 0);
    t.true(report.phases.reduce((sum, { accepted, duplicates }) => sum + accepted + duplicates, 0) >= 30 * 2);
  },
);

test.serial(
  'a fleet that loses one of two collectors goes to the other, and each row is stored once',
  async (t) => {
    t.timeout(300_000);
    const report = await run(t, { agents: 12, resolvers: 4, followers: 12, collectors: 2 });
    const { rows_made: made } = report;
    t.like(report, {
      ...{ collectors: 2, enrolled: 12, heard_of: 12, complete: 12 },
      ...{ rows_taken: made, rows_counted: made, rows_stored: made, rows_lost: 0 },
      ...{ policy_after: 4, settings_after: 12, settings_told: 12 },
    });
    const outage = report.phases.find(({ phase }) => phase === 'outage')!;
    t.true(outage.accepted > 0, 'the other collector goes on');
  },
);
