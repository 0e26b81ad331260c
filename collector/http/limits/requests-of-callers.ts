import type { Caller } from '../../domain/people/access/caller.ts';
import { addressSubject } from '../../domain/people/quota/usage-subject.ts';
import type { Exchange, UnderWay } from '../exchange.ts';
import { HttpError } from '../http-error.ts';

/**
 * `RequestsOfCallers` bounds the requests that one caller has under way, until their answers are through: nobody takes all places
 * alone. It remembers those alone who have one.
 */
export class RequestsOfCallers {
  readonly #most: number;
  readonly #underWay = new Map<UnderWay['subject'], UnderWay>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws if the caller has too many under way. */
  begin(exchange: Exchange, caller: Caller): void {
    const subject = subjectOf(caller);
    const underWay = this.#underWay.get(subject) ?? { subject, count: 0 };
    if (underWay.count >= this.#most) {
      throw new HttpError('too_many_requests', `This caller has ${this.#most} concurrent requests already.`, {
        headers: { 'Retry-After': '1' },
      });
    }
    if (underWay.count === 0) this.#underWay.set(subject, underWay);
    underWay.count++;
    exchange.underWay = underWay;
  }

  /** Nothing if the request was refused before it had a place. */
  end({ underWay }: Exchange): void {
    if (underWay === undefined) return;
    underWay.count--;
    if (underWay.count === 0) this.#underWay.delete(underWay.subject);
  }
}

/** Tells whether a caller may administrate. */
export function isAdministrator(caller: Caller): boolean {
  return caller.kind === 'account' && caller.administrator;
}

/**
 * Names the subject of a caller. An account's is its id alone: making a text of it at every request would cost more
 * than counting.
 */
export function subjectOf(caller: Caller): UnderWay['subject'] {
  switch (caller.kind) {
    case 'account':
      return caller.accountId;
    case 'anonymous':
      return addressSubject(caller.address);
    case 'location':
      return `location:${caller.locationId}`;
    case 'resolver':
      return `resolver:${caller.resolverId}`;
    case 'provisioning':
      return `provisioning:${caller.accountId}`;
  }
}
