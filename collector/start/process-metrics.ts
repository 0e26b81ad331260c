import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Adds the metrics of the runtime: memory, processor time, garbage collection, event-loop delay; and the log's losses.
 */
export function addProcessMetrics(register: Registry, lostLogLines: () => number): void {
  new Gauge({
    name: 'sonde_log_lost_lines',
    help: 'Lines of the log that could not be written.',
    registers: [register],
    collect() {
      this.set(lostLogLines());
    },
  });
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 5 });
}
