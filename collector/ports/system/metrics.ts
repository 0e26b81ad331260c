/**
 * A counter adds up what the code counts. Names and labels follow the Prometheus conventions (base units, `_total` for
 * counters).
 */
export interface Counter<Label extends string> {
  add(amount: number, labels?: Partial<Record<Label, string>>): void;
}

export interface Histogram<Label extends string> {
  observe(value: number, labels?: Partial<Record<Label, string>>): void;
  /** The series of these labels, for who observes in it often. */
  series(labels: Partial<Record<Label, string>>): Observer;
}

export interface Observer {
  observe(value: number): void;
}

export interface Meter {
  counter<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ): Counter<Label>;
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly Label[],
  ): Histogram<Label>;
  /** A value read at the time of the scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** Several values of one name, which labels tell apart; read at the time of the scrape. */
  gaugeBy<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => readonly { readonly labels: Readonly<Record<Label, string>>; readonly value: number }[],
  ): void;
}
