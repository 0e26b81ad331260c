import type { Histogram, Meter, Observer } from '../ports/system/metrics.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** The metrics of served requests. Routes are those of the table, so that their number is bounded. */
export class HttpMetrics {
  readonly #duration: Histogram<'method' | 'route' | 'status'>;
  /** By `GET /route 200`: finding a series by its labels costs more than counting in it. */
  readonly #series = new Map<string, Observer>();

  constructor(meter: Meter, inFlight: () => number) {
    this.#duration = meter.histogram(
      'sonde_http_request_duration_seconds',
      'Time from the head of a request to the end of its answer.',
      [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      ['method', 'route', 'status'],
    );
    meter.gauge('sonde_http_requests_in_flight', 'Requests being served.', inFlight);
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const name = knownMethods.has(method) ? method : 'other';
    const id = `${name} ${route} ${status}`;
    let series = this.#series.get(id);
    if (series === undefined) {
      series = this.#duration.series({ method: name, route, status: String(status) });
      this.#series.set(id, series);
    }
    series.observe(seconds);
  }
}
