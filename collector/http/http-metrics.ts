import { Gauge, Histogram, type Registry } from 'prom-client';

/** The metrics of served requests. Routes are those of the table, so that their number is bounded. */
export class HttpMetrics {
  readonly #duration: Histogram<'method' | 'route' | 'status'>;
  readonly #inFlight: Gauge;

  constructor(registry: Registry) {
    this.#duration = new Histogram({
      name: 'sonde_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      registers: [registry],
    });
    this.#inFlight = new Gauge({
      name: 'sonde_http_requests_in_flight',
      help: 'Requests being served.',
      registers: [registry],
    });
  }

  begin(): void {
    this.#inFlight.inc();
  }

  end(method: string, route: string, status: number, seconds: number): void {
    this.#inFlight.dec();
    this.#duration.observe({ method: knownMethods.has(method) ? method : 'other', route, status }, seconds);
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
