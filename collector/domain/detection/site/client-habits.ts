import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ClientRole } from '../../../ports/threats/site-profiles.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { ClientSlot, ClientStates } from '../state/client-states.ts';
import { DistinctCounter } from '../state/distinct-counter.ts';

/** Seconds after which what was counted weighs half. */
const halfLife = 6 * 3_600;
const leastQueries = 64;
/** A client is judged each time that it has asked so many more questions. */
const between = 32;
const recursionDesired = 0x0100;
const authoritative = 0x0400;
const hourSeconds = 3_600;
/** Domains of an hour from which several people are behind an address, counted for clients that ask so much. */
const manyDomains = 1_000;
const busy = 512;

interface Habit {
  since: number;
  queries: number;
  iterative: number;
  keys: number;
  mail: number;
  exchangers: number;
  reverse: number;
  hour: number;
  ofHour: number;
  domains: DistinctCounter | undefined;
}

/** Client habits count what each client asks for, and conclude from that what it is for. */
export class ClientHabits {
  readonly #clients: ClientSlot<Habit>;

  constructor(states: ClientStates) {
    this.#clients = states.slot();
  }

  /** Counts a query; gives the client's role if it was judged and has one. */
  observe(row: BatchRows): ClientRole | undefined {
    const at = row.observedSeconds;
    const habit = this.#clients.get(row) ?? this.#clients.set(row, newHabit(at));
    if (at - habit.since >= halfLife) weaken(habit, at);
    count(habit, row);
    return habit.queries % between === 0 ? roleOf(habit) : undefined;
  }
}

function newHabit(since: number): Habit {
  const none = { queries: 0, iterative: 0, keys: 0, mail: 0, exchangers: 0, reverse: 0 };
  return { ...none, since, hour: 0, ofHour: 0, domains: undefined };
}

function weaken(habit: Habit, at: number): void {
  habit.since = at;
  for (const part of ['queries', 'iterative', 'keys', 'mail', 'exchangers', 'reverse'] as const)
    habit[part] >>= 1;
}

function count(habit: Habit, row: BatchRows): void {
  habit.queries++;
  if (isIterative(row)) habit.iterative++;
  const { queryType } = row;
  if (queryType === recordTypes.DS || queryType === recordTypes.DNSKEY) habit.keys++;
  else if (queryType === recordTypes.MX) {
    habit.mail++;
    habit.exchangers++;
  } else if (queryType === recordTypes.TXT) habit.mail++;
  else if (queryType === recordTypes.PTR) {
    habit.mail++;
    habit.reverse++;
  } else if (row.name.class === 'lookup') habit.mail++;
  countDomain(habit, row);
}

/** Asked without recursion, and answered as authoritative servers do: rows that are uploaded without flags say neither. */
function isIterative(row: BatchRows): boolean {
  if ((row.queryFlags & recursionDesired) !== 0) return false;
  return (row.responseFlags & authoritative) !== 0 || row.authorityCount > 0;
}

function countDomain(habit: Habit, row: BatchRows): void {
  const hour = Math.floor(row.observedSeconds / hourSeconds);
  if (hour !== habit.hour) {
    habit.hour = hour;
    habit.ofHour = 0;
    habit.domains = undefined;
  }
  if (++habit.ofHour < busy) return;
  habit.domains ??= new DistinctCounter(4_096);
  habit.domains.add(row.name.hash.low);
}

function roleOf({
  queries,
  iterative,
  keys,
  mail,
  exchangers,
  reverse,
  domains,
}: Habit): ClientRole | undefined {
  if (queries < leastQueries) return undefined;
  if (iterative * 2 >= queries) return 'resolver';
  if (exchangers >= 8 && mail * 5 >= queries * 2) return 'mail_server';
  if (keys >= 16 && keys * 100 >= queries) return 'resolver';
  if (reverse >= 128 && reverse * 10 >= queries * 7) return 'scanner';
  return (domains?.estimate ?? 0) >= manyDomains ? 'shared' : undefined;
}
