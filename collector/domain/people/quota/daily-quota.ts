import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { UsageStore } from '../../../ports/accounts/usage.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import type { CountedSubject } from './usage-subject.ts';

const dayMilliseconds = 86_400_000;
/** Subjects counted in memory, at most. */
const mostSubjects = 200_000;
/** A subject's counts are told to the others once this share of its limit has gathered, without waiting for the flush. */
const eagerShare = 1 / 500;
/** With this share of its limit not yet told, a subject's requests wait for the store's answer. */
const waitShare = 1 / 250;
/** Milliseconds without eager telling after the store failed. */
const failurePause = 1_000;

export interface QuotaState {
  readonly allowed: boolean;
  /** Undefined if the day has no end of requests. */
  readonly limit: number | undefined;
  readonly remaining: number;
  /** When the next day begins, Unix seconds. */
  readonly resetAt: number;
}

interface Count {
  /** The count of all collectors when they were asked last. */
  known: number;
  /** Counted here since, and not told yet. */
  pending: number;
  /** On its way to the store. */
  sent: number;
  exhausted: boolean;
}

/**
 * A daily quota counts requests of the UTC day against limits that all collectors share, without a write per request:
 * counts gather here and are added to the store together, which answers with everybody's. What a collector has not told
 * the others yet is kept below half a percent of a limit, if need be by letting a caller wait who is faster than the
 * store. While the store is away, each collector goes on with what it knows.
 */
export class DailyQuota {
  readonly #usage: Pick<UsageStore, 'add'>;
  readonly #clock: Clock;
  readonly #log: Log;
  #day: number;
  #counts = new Map<string, Count>();
  /** Counts of the day before that the store has yet to take. */
  #late: { day: number; counts: Map<string, number> } | undefined;
  #flushing: Promise<void> | undefined;
  #pausedUntil = 0;
  #uncounted = 0;

  constructor(parts: { usage: Pick<UsageStore, 'add'>; clock: Clock; meter: Meter; log: Log }) {
    this.#usage = parts.usage;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#day = dayOf(parts.clock.now());
    parts.meter.gauge('sonde_quota_subjects', 'Callers counted in memory.', () => this.#counts.size);
    parts.meter.gauge(
      'sonde_quota_uncounted',
      'Requests that found no room to be counted.',
      () => this.#uncounted,
    );
  }

  /** Counts one request, unless the day's are used up. At once, but for callers who are faster than the store. */
  count(counted: CountedSubject): QuotaState | Promise<QuotaState> {
    return this.#mustWait(counted) ? this.#countLater(counted) : this.#count(counted);
  }

  /** Gives a caller's state, without counting anything. */
  peek({ subject, limit }: CountedSubject): QuotaState {
    const day = dayOf(this.#clock.now());
    const count = day === this.#day ? this.#counts.get(subject) : undefined;
    const used = count === undefined ? 0 : count.known + count.pending + count.sent;
    const remaining = Math.max(0, (limit ?? 0) - used);
    return { allowed: limit === undefined || remaining > 0, limit, remaining, resetAt: endOf(day) };
  }

  async #countLater(counted: CountedSubject): Promise<QuotaState> {
    // Where the store fails, nobody waits for it.
    while (this.#mustWait(counted)) await this.#flushEagerly();
    return this.#count(counted);
  }

  #mustWait({ subject, limit }: CountedSubject): boolean {
    const count = this.#counts.get(subject);
    if (limit === undefined || count === undefined || count.exhausted) return false;
    return (
      count.pending + count.sent >= Math.max(1, limit * waitShare) && this.#clock.now() >= this.#pausedUntil
    );
  }

  #count({ subject, limit }: CountedSubject): QuotaState {
    const day = dayOf(this.#clock.now());
    if (day !== this.#day) this.#beginDay(day);
    const resetAt = endOf(day);
    const count = this.#countOf(subject);
    if (count === undefined) return { allowed: true, limit, remaining: limit ?? 0, resetAt };
    const used = count.known + count.pending + count.sent;
    count.exhausted = limit !== undefined && used >= limit;
    if (count.exhausted) return { allowed: false, limit, remaining: 0, resetAt };
    count.pending++;
    const eager = count.known === 0 || (limit !== undefined && count.pending >= limit * eagerShare);
    if (eager && this.#flushing === undefined && this.#clock.now() >= this.#pausedUntil)
      void this.#flushEagerly();
    return { allowed: true, limit, remaining: (limit ?? used + 1) - used - 1, resetAt };
  }

  /** Tells the store what was counted, and learns what others counted. Rejects if the store can't be told. */
  async flush(): Promise<void> {
    // One at a time; what came in meanwhile goes with the next.
    await this.#flushing?.catch(() => {});
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** As `flush`, but a failure only makes a pause. */
  async #flushEagerly(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.#pausedUntil = this.#clock.now() + failurePause;
      this.#log.warn({ err: error }, 'usage not told to the store');
    }
  }

  #countOf(subject: string): Count | undefined {
    const known = this.#counts.get(subject);
    if (known !== undefined) return known;
    if (this.#counts.size >= mostSubjects) {
      this.#uncounted++;
      return undefined;
    }
    const count = { known: 0, pending: 0, sent: 0, exhausted: false };
    this.#counts.set(subject, count);
    return count;
  }

  #beginDay(day: number): void {
    for (const [subject, { pending }] of this.#counts) this.#addLate(this.#day, subject, pending);
    this.#counts = new Map();
    this.#day = day;
  }

  #addLate(day: number, subject: string, count: number): void {
    if (count === 0) return;
    // Of a day before that, which the store was away for all day, nothing is kept.
    if (this.#late?.day !== day) this.#late = { day, counts: new Map() };
    this.#late.counts.set(subject, (this.#late.counts.get(subject) ?? 0) + count);
  }

  async #flush(): Promise<void> {
    if (this.#late !== undefined) {
      await this.#usage.add(periodOf(this.#late.day), this.#late.counts);
      this.#late = undefined;
    }
    const day = this.#day;
    const counts = this.#counts;
    const told = takePending(counts);
    if (told.size === 0) return;
    try {
      const totals = await this.#usage.add(periodOf(day), told);
      for (const [subject, sent] of told) {
        const count = counts.get(subject)!;
        count.known = totals.get(subject) ?? count.known + sent;
        count.sent = 0;
      }
    } catch (error) {
      for (const [subject, sent] of told) {
        const count = counts.get(subject)!;
        count.sent = 0;
        if (counts === this.#counts) count.pending += sent;
        else this.#addLate(day, subject, sent);
      }
      throw error;
    }
  }
}

/**
 * Takes the counts that are to be told. Makes room, if it is short, by forgetting callers that have gone quiet: the
 * store knows them.
 */
function takePending(counts: Map<string, Count>): Map<string, number> {
  const told = new Map<string, number>();
  for (const [subject, count] of counts) {
    if (count.pending > 0) {
      told.set(subject, count.pending);
      count.sent = count.pending;
      count.pending = 0;
    } else if (!count.exhausted && counts.size > mostSubjects / 2) counts.delete(subject);
  }
  return told;
}

function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / dayMilliseconds);
}

/** Unix seconds. */
function endOf(day: number): number {
  return ((day + 1) * dayMilliseconds) / 1_000;
}

function periodOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}
