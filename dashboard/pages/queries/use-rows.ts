import { useSignal } from '@preact/signals';
import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import { useEffect, useRef } from 'preact/hooks';
import { api, type Trouble, troubleOf } from '../../app/api.ts';
import { locationId, range, rangeQuery } from '../../app/time-range.ts';
import { type Filter, filterQuery } from '../../domain/query-filters.ts';
import { notShown, withPage } from '../../domain/shown-queries.ts';

const pageSize = 200;
/** Rows that are held, at most: a night of live rows must not fill the memory. */
const most = 5_000;

export interface Rows {
  readonly rows: readonly StoredQuery[];
  readonly trouble: Trouble | undefined;
  readonly loading: boolean;
  /** Whether the last page is there. */
  readonly ended: boolean;
  more(): void;
  reload(): void;
  /** Puts newer rows before those that are there. */
  prepend(newer: readonly StoredQuery[]): void;
}

interface State {
  readonly rows: readonly StoredQuery[];
  readonly trouble: Trouble | undefined;
  readonly loading: boolean;
  readonly cursor: string | null | undefined;
}

const nothing: State = { rows: [], trouble: undefined, loading: true, cursor: undefined };

/** Loads the queries that the filters find, page after page as they are scrolled to. */
export function useRows(filters: readonly Filter[]): Rows {
  const state = useSignal<State>(nothing);
  const round = useSignal(0);
  const ending = useRef(new AbortController());
  const key = JSON.stringify([filters, range.value, locationId.value, round.value]);
  const read = async (before: State, signal: AbortSignal) => {
    state.value = { ...before, loading: true, trouble: undefined };
    try {
      const answer = await api.call('GET /api/v1/dns-monitoring/queries', {
        query: {
          ...filterQuery(filters),
          ...rangeQuery(range.value),
          ...(locationId.value === undefined ? {} : { location_id: locationId.value }),
          ...(before.cursor == null ? {} : { cursor: before.cursor }),
          limit: pageSize,
        },
        signal,
      });
      if (signal.aborted) return;
      const rows = withPage(state.value.rows, answer.queries, before.cursor == null);
      state.value = { rows, trouble: undefined, loading: false, cursor: answer.next_cursor };
    } catch (error) {
      if (!signal.aborted) state.value = { ...state.value, loading: false, trouble: troubleOf(error) };
    }
  };
  useEffect(() => {
    ending.current = new AbortController();
    void read(nothing, ending.current.signal);
    return () => ending.current.abort();
  }, [key]);
  const { rows, trouble, loading, cursor } = state.value;
  return {
    rows,
    trouble,
    loading,
    ended: cursor === null || rows.length >= most,
    more() {
      if (!loading && trouble === undefined && cursor != null && rows.length < most) {
        void read(state.value, ending.current.signal);
      }
    },
    reload() {
      round.value++;
    },
    prepend(newer) {
      const fresh = notShown(newer, state.value.rows);
      if (fresh.length === 0) return;
      state.value = { ...state.value, rows: [...fresh, ...state.value.rows].slice(0, most) };
    },
  };
}
