import { useSignal } from '@preact/signals';
import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import { useEffect, useRef } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { locationId } from '../../app/time-range.ts';
import { type Filter, filterQuery } from '../../domain/query-filters.ts';
import { openLiveSocket } from './live-socket.ts';

/** Rows a second that a person can still see pass; the others are counted. */
const mostPerSecond = 200;
/** How far back it is asked for what was stored before the channel was open. */
const reach = '2m';
const mostCaughtUp = 500;

export interface LiveState {
  readonly state: 'off' | 'opening' | 'on' | 'lost' | 'refused';
  /** The collector's words to a refusal. */
  readonly message?: string;
  /** Queries that were stored and not shown since it was turned on, as far as they could be counted. */
  readonly leftOut: number;
  /** Whether more was stored while the connection was lost than could be made up for. */
  readonly gap: boolean;
}

const off: LiveState = { state: 'off', leftOut: 0, gap: false };

/** Tells of new queries that fit the filters, newest first, while it is on. */
export function useLive(
  on: boolean,
  filters: readonly Filter[],
  tell: (rows: StoredQuery[]) => void,
): LiveState {
  const state = useSignal(off);
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (!on) return;
    const ending = new AbortController();
    const { signal } = ending;
    const filter = {
      ...filterQuery(filters),
      ...(locationId.value === undefined ? {} : { location_id: locationId.value }),
    };
    const set = (change: Partial<LiveState>) => {
      if (!signal.aborted) state.value = { ...state.value, ...change };
    };
    const catchUp = async () => {
      try {
        const { queries, next_cursor: more } = await api.call('GET /api/v1/dns-monitoring/queries', {
          query: { ...filter, period: reach, limit: mostCaughtUp },
          signal,
        });
        if (signal.aborted) return;
        latest.current(queries);
        if (more !== null && lostOnce) set({ gap: true });
      } catch {
        if (lostOnce) set({ gap: true });
      }
    };
    let lostOnce = false;
    let close: (() => void) | undefined;
    state.value = { ...off, state: 'opening' };
    openLiveSocket(
      { ...filter, max_per_second: mostPerSecond },
      {
        onQueries(queries, leftOut) {
          if (signal.aborted) return;
          if (leftOut > 0) set({ leftOut: state.value.leftOut + leftOut });
          if (queries.length > 0) latest.current(queries.toSorted(newestFirst));
        },
        onSubscribed() {
          set({ state: 'on' });
          void catchUp();
        },
        onLost() {
          lostOnce = true;
          set({ state: 'lost' });
        },
        onRefused: (message) => set({ state: 'refused', message }),
      },
    ).then(
      (end) => {
        if (signal.aborted) end();
        else close = end;
      },
      // The script itself could not be fetched.
      () => set({ state: 'lost' }),
    );
    return () => {
      ending.abort();
      close?.();
      state.value = off;
    };
  }, [on, JSON.stringify(filters), locationId.value]);
  return state.value;
}

function newestFirst({ timestamp: one }: StoredQuery, { timestamp: other }: StoredQuery): number {
  return one < other ? 1 : one > other ? -1 : 0;
}
