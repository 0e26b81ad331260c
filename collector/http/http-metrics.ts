import type { Histogram, Meter, Observer } from '../ports/system/metrics.ts';

/** The first name stands for all other methods. */
const methods = ['other', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** HTTP metrics measure served requests. Routes are the routes of the table, so that their number is bounded. */
export class HttpMetrics {
  readonly #duration: Histogram<'method' | 'route' | 'status'>;
  /** By route, then by status and method: finding a series by its labels costs more than counting in it. */
  readonly #series = new Map<string, Map<number, Observer>>();

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
    const methodIndex = Math.max(0, methods.indexOf(method));
    const id = status * methods.length + methodIndex;
    const known = this.#series.get(route)?.get(id);
    if (known !== undefined) {
      known.observe(seconds);
      return;
    }
    const labels = { method: methods[methodIndex]!, route, status: String(status) };
    const series = this.#duration.series(labels);
    const ofRoute = this.#series.get(route) ?? new Map<number, Observer>();
    this.#series.set(route, ofRoute.set(id, series));
    series.observe(seconds);
  }
}
