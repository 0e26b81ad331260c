import type { Caller } from '../domain/access/caller.ts';
import { accountSubject, addressSubject } from '../domain/quota/usage-subject.ts';
import type { Exchange } from './exchange.ts';
import { HttpError } from './http-error.ts';

/**
 * Bounds the requests that one caller has under way, until their answers are through: nobody takes all places alone.
 * It remembers those alone who have one.
 */
export class RequestsOfCallers {
  readonly #most: number;
  readonly #underWay = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws where the caller has too many under way. */
  begin(exchange: Exchange, caller: Caller): void {
    const subject = subjectOf(caller);
    const count = (this.#underWay.get(subject) ?? 0) + 1;
    if (count > this.#most) {
      throw new HttpError('too_many_requests', `This caller has ${this.#most} requests under way already.`, {
        headers: { 'Retry-After': '1' },
      });
    }
    this.#underWay.set(subject, count);
    exchange.underWayFor = subject;
  }

  /** Nothing where the request was refused before it had a place. */
  end({ underWayFor: subject }: Exchange): void {
    if (subject === undefined) return;
    const count = this.#underWay.get(subject)! - 1;
    if (count === 0) this.#underWay.delete(subject);
    else this.#underWay.set(subject, count);
  }
}

function subjectOf(caller: Caller): string {
  switch (caller.kind) {
    case 'account':
      return accountSubject(caller.accountId);
    case 'anonymous':
      return addressSubject(caller.address);
    case 'location':
      return `location:${caller.locationId}`;
    case 'resolver':
      return `resolver:${caller.resolverId}`;
  }
}
