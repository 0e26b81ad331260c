import type { Meter } from '../../collector/ports/system/metrics.ts';

/** A meter whose counters can be read: `counts` by name and label values, `gauges` by name. */
export function createTestMeter(): Meter & {
  readonly counts: Map<string, number>;
  readonly gauges: Map<string, () => number>;
} {
  const counts = new Map<string, number>();
  const gauges = new Map<string, () => number>();
  return {
    counts,
    gauges,
    counter: (name) => ({
      add: (amount, labels = {}) => {
        const key = [name, ...Object.values(labels)].join(' ');
        counts.set(key, (counts.get(key) ?? 0) + amount);
      },
    }),
    histogram: () => ({ observe: () => undefined, series: () => ({ observe: () => undefined }) }),
    gauge: (name, _help, read) => {
      gauges.set(name, read);
    },
    gaugeBy: (name, _help, _labels, read) => {
      gauges.set(name, () => read().reduce((sum, { value }) => sum + value, 0));
    },
  };
}
