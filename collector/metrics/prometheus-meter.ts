import { Counter, Gauge, type Histogram, type Registry } from 'prom-client';
import type { Meter } from '../ports/system/metrics.ts';
import { PlainHistogram } from './plain-histogram.ts';

/** Creates the meter over a prom-client registry. */
export function createPrometheusMeter(registry: Registry): Meter {
  const registers = [registry];
  return {
    counter: (name, help, labels = []) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      return { add: (amount, values = {}) => counter.inc(values, amount) };
    },
    histogram: (name, help, buckets, labels = []) => {
      const histogram = new PlainHistogram(name, help, buckets, labels);
      // A registry's types ask for one of prom-client's classes; the registry itself for a name and `get`.
      registry.registerMetric(histogram as unknown as Histogram);
      return histogram;
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
    gaugeBy: (name, help, labels, read) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          this.reset();
          for (const { labels: own, value } of read()) this.set(own, value);
        },
      });
    },
  };
}
