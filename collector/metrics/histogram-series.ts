import type { Observer } from '../ports/system/metrics.ts';

/** A value as a registry of prom-client takes it. */
interface RegistryValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A histogram series is one series of a histogram: numbers to add to. */
export class HistogramSeries implements Observer {
  readonly #name: string;
  readonly #labels: Readonly<Record<string, string>>;
  readonly #bounds: readonly number[];
  /** By bucket, each without those before it; the last is for what is beyond all bounds. */
  readonly #counts: number[];
  #sum = 0;

  /** `bounds`: the largest value of each bucket, ascending. */
  constructor(name: string, labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.#name = name;
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = [...bounds.map(() => 0), 0];
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]!) bucket++;
    this.#counts[bucket]!++;
    this.#sum += value;
  }

  /** In Prometheus' way: each bucket has what those before it have too. */
  values(): RegistryValue[] {
    const name = this.#name;
    const labels = this.#labels;
    let count = 0;
    const buckets = this.#counts.map((more, bucket) => {
      count += more;
      const le = this.#bounds[bucket] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
