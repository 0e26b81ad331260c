import type { Circumstances } from '../circumstances.ts';
import { RecentMap } from './recent-map.ts';

/** Clients with what they hit that are remembered, at most twice as many. */
const remembered = 20_000;
/** Microseconds between two queries from which on they are not told by rows and alerts as the same. */
const apart = 300_000_000;

interface Told {
  rows: number;
  alerts: number;
  from: number;
  to: number;
}

/**
 * A hit tally counts once what is told twice: a resolver tells of a listed name by an alert, and an agent beside it
 * ships the same query as a row. Of each client and listed thing the greater of both numbers counts, as long as five
 * minutes at most lie between its queries.
 */
export class HitTally {
  readonly #told = new RecentMap<string, Told>(remembered);

  /** Adds queries that rows show; gives how many of them alerts did not tell of before. */
  addRows(seen: Circumstances, subject: string, count: number): number {
    return this.#add(seen, subject, count, 'rows');
  }

  /** Adds queries that an alert tells of; gives how many of them rows did not show before. */
  addTold(seen: Circumstances, subject: string, count: number): number {
    return this.#add(seen, subject, count, 'alerts');
  }

  #add(seen: Circumstances, subject: string, count: number, by: 'rows' | 'alerts'): number {
    const { locationId, clientAddress, observedAt: at } = seen;
    const key = `${locationId} ${clientAddress} ${subject}`;
    const told = this.#told.get(key);
    if (told === undefined || at > told.to + apart) {
      this.#told.set(key, { rows: 0, alerts: 0, from: at, to: at, [by]: count });
      return count;
    }
    // What comes late, after hours without a connection, has no counterpart in what is remembered.
    if (at < told.from - apart) return count;
    const before = Math.max(told.rows, told.alerts);
    told[by] += count;
    told.from = Math.min(told.from, at);
    told.to = Math.max(told.to, at);
    return Math.max(told.rows, told.alerts) - before;
  }
}
