import type { WatchedSet } from '../../../ports/scans/domain-watches.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Turns within an hour from which on a set is held back. */
const mostTurns = 3;
/** How long a set that was held back must stay the same before it is told of. */
const holdMilliseconds = 15 * minute;
const jitter = 0.1;

/** A set look holds the values of a record set that servers answer now. */
export interface SetLook {
  /** Null: nobody answered. */
  readonly values: readonly string[] | null;
  /** Seconds for which it may be kept. */
  readonly ttl: number;
  /** Whether another server says the same; null if there is none that answers. Asked for only if `values` differ. */
  readonly agreed: boolean | null;
}

export interface FollowTimes {
  readonly now: number;
  /** Milliseconds that nothing is left unasked for longer than. */
  readonly interval: number;
  /** From 0 to below 1. */
  readonly random: number;
}

export interface SetChange {
  readonly oldValues: readonly string[];
  readonly newValues: readonly string[];
}

/**
 * Computes the next state of a record set after a look at it. A change is told once two servers agree on it, or one
 * that is alone says it twice a minute apart; a set that turned three times within an hour is told of when it has been
 * quiet for a quarter of one, and not at all if it is by then what it was.
 */
export function followSet(
  known: WatchedSet | undefined,
  { values, ttl, agreed }: SetLook,
  times: FollowTimes,
): { set: WatchedSet; change?: SetChange } {
  const { now } = times;
  const turns = (known?.turns ?? []).filter((at) => at > now - hour);
  const base = { values: known?.values ?? null, ...(turns.length === 0 ? {} : { turns }) };
  // As long as it has not been answered it may come any moment, or never: asked again, and less often than what answers.
  if (values === null) {
    const pending = known?.pending === undefined ? {} : { pending: known.pending };
    return { set: { ...base, ...pending, dueAt: moved(Math.min(times.interval, 5 * minute), times) } };
  }
  const regular = moved(Math.max(minute, Math.min(ttl * 1_000, times.interval)), times);
  if (base.values === null) return { set: { ...base, values, dueAt: regular } };
  if (same(values, base.values)) {
    // It was something else for a moment: that counts as a turn, and is not told.
    const back = known?.pending?.agreed === true ? { turns: [...turns, now] } : {};
    return { set: { ...base, ...back, dueAt: regular } };
  }
  const again =
    known?.pending !== undefined && same(values, known.pending.values) ? known.pending : undefined;
  const pending = {
    values,
    since: again?.since ?? now,
    looks: (again?.looks ?? 0) + 1,
    agreed: agreed === true || again?.agreed === true,
  };
  const soon = { ...base, pending, dueAt: moved(minute, times) };
  const isSure =
    agreed === true || (agreed === null && pending.looks > 1 && now - pending.since >= minute / 2);
  if (!isSure) return { set: soon };
  if (turns.length >= mostTurns && now - pending.since < holdMilliseconds) {
    const turned = again === undefined ? { turns: [...turns, now].slice(-16) } : {};
    return { set: { ...soon, ...turned } };
  }
  return {
    set: { values, turns: [...turns, now].slice(-16), dueAt: regular },
    change: { oldValues: base.values, newValues: values },
  };
}

export function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function moved(milliseconds: number, { now, random }: FollowTimes): number {
  return Math.round(now + milliseconds * (1 - jitter + 2 * jitter * random));
}
