/** A board is a page of Grafana: rows of panels, each of which shows the answer to one or several queries. */
export interface Board {
  /** The name of its file, and its id in Grafana. */
  readonly id: string;
  readonly title: string;
  readonly source: 'prometheus' | 'clickhouse' | 'postgres';
  readonly panels: readonly Panel[];
}

/** A panel of a board. */
export interface Panel {
  readonly title: string;
  /** What a viewer reads when something is wrong. */
  readonly description: string;
  readonly form: 'lines' | 'number' | 'table';
  /** A unit as Grafana names it: short, s, bytes, reqps, percentunit. */
  readonly unit: string;
  /** Of 24 columns. */
  readonly width: number;
  readonly queries: readonly Query[];
}

/** A query of a panel: PromQL, or SQL with the macros of Grafana's data source. */
export interface Query {
  readonly text: string;
  /** The name of a line, with labels in double braces. */
  readonly legend: string;
}
