import { HttpError } from './http-error.ts';

/**
 * Counts requests from their head to the end of their answer, and refuses those beyond a number at once: those being served
 * finish the sooner for it.
 */
export class RequestsInFlight {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count++;
  }

  end(): void {
    this.#count--;
  }

  /** Throws where there are too many. Whoever asks whether we live is answered all the same. */
  check(path: string): void {
    if (this.#count > this.#most && !path.startsWith('/health/')) {
      throw new HttpError('overloaded', 'Too many requests at once.', { headers: { 'Retry-After': '1' } });
    }
  }
}
