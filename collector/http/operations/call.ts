import type { Caller } from '../../domain/access/caller.ts';
import { ClientGone } from '../client-gone.ts';
import type { Input, Origin } from '../define-endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { lateAnswer } from '../http-error.ts';
import { type DeadlineQueue, Timed } from './deadline-queue.ts';
import type { ReadInput } from './read-input.ts';

/**
 * One call of an endpoint: its input, and the bounds it has. Its signal aborts when the client is gone or the time is over.
 * Most calls never look at the signal, and many are done at once, so nothing is made before it is asked for.
 */
export class Call extends Timed implements Input<unknown, unknown, unknown, Caller> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
  readonly #exchange: Exchange;
  #controller: AbortController | undefined = undefined;
  #onClose: (() => void) | undefined = undefined;
  #onExpiry: ((error: Error) => void) | undefined = undefined;
  #ended: Error | undefined = undefined;

  constructor(exchange: Exchange, caller: Caller, { params, query, body }: ReadInput) {
    super();
    this.params = params;
    this.query = query;
    this.body = body;
    this.caller = caller;
    this.#exchange = exchange;
  }

  get origin(): Origin {
    const { address, requestId } = this.#exchange;
    return { address, requestId };
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const { response } = this.#exchange;
      this.#controller = new AbortController();
      this.#onClose = () => this.#end(new ClientGone());
      if (this.#ended !== undefined) this.#controller.abort(this.#ended);
      else if (response.closed) this.#onClose();
      else response.once('close', this.#onClose);
    }
    return this.#controller.signal;
  }

  /** The result, or a rejection where it is not there when the time is over. */
  within<Result>(queue: DeadlineQueue, result: Result | Promise<Result>): Result | Promise<Result> {
    if (!(result instanceof Promise)) return result;
    return new Promise((resolve, reject) => {
      this.#onExpiry = reject;
      queue.add(this);
      result.then(
        (value) => {
          this.#settle(queue);
          resolve(value);
        },
        (error: unknown) => {
          this.#settle(queue);
          reject(error);
        },
      );
    });
  }

  expire(): void {
    const error = lateAnswer();
    this.#end(error);
    this.#onExpiry?.(error);
  }

  #settle(queue: DeadlineQueue): void {
    queue.remove(this);
    if (this.#onClose !== undefined) this.#exchange.response.off('close', this.#onClose);
  }

  #end(reason: Error): void {
    this.#ended = reason;
    this.#controller?.abort(reason);
  }
}
