import type { ServerResponse } from 'node:http';
import { HttpError } from './http-error.ts';

/** Bounds one call: its signal aborts when the client is gone or the time is over. */
export class CallBounds {
  readonly #controller = new AbortController();
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  readonly #over: Promise<never>;

  constructor(response: ServerResponse, milliseconds: number) {
    this.#response = response;
    const over = Promise.withResolvers<never>();
    this.#over = over.promise;
    // Not everybody waits for it.
    this.#over.catch(() => {});
    this.#timer = setTimeout(() => {
      const error = new HttpError('timeout', 'The answer was not ready within the time allowed.');
      this.#controller.abort(error);
      over.reject(error);
    }, milliseconds);
    response.once('close', this.#onClose);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The call's result, or a rejection when the time is over. */
  async within<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([result, this.#over]);
    } finally {
      clearTimeout(this.#timer);
      this.#response.off('close', this.#onClose);
    }
  }

  readonly #onClose = () => {
    this.#controller.abort(new Error('the client is gone'));
  };
}
