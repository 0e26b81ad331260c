import { Command } from 'commander';
import type { PhaseReport } from '../bench/fleet/phase-report.ts';
import { type FleetReport, runFleetBench } from '../bench/fleet/run-fleet-bench.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { boundedNumber } from './bench-numbers.ts';
import { storedRows } from './stored-rows.ts';

/** Addresses of 127.1.0.0/16, one for each agent. */
const mostAgents = 10_000;

/**
 * The command `sonde collector bench fleet` measures what a fleet of agents takes of a collector, and how it comes back
 * after an outage.
 */
export function benchFleetCommand(): Command {
  return new Command('fleet')
    .description(
      'Measure one collector, or several with the same stores, under many simulated agents: first contact, steady state, an outage, and the return of all agents.',
    )
    .option('--agents <COUNT>', `number of agents, at most ${mostAgents}`, '200')
    .option('--resolvers <COUNT>', 'number of resolvers that wait for changes to their policy', '10')
    .option(
      '--followers <COUNT>',
      'number of agents that take settings from the collector and wait for changes',
      '20',
    )
    .option('--rows <COUNT>', 'rows per batch; with 0, agents send only their ledgers', '5')
    .option(
      '--collectors <COUNT>',
      'number of collectors that share agents and stores; the outage stops the last collector',
      '1',
    )
    .option('--interval <SECONDS>', 'time between two batches of an agent', '5')
    .option('--contact <SECONDS>', 'time in which all agents connect for the first time', '5')
    .option('--steady <SECONDS>', 'length of the steady state', '15')
    .option('--outage <SECONDS>', 'time between stop and restart of the collector', '5')
    .option('--storm <SECONDS>', 'maximum time after the restart until all agents are back', '60')
    .option('--json', 'print JSON instead of text')
    .action((options: Record<string, string>) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const report = await runFleetBench(
          {
            agents: boundedNumber(options.agents, mostAgents),
            resolvers: boundedNumber(options.resolvers, 1_000),
            followers: boundedNumber(options.followers, mostAgents, 0),
            rows: boundedNumber(options.rows, 1_000, 0),
            collectors: boundedNumber(options.collectors, 8),
            interval: boundedNumber(options.interval, 3_600),
            contact: boundedNumber(options.contact, 3_600),
            steady: boundedNumber(options.steady, 3_600),
            outage: boundedNumber(options.outage, 3_600),
            storm: boundedNumber(options.storm, 3_600),
            directory,
          },
          { storedRows, random: Math.random, progress: (line) => process.stderr.write(`${line}\n`), signal },
        );
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
      }),
    );
}

function render(report: FleetReport): string {
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
  const one = (value: number | null): string => (value === null ? '-' : value.toFixed(1));
  const cells = (phase: PhaseReport): string[] =>
    [
      ...[
        phase.seconds.toFixed(1),
        phase.requests,
        phase.accepted,
        phase.duplicates,
        phase.busy,
        phase.failed,
      ],
      ...[phase.refused, one(phase.per_second_mean), phase.per_second_peak],
      ...[one(phase.p50_ms), one(phase.p95_ms), one(phase.p99_ms)],
      ...[phase.collector_ms, phase.engines_ms, mebibytes(phase.resident_bytes)],
    ].map(String);
  const titles = [
    'seconds',
    'requests',
    'accepted',
    'twice',
    'busy',
    'failed',
    'refused',
    'mean/s',
    'peak/s',
  ];
  const more = ['p50 ms', 'p95 ms', 'p99 ms', 'coll. ms', 'eng. ms', 'memory'];
  const line = (name: string, values: readonly string[]): string =>
    name.padEnd(14) + values.map((value) => value.padStart(9)).join('');
  return `${[
    `Agents: ${report.agents}, collectors ${report.collectors}, enrolled ${report.enrolled} (p95 ${Math.round(report.enrolment_p95_ms)} ms), heard of ${report.heard_of}, ${report.complete} completely`,
    `Rows: made ${report.rows_made}, taken ${report.rows_taken}, counted ${report.rows_counted}, stored ${report.rows_stored}, lost ${report.rows_lost}`,
    `Resolvers: ${report.resolvers}, with the rule before the outage ${report.policy_before}, with the rule after it ${report.policy_after}`,
    `Agents with settings of the collector: ${report.followers}, with those before the outage ${report.settings_before}, with those after it ${report.settings_after}, known to the collector ${report.settings_told}`,
    `Processor time of an agent in an hour: ${report.processor_seconds_per_agent_hour.toFixed(2)} s`,
    `Memory before the first agent: ${mebibytes(report.resident_before_bytes)}`,
    '',
    line('', [...titles, ...more]),
    ...report.phases.map((phase) => line(phase.phase, cells(phase))),
    '',
    ...report.phases.flatMap(({ phase, why }) =>
      Object.entries(why).map(([what, times]) => `${phase}: ${what} ${times} times`),
    ),
  ].join('\n')}\n`;
}
