import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../domain/people/access/caller.ts';
import { addressSubject } from '../../domain/people/quota/usage-subject.ts';
import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';
import { isAdministrator, subjectOf } from '../limits/requests-of-callers.ts';
import { type ArrivingBody, BodyShares, bytesOfWaiting, type SenderKind } from './body-shares.ts';

/** A body's pace states how quickly bodies have to arrive. */
export interface BodyPace {
  /** Milliseconds in which nobody is judged by his speed, and those in which nobody is while others wait. */
  readonly grace: number;
  readonly pressedGrace: number;
  /** Octets in a second, on average since the body began; and while others wait for its memory. */
  readonly leastSpeed: number;
  readonly pressedSpeed: number;
  /** Milliseconds between two looks at who is too slow. */
  readonly check: number;
}

const ordinaryPace: BodyPace = {
  grace: 15_000,
  pressedGrace: 1_000,
  leastSpeed: 1_024,
  pressedSpeed: 64 * 1024,
  check: 1_000,
};

/** A body's purpose states how large the body may be, and whether room is reserved for it. */
export interface BodyPurpose {
  readonly maxBytes: number;
  /** Whether there is room for it when all others have theirs. */
  readonly reserved?: boolean;
}

/**
 * A body reader reads bodies whole, each within its own bound, and all that are under way within shares of a common
 * one.
 */
export class BodyReader {
  readonly #shares: BodyShares;
  readonly #pace: BodyPace;
  #timer: NodeJS.Timeout | undefined;

  /** `budget`: octets of all bodies that are arriving. */
  constructor(budget: number, pace: BodyPace = ordinaryPace) {
    this.#shares = new BodyShares(budget, pace.pressedSpeed);
    this.#pace = pace;
  }

  /** Octets set aside for bodies that are being read. */
  get reserved(): number {
    return this.#shares.reserved;
  }

  /**
   * Throws answers of 413, 408 for what arrives too slowly, 429 and 503 for what is too much at once, and 400 if the client
   * broke off.
   */
  async read(exchange: Exchange, { maxBytes, reserved = false }: BodyPurpose): Promise<Buffer> {
    const { request, inFlight } = exchange;
    const length = declaredLength(request);
    try {
      if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
      const body = new Arrival(exchange, { maxBytes, reserved }, this.#pace);
      this.#shares.reserve(body, bytesOfWaiting);
      this.#watch();
      // A place is for what is worked on; and there may be none when the body is there.
      inFlight?.leave(exchange);
      try {
        const bytes = await body.gather(length, (more) => this.#shares.reserve(body, more));
        inFlight?.checkPlace(exchange, body.kind === 'reserved');
        return bytes;
      } finally {
        this.#shares.release(body);
        inFlight?.take(exchange);
      }
    } catch (error) {
      // Discards the rest, so that the client gets to read the answer and the connection can serve on.
      request.resume();
      throw error;
    }
  }

  #watch(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => {
      for (const body of this.#shares.bodies) (body as Arrival).endIfSlow();
      if (this.#shares.bodies.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    }, this.#pace.check).unref();
  }
}

/** One body on its way in. */
class Arrival implements ArrivingBody {
  readonly kind: SenderKind;
  readonly subject: number | string;
  readonly address: string;
  readonly maxBytes: number;
  reserved = 0;
  readonly #request: IncomingMessage;
  readonly #pace: BodyPace;
  readonly #began = performance.now();
  #received = 0;
  #fail: (error: Error) => void = () => {};

  constructor(
    { request, address, caller = { kind: 'anonymous', address } }: Exchange,
    { maxBytes, reserved }: BodyPurpose,
    pace: BodyPace,
  ) {
    this.kind = kindOf(caller, reserved === true);
    this.subject = subjectOf(caller);
    this.address = addressSubject(address);
    this.maxBytes = maxBytes;
    this.#request = request;
    this.#pace = pace;
  }

  get speed(): number {
    const age = performance.now() - this.#began;
    return age < this.#pace.pressedGrace ? Number.POSITIVE_INFINITY : (this.#received / age) * 1_000;
  }

  cut(error: HttpError): void {
    this.#fail(error);
  }

  endIfSlow(): void {
    if (performance.now() - this.#began < this.#pace.grace || this.speed >= this.#pace.leastSpeed) return;
    this.#fail(new HttpError('slow_request', 'The body arrived too slowly.'));
  }

  /** All octets; `reserve` is asked before any is kept. */
  gather(length: number | undefined, reserve: (bytes: number) => void): Promise<Buffer> {
    const request = this.#request;
    const parts: Buffer[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const onData = (part: Buffer): void => {
      this.#received += part.length;
      try {
        if (this.#received > this.maxBytes) throw tooLarge(this.maxBytes);
        reserve(part.length);
        parts.push(part);
      } catch (error) {
        reject(error);
      }
    };
    const onEnd = (): void => {
      if (length !== undefined && this.#received !== length) onBroken();
      else resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts, this.#received));
    };
    const onBroken = (): void => reject(new HttpError('malformed_request', 'The body ended too early.'));
    this.#fail = reject;
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    return promise.finally(() => {
      request.off('data', onData).off('end', onEnd).off('close', onBroken);
    });
  }
}

function kindOf(caller: Caller, reserved: boolean): SenderKind {
  if (reserved || isAdministrator(caller)) return 'reserved';
  return caller.kind === 'account' || caller.kind === 'anonymous' ? caller.kind : 'scoped';
}

function declaredLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError('body_too_large', `The body may have at most ${maxBytes} bytes.`);
}
