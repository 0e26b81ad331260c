import test from 'ava';
import { runFleetBench } from '../../../collector/bench/fleet/run-fleet-bench.ts';
import { storedRows } from '../../../collector/cli/stored-rows.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('of a fleet that loses its collector and comes back nothing is lost and nothing comes twice', async (t) => {
  t.timeout(300_000);
  const report = await runFleetBench(
    {
      agents: 40,
      resolvers: 5,
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
  const { rows_made: made } = report;
  t.like(report, {
    ...{ agents: 40, enrolled: 40, heard_of: 40, complete: 40 },
    ...{ rows_taken: made, rows_counted: made, rows_stored: made, rows_lost: 0 },
    policy_after: 5,
  });
  t.true(made >= 30 * 3 * 2, `${made} rows`);
  const phases = new Map(report.phases.map((phase) => [phase.phase, phase]));
  t.deepEqual([...phases.keys()], ['first contact', 'steady state', 'outage', 'storm', 'end']);
  t.true(report.phases.every(({ refused }) => refused === 0));
  t.true(phases.get('outage')!.failed > 0);
  t.true(report.phases.reduce((sum, { accepted, duplicates }) => sum + accepted + duplicates, 0) >= 30 * 2);
});
