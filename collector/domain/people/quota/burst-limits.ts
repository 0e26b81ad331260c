import { TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Caller } from '../access/caller.ts';
import { requestsPerDay } from './tier-limits.ts';
import { countedSubject } from './usage-subject.ts';

/** Callers remembered, at most; who was not seen for the longest time is forgotten first. */
const mostSubjects = 100_000;
/** Callers without an end of requests have this many times the free tier's share. */
const unlimitedShare = 50;

export interface BurstSettings {
  /** Units at once, of the free tier and of callers without an account. */
  readonly burst: number;
  /** Units that come back in a minute. */
  readonly perMinute: number;
}

interface Bucket {
  left: number;
  at: number;
}

/**
 * A burst limit bounds how much of costly work one caller may start in a short time: a bucket of units for each, which
 * fills up again. Tiers have as many times more as their day has. Each collector counts for itself.
 */
export class BurstLimits {
  readonly #settings: BurstSettings;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(settings: BurstSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Throws TooManyAttempts, which says when it may be tried again, unless there is enough left. */
  take(caller: Caller, cost: number): void {
    const counted = countedSubject(caller);
    const share = (counted.limit ?? requestsPerDay.free! * unlimitedShare) / requestsPerDay.free!;
    const burst = Math.max(cost, this.#settings.burst * share);
    const perMillisecond = (this.#settings.perMinute * share) / 60_000;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(counted.subject) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + Math.max(0, now - bucket.at) * perMillisecond);
    bucket.at = now;
    // Behind all others: those that were not seen for the longest time stand first.
    this.#buckets.delete(counted.subject);
    this.#buckets.set(counted.subject, bucket);
    if (this.#buckets.size > mostSubjects) this.#forgetOldest();
    if (bucket.left < cost) {
      const seconds = Math.ceil((cost - bucket.left) / perMillisecond / 1_000);
      throw new TooManyAttempts(
        seconds,
        'Too many costly requests in a short time: wait before the next request.',
      );
    }
    bucket.left -= cost;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
