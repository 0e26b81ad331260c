import type { ServerResponse } from 'node:http';
import { HttpError } from './http-error.ts';

/**
 * Bounds one call: its signal aborts when the client is gone or the time is over. Most calls never look at the signal and
 * are done at once, so nothing is made before it is asked for.
 */
export class CallBounds {
  readonly #response: ServerResponse;
  readonly #milliseconds: number;
  #controller: AbortController | undefined;
  #ended: Error | undefined;

  constructor(response: ServerResponse, milliseconds: number) {
    this.#response = response;
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== undefined) this.#controller.abort(this.#ended);
      else if (this.#response.closed) this.#onClose();
      else this.#response.once('close', this.#onClose);
    }
    return this.#controller.signal;
  }

  /** The call's result, or a rejection when the time is over. */
  within(result: unknown): Promise<unknown> | unknown {
    if (!(result instanceof Promise)) return result;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      this.#ended = new HttpError('timeout', 'The answer was not ready within the time allowed.');
      this.#controller?.abort(this.#ended);
      reject(this.#ended);
    }, this.#milliseconds);
    const settle = () => {
      clearTimeout(timer);
      this.#response.off('close', this.#onClose);
    };
    result.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    return promise;
  }

  readonly #onClose = () => {
    this.#ended = new Error('the client is gone');
    this.#controller?.abort(this.#ended);
  };
}
