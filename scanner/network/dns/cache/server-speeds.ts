import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';

const maxServers = 20_000;
const memoryMilliseconds = 10 * 60_000;
/** What a server counts for that did not answer. */
const silentMilliseconds = 5_000;
/** An unknown one is tried before a slow one. */
const unknownMilliseconds = 50;

/** The server speeds remember the servers' latest answer times, so that the fastest is asked first. */
export class ServerSpeeds {
  readonly #cache: ExpiringCache<number>;

  constructor(clock: Clock) {
    this.#cache = new ExpiringCache(maxServers, clock);
  }

  note(server: string, milliseconds: number | 'silent'): void {
    const before = this.#cache.get(server);
    const now = milliseconds === 'silent' ? silentMilliseconds : milliseconds;
    this.#cache.set(server, before === undefined ? now : before * 0.7 + now * 0.3, memoryMilliseconds);
  }

  /** Sorts servers, the fastest first; unknown ones keep their order. */
  sorted(servers: readonly string[]): string[] {
    const speed = new Map(servers.map((server) => [server, this.#cache.get(server) ?? unknownMilliseconds]));
    return servers.toSorted((one, other) => speed.get(one)! - speed.get(other)!);
  }
}
