import { unaccounted } from '@sonde/sensor/status/row-account.ts';
import { addGauges, type Reading, rowReadings } from '@sonde/sensor/status/row-metrics.ts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { StatusReport } from './status-report.ts';

const ownReadings: readonly Reading<StatusReport>[] = [
  [
    'event_loop_gap_seconds',
    'Longest time that the capture thread was busy',
    (r) => r.event_loop_gap_ms.max / 1e3,
  ],
];

/** A registry whose values are read when it is scraped. */
export function agentMetrics(report: () => StatusReport): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges<StatusReport>(registry, 'sonde_agent', [...rowReadings, ...ownReadings], report);
  return registry;
}

/** Whether the agent does its work: it captures, and nothing is lost silently. */
export function isHealthy(report: StatusReport): boolean {
  const capturing = report.inputs.some(({ error }) => error === undefined);
  const { messages, rows } = unaccounted(report);
  return capturing && messages === 0 && rows === 0;
}
