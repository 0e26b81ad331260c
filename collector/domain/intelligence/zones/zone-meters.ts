import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Counter, Meter } from '../../../ports/system/metrics.ts';
import type { ZoneState } from '../../../ports/traffic/zones.ts';

/** Zone meters count what followed zones give, for the operator. */
export class ZoneMeters {
  readonly #bytes: Counter<never>;
  readonly #told: Counter<never>;
  readonly #failures: Counter<'reason'>;
  #states: readonly ZoneState[] = [];

  constructor(meter: Meter, clock: Clock) {
    this.#bytes = meter.counter('sonde_zone_bytes_total', 'Octets of packed zones that were fetched.');
    this.#told = meter.counter('sonde_zone_new_names_total', 'Names that came into followed zones.');
    this.#failures = meter.counter('sonde_zone_failures_total', 'Looks at zones that failed, by why.', [
      'reason',
    ]);
    const read = () => this.#states.filter(({ readAt }) => readAt !== null);
    meter.gauge('sonde_zones_read', 'Followed zones that were read.', () => read().length);
    meter.gauge('sonde_zone_names', 'Names in the zones that were read.', () =>
      read().reduce((sum, { names }) => sum + (names ?? 0), 0),
    );
    meter.gauge(
      'sonde_zone_oldest_age_seconds',
      'For how long the zone was not read that was read the longest ago.',
      () => Math.max(0, ...read().map(({ readAt }) => (clock.now() - readAt!) / 1_000)),
    );
  }

  async *counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const octets of body) {
      this.#bytes.add(octets.length);
      yield octets;
    }
  }

  told(names: number): void {
    this.#told.add(names);
  }

  failure(reason: string): void {
    this.#failures.add(1, { reason });
  }

  show(states: readonly ZoneState[]): void {
    this.#states = states;
  }
}
