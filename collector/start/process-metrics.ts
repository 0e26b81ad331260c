import { collectDefaultMetrics, type Registry } from 'prom-client';

/** What the runtime tells of itself: memory, processor time, garbage collection, event-loop delay. */
export function addProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 5 });
}
