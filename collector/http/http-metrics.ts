import type { Histogram, Meter } from '../ports/system/metrics.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** The metrics of served requests. Routes are those of the table, so that their number is bounded. */
export class HttpMetrics {
  readonly #duration: Histogram<'method' | 'route' | 'status'>;
  #inFlight = 0;

  constructor(meter: Meter) {
    this.#duration = meter.histogram(
      'sonde_http_request_duration_seconds',
      'Time from the head of a request to the end of its answer.',
      [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      ['method', 'route', 'status'],
    );
    meter.gauge('sonde_http_requests_in_flight', 'Requests being served.', () => this.#inFlight);
  }

  begin(): void {
    this.#inFlight++;
  }

  end(method: string, route: string, status: number, seconds: number): void {
    this.#inFlight--;
    const labels = { method: knownMethods.has(method) ? method : 'other', route, status: String(status) };
    this.#duration.observe(seconds, labels);
  }
}
