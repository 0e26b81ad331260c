import type { Caller } from '../../domain/people/access/caller.ts';
import { ClientGone } from '../client-gone.ts';
import type { Input, Origin } from '../define-endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { lateAnswer } from '../http-error.ts';
import { type DeadlineQueue, Timed } from './deadline-queue.ts';
import type { ReadInput } from './read-input.ts';

/**
 * A call is one call of an endpoint: its input, and the bounds it has. Its signal aborts when the client is gone or the
 * time is over. Most calls never look at the signal, and many are done at once, so nothing is made before it is asked
 * for.
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
    return this.#exchange.origin;
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

  /**
   * Gives what is made of the result, or a rejection if that is not there when the time is over. One promise stands for
   * both steps, as each costs every request that waits for something.
   */
  within<Result, Made>(
    queue: DeadlineQueue,
    result: Result | Promise<Result>,
    make: (result: Result) => Made | Promise<Made>,
  ): Made | Promise<Made> {
    if (!(result instanceof Promise)) return this.#waited(queue, make(result));
    return new Promise((resolve, reject) => {
      this.#onExpiry = reject;
      queue.add(this);
      result.then(
        (value) => {
          this.#settle(queue);
          // Nobody waits for it any more when its time was over before.
          if (this.#onExpiry === undefined) return;
          try {
            resolve(this.#waited(queue, make(value)));
          } catch (error) {
            reject(error);
          }
        },
        (error: unknown) => {
          this.#settle(queue);
          reject(error);
        },
      );
    });
  }

  #waited<Made>(queue: DeadlineQueue, made: Made | Promise<Made>): Made | Promise<Made> {
    return made instanceof Promise ? this.within(queue, made, same) : made;
  }

  expire(): void {
    const error = lateAnswer();
    this.#end(error);
    this.#onExpiry?.(error);
    this.#onExpiry = undefined;
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

function same<Value>(value: Value): Value {
  return value;
}
