import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Meter } from '../ports/system/metrics.ts';

/** The meter over a prom-client registry. */
export function createPrometheusMeter(registry: Registry): Meter {
  const registers = [registry];
  return {
    counter: (name, help, labels = []) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      return { add: (amount, values = {}) => counter.inc(values, amount) };
    },
    histogram: (name, help, buckets, labels = []) => {
      const histogram = new Histogram({
        name,
        help,
        buckets: [...buckets],
        labelNames: [...labels],
        registers,
      });
      return {
        observe: (value, values = {}) => histogram.observe(values, value),
        series: (values) => histogram.labels(values),
      };
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}
