import type { Histogram, Observer } from '../ports/system/metrics.ts';
import { HistogramSeries } from './histogram-series.ts';

/**
 * A plain histogram counts in plain numbers for a prom-client registry: prom-client's own looks a series up by its
 * labels at every observation, which would cost a request more than all else that is measured of it.
 */
export class PlainHistogram<Label extends string> implements Histogram<Label> {
  readonly name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #labels: readonly Label[];
  readonly #series = new Map<string, HistogramSeries>();

  constructor(name: string, help: string, bounds: readonly number[], labels: readonly Label[]) {
    this.name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#labels = labels;
    // Without labels there is one series, which is there from the start.
    if (labels.length === 0) this.series({});
  }

  observe(value: number, labels: Partial<Record<Label, string>> = {}): void {
    this.series(labels).observe(value);
  }

  series(labels: Partial<Record<Label, string>>): Observer {
    const given = this.#labels.flatMap((label): [Label, string][] => {
      const value = labels[label];
      return value === undefined ? [] : [[label, value]];
    });
    const id = JSON.stringify(given);
    const known = this.#series.get(id);
    if (known !== undefined) return known;
    const series = new HistogramSeries(this.name, Object.fromEntries(given), this.#bounds);
    this.#series.set(id, series);
    return series;
  }

  /** Gives the registry what it asks of a metric when it writes its text. */
  async get() {
    const values = [...this.#series.values()].flatMap((series) => series.values());
    return { name: this.name, help: this.#help, type: 'histogram', aggregator: 'sum', values };
  }
}
