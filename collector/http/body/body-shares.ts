import { HttpError } from '../http-error.ts';

/**
 * A sender's kind gives it memory apart from the other kinds: requests that must always get in (administrators,
 * logins), uploads by the keys of locations and resolvers, accounts, and callers without a credential.
 */
export type SenderKind = 'reserved' | 'scoped' | 'account' | 'anonymous';

/**
 * Each kind has its share of the memory for all bodies. The shares add up to one, so that no kind takes what another
 * may need.
 */
const shareOfKind: Readonly<Record<SenderKind, number>> = {
  reserved: 1 / 4,
  scoped: 3 / 8,
  account: 3 / 16,
  anonymous: 3 / 16,
};
/** One caller, and all callers from one address, may have these shares of their kind's. */
const shareOfCaller = 1 / 4;
const shareOfAddress = 1 / 2;
/** A body takes this many bytes before its first octet: the cost of a connection and a request. */
export const bytesOfWaiting = 16 * 1024;

/** An arriving body is a body that is arriving, with its sender. */
export interface ArrivingBody {
  readonly kind: SenderKind;
  readonly subject: number | string;
  readonly address: string;
  /** The most that it may have. */
  readonly maxBytes: number;
  /** Bytes that are set aside for the body. */
  reserved: number;
  /** Octets in a second, since it began; infinite while it is too young to be judged. */
  readonly speed: number;
  /** Ends it with an error. */
  cut(error: HttpError): void;
}

/**
 * `BodyShares` divides memory among bodies that arrive, by octets that are there. If there is no more, whoever is slow
 * goes first, and then who has most: a sender that is quick and has little always gets in.
 */
export class BodyShares {
  readonly #budget: number;
  /** Octets in a second that a body needs while others wait for its memory. */
  readonly #pressedSpeed: number;
  readonly #bodies = new Set<ArrivingBody>();
  readonly #reserved = new Map<string, number>();

  constructor(budget: number, pressedSpeed: number) {
    this.#budget = budget;
    this.#pressedSpeed = pressedSpeed;
  }

  get bodies(): ReadonlySet<ArrivingBody> {
    return this.#bodies;
  }

  get reserved(): number {
    let sum = 0;
    for (const { reserved } of this.#bodies) sum += reserved;
    return sum;
  }

  /** Sets more aside for a body, and cuts others for it if that is fair. Throws answers of 429 and 503. */
  reserve(body: ArrivingBody, bytes: number): void {
    const most = Math.max(this.#budget * shareOfKind[body.kind], body.maxBytes + bytesOfWaiting);
    const least = body.maxBytes + bytesOfWaiting;
    const scopes: [string, number][] = [
      [callerScope(body), Math.max(most * shareOfCaller, least)],
      [addressScope(body), Math.max(most * shareOfAddress, least)],
    ];
    for (const [scope, limit] of scopes) {
      while (this.#sum(scope) + bytes > limit) {
        if (!this.#cutSlowest(body, (other) => callerScope(other) === scope || addressScope(other) === scope))
          throw tooMuch('too_many_requests', 'This caller is sending too much at once.');
      }
    }
    while (this.#sum(body.kind) + bytes > most) {
      const ofKind = (other: ArrivingBody) => other.kind === body.kind;
      if (!this.#cutSlowest(body, ofKind) && !this.#cutOfGreediest(body, bytes))
        throw tooMuch('overloaded', 'Too many large requests at once.');
    }
    this.#bodies.add(body);
    this.#change(body, bytes);
  }

  release(body: ArrivingBody): void {
    if (!this.#bodies.delete(body)) return;
    this.#change(body, -body.reserved);
  }

  /** Cuts the slowest body, and tells whether one was slow enough to go. */
  #cutSlowest(newcomer: ArrivingBody, isCandidate: (body: ArrivingBody) => boolean): boolean {
    let slowest: ArrivingBody | undefined;
    for (const body of this.#bodies) {
      if (body === newcomer || body.speed >= this.#pressedSpeed || !isCandidate(body)) continue;
      if (slowest === undefined || body.speed < slowest.speed) slowest = body;
    }
    if (slowest === undefined) return false;
    this.#cut(slowest, new HttpError('slow_request', 'The body arrived too slowly while others waited.'));
    return true;
  }

  /** Cuts a body of the greediest caller, and tells whether one of that kind has more than the newcomer would. */
  #cutOfGreediest(newcomer: ArrivingBody, bytes: number): boolean {
    let greatest = this.#sum(callerScope(newcomer)) + bytes;
    let greediest: ArrivingBody | undefined;
    for (const body of this.#bodies) {
      if (body.kind !== newcomer.kind || callerScope(body) === callerScope(newcomer)) continue;
      const sum = this.#sum(callerScope(body));
      if (sum > greatest || (greediest !== undefined && sum === greatest && body.speed < greediest.speed)) {
        greatest = sum;
        greediest = body;
      }
    }
    if (greediest === undefined) return false;
    this.#cut(greediest, tooMuch('overloaded', 'Too many large requests at once.'));
    return true;
  }

  #cut(body: ArrivingBody, error: HttpError): void {
    this.release(body);
    body.cut(error);
  }

  #sum(scope: string): number {
    return this.#reserved.get(scope) ?? 0;
  }

  #change(body: ArrivingBody, bytes: number): void {
    body.reserved += bytes;
    for (const scope of [body.kind, callerScope(body), addressScope(body)]) {
      const sum = this.#sum(scope) + bytes;
      if (sum === 0) this.#reserved.delete(scope);
      else this.#reserved.set(scope, sum);
    }
  }
}

function callerScope({ kind, subject }: ArrivingBody): string {
  return `${kind} ${subject}`;
}

function addressScope({ kind, address }: ArrivingBody): string {
  return `${kind} from ${address}`;
}

function tooMuch(code: 'too_many_requests' | 'overloaded', message: string): HttpError {
  return new HttpError(code, message, { headers: { 'Retry-After': '1' } });
}
