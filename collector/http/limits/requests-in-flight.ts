import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';

/** Only administrators and logins get this share of all places, one at least. */
const reservedShare = 1 / 20;
/** One address may take at most this share of all places. */
const addressShare = 1 / 2;

/**
 * `RequestsInFlight` counts requests from their head to the end of their answer, and refuses those beyond a number at once:
 * those being served finish the sooner for it. A request whose body is on its way takes no place: it takes memory,
 * which is bounded by itself.
 */
export class RequestsInFlight {
  readonly #most: number;
  readonly #mostReserved: number;
  readonly #mostOfAddress: number;
  readonly #ofAddress = new Map<string, number>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#mostReserved = most + Math.ceil(most * reservedShare);
    this.#mostOfAddress = Math.ceil(most * addressShare);
  }

  get count(): number {
    return this.#count;
  }

  /** Gives a request a place. Nothing if its connection is gone. */
  take(exchange: Exchange): void {
    if (exchange.inFlight !== undefined || exchange.response.closed) return;
    const { address } = exchange;
    exchange.inFlight = this;
    this.#count++;
    this.#ofAddress.set(address, (this.#ofAddress.get(address) ?? 0) + 1);
  }

  /** Nothing if it has none. */
  leave(exchange: Exchange): void {
    if (exchange.inFlight === undefined) return;
    const { address } = exchange;
    exchange.inFlight = undefined;
    this.#count--;
    const left = (this.#ofAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
  }

  /**
   * Throws if there are too many, even of those that have a reserve. Whoever asks whether we live is answered all the same;
   * whether one may take of the reserve is known later: `checkPlace`.
   */
  check({ path }: Exchange): void {
    if (this.#count > this.#mostReserved && !path.startsWith('/health/')) throw tooMany();
  }

  /** Throws if there are too many for a request of that address, or for any that has no reserve. */
  checkPlace({ address }: Exchange, isReserved: boolean): void {
    if (isReserved) return;
    if (this.#count > this.#most || (this.#ofAddress.get(address) ?? 0) > this.#mostOfAddress)
      throw tooMany();
  }
}

function tooMany(): HttpError {
  return new HttpError('overloaded', 'Too many requests at once.', { headers: { 'Retry-After': '1' } });
}
