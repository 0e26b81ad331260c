import { useSignal } from '@preact/signals';
import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import { useMemo } from 'preact/hooks';
import { useShortcuts } from '../../app/keyboard.ts';
import { href, place } from '../../app/router.ts';
import { locationId, range, rangeQuery } from '../../app/time-range.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { filterQuery, filtersOf } from '../../domain/query-filters.ts';
import { rowKey } from '../../domain/shown-queries.ts';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/queries.ts';
import { Histogram } from './histogram.tsx';
import { LiveNote } from './live-note.tsx';
import { QueryDetail } from './query-detail.tsx';
import { QueryTable } from './query-table.tsx';
import { useLive } from './use-live.ts';
import { useRows } from './use-rows.ts';

/** Rows that wait while the live view is paused, at most. */
const mostWaiting = 2_000;

/** Shows every stored query, by filters, and live. */
export function Page() {
  const filters = filtersOf(place.value.query);
  const rows = useRows(filters);
  const live = useSignal(false);
  const atTop = useSignal(true);
  const waiting = useSignal<readonly StoredQuery[]>([]);
  const cut = useSignal(0);
  const selected = useSignal<number | undefined>(undefined);
  const opened = useSignal<StoredQuery | undefined>(undefined);
  const openEnded = range.value.to === undefined;
  const flowing = live.value && atTop.value;
  const release = () => {
    rows.prepend(waiting.value);
    waiting.value = [];
  };
  const liveState = useLive(live.value && openEnded, filters, (found) => {
    if (flowing) rows.prepend(found);
    else {
      const merged = merge(waiting.value, found, rows.rows);
      cut.value += Math.max(0, merged.length - mostWaiting);
      waiting.value = merged.slice(0, mostWaiting);
    }
  });
  const toggle = () => {
    live.value = !live.value;
    cut.value = 0;
    if (live.value) release();
  };
  const step = (by: number) => {
    selected.value = Math.max(0, Math.min((selected.value ?? -1) + by, rows.rows.length - 1));
  };
  useShortcuts([
    { keys: 'l', text: common.keys.pause, run: toggle },
    { keys: 'j', text: common.keys.next, run: () => step(1) },
    { keys: 'k', text: common.keys.previous, run: () => step(-1) },
    {
      keys: 'Enter',
      text: common.keys.open,
      run: () => {
        opened.value = rows.rows[selected.value ?? -1];
      },
    },
  ]);
  // Rows come several times a second: what does not depend on them is not made anew.
  const key = JSON.stringify(filters);
  const histogram = useMemo(() => <Histogram filters={filters} />, [key]);
  const bar = useMemo(() => <FilterBar filters={filters} />, [key]);
  const { slower_than_ms: slower, ...conditions } = filterQuery(filters);
  const csv = href('/api/v1/dns-monitoring/queries', {
    ...conditions,
    slower_than_ms: slower === undefined ? undefined : String(slower),
    ...rangeQuery(range.value),
    ...(locationId.value === undefined ? {} : { location_id: String(locationId.value) }),
    format: 'csv',
  });
  return (
    <>
      <PageHead title={common.pages.queries}>
        {openEnded && (
          <button type="button" class="button" aria-pressed={live.value} onClick={toggle}>
            <Icon name={live.value ? 'pause' : 'play'} size={14} />
            {texts.live}
          </button>
        )}
        <a class="button" href={csv} download="queries.csv" data-outside>
          <Icon name="download" />
          {texts.export}
        </a>
        <SavedViews page="queries" />
        <RangePicker compare={false} />
      </PageHead>
      <div class="row">
        {bar}
        <span class="end soft small number" role="status">
          <LiveNote live={liveState} cut={cut.value} />{' '}
          {waiting.value.length > 0 && (
            <button type="button" class="button slim" onClick={release}>
              {texts.waiting(count(waiting.value.length))}
            </button>
          )}{' '}
          {rows.rows.length > 0 && texts.loaded(count(rows.rows.length))}
        </span>
      </div>
      {histogram}
      <QueryTable
        rows={rows}
        selected={selected.value}
        onOpen={(row) => {
          opened.value = row;
        }}
        onScroll={(top) => {
          atTop.value = top;
          if (top && live.value) release();
        }}
      />
      {opened.value !== undefined && (
        <QueryDetail
          query={opened.value}
          onClose={() => {
            opened.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** Newer rows before those that wait, without those that are there already. */
function merge(
  waiting: readonly StoredQuery[],
  found: readonly StoredQuery[],
  shown: readonly StoredQuery[],
): readonly StoredQuery[] {
  const known = new Set([...waiting, ...shown.slice(0, 1_000)].map(rowKey));
  return [...found.filter((row) => !known.has(rowKey(row))), ...waiting];
}
