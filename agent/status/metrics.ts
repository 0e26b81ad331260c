import { unaccounted } from '@sonde/sensor/status/row-account.ts';
import { addGauges, type Reading, rowReadings } from '@sonde/sensor/status/row-metrics.ts';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { InputState } from '../run/captures.ts';
import type { StatusReport } from './status-report.ts';

const prefix = 'sonde_agent';

const flowReadings = (
  [
    ['seen', 'Connections of encrypted DNS'],
    ['stored', 'Connections of encrypted DNS in rows'],
    ['filtered', 'Connections of encrypted DNS left out by filters'],
    ['sampled', 'Connections of encrypted DNS left out by sampling'],
    ['dropped', 'Connections of encrypted DNS over the rate'],
    ['foreign', 'Connections to ports of encrypted DNS that do not use TLS'],
    ['pending', 'Connections of encrypted DNS not yet reported'],
  ] as const
).map(([name, help]): Reading<StatusReport> => {
  const read = ({ ledger: { encrypted_flows: flows } }: StatusReport) =>
    (name === 'dropped' ? flows?.dropped.rate : flows?.[name]) ?? 0;
  return [`flows_${name}`, help, read];
});

const ownReadings: readonly Reading<StatusReport>[] = [
  [
    'event_loop_gap_seconds',
    'Longest time that the capture thread was busy',
    (r) => r.event_loop_gap_ms.max / 1e3,
  ],
  [
    'client_certificate_end_seconds',
    'When the client certificate expires, as a Unix time; 0 without a certificate',
    (r) => (r.client_certificate === null ? 0 : Date.parse(r.client_certificate.ends_at) / 1e3),
  ],
  ...flowReadings,
  [
    'settings_version',
    "Version of the collector's settings in force; 0 if there is none",
    (r) => r.settings_from_collector?.version ?? 0,
  ],
  [
    'settings_refused',
    "Whether the agent refused the collector's newest settings or went back from them",
    (r) => ((r.settings_from_collector?.refused ?? null) === null ? 0 : 1),
  ],
  [
    'flows_unaccounted',
    'Connections of encrypted DNS that no other counter includes',
    (r) => unaccounted(r).flows,
  ],
  [
    'diagnostics',
    'Fragments, streams and table entries that the agent gave up, and how full the tables are, by name',
    (r) => r.diagnostics,
  ],
];

const inputReadings: readonly [name: string, help: string, read: (input: InputState) => number][] = [
  ['input_up', 'Whether packets are captured on the input', (input) => (input.error === undefined ? 1 : 0)],
  ['input_packets', 'Packets that the input delivered', (input) => input.captured],
  [
    'input_dropped',
    'Packets that the input lost before the agent saw them',
    (input) => Object.values(input.dropped).reduce((sum, count) => sum + count, 0),
  ],
];

/** Creates a registry whose values are read when it is scraped. */
export function agentMetrics(report: () => StatusReport): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges<StatusReport>(registry, prefix, [...rowReadings, ...ownReadings], report);
  for (const [name, help, read] of inputReadings) {
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers: [registry],
      labelNames: ['input'],
      collect() {
        // Interfaces come and go.
        this.reset();
        for (const input of report().inputs) this.set({ input: input.name }, read(input));
      },
    });
  }
  return registry;
}

/** Tells whether the agent does its work: it captures, and nothing is lost silently. */
export function isHealthy(report: StatusReport): boolean {
  const capturing = report.inputs.some(({ error }) => error === undefined);
  return capturing && Object.values(unaccounted(report)).every((left) => left === 0);
}
