import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery, withQuery } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { locationId } from '../../app/time-range.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import {
  seenPeriods,
  severities,
  threatFiltersOf,
  threatQuery,
  threatStatuses,
} from '../../domain/threat-filters.ts';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/threats.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Cases } from './cases.tsx';
import { Days } from './days.tsx';
import { Filters } from './filters.tsx';
import { ThreatTable } from './threat-table.tsx';

const pageSize = 50;
const nobody: ReadonlySet<number> = new Set();

const views = ['threats', 'cases'] as const;

/** Shows the threats that detection and the feeds found, each by itself or as cases. */
export function Page() {
  return place.value.query.get('view') === 'cases' ? (
    <Cases grouping={<Grouping shown="cases" />} />
  ) : (
    <Threats />
  );
}

function Grouping({ shown }: { shown: (typeof views)[number] }) {
  return (
    <div class="segments" role="group" aria-label={texts.grouping}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={shown === view}
          onClick={() => setQuery({ view: view === 'threats' ? undefined : view, offset: undefined })}
        >
          {texts.views[view]}
        </button>
      ))}
    </div>
  );
}

function Threats() {
  const { query } = place.value;
  const filters = threatFiltersOf(query);
  const { status, severity, seen, days } = filters;
  const offset = Math.max(0, Number.parseInt(query.get('offset') ?? '0', 10) || 0);
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const asked = { ...threatQuery(filters), ...where };
  const key = JSON.stringify(asked);
  const threats = useResource(
    `threats ${offset} ${key}`,
    (signal) =>
      api.call('GET /api/v1/dns-monitoring/threats', {
        query: { limit: pageSize, offset, ...asked },
        signal,
      }),
    { every: 30_000 },
  );
  const counts = useResource(
    `threats by day ${key}`,
    (signal) => api.call('GET /api/v1/dns-monitoring/threats/counts', { query: asked, signal }),
    { every: 60_000, keep: true },
  );
  const chosen = useSignal(nobody);
  useEffect(() => {
    chosen.value = nobody;
  }, [key, offset]);
  const types = [...new Set(counts.data?.days.map(({ threat_type: type }) => type))].sort();
  return (
    <>
      <PageHead title={common.pages.threats}>
        <SavedViews page="threats" />
        <Grouping shown="threats" />
        <SelectField
          label={texts.firstSeen}
          hideLabel
          value={days === undefined ? (seen ?? '') : 'days'}
          options={[
            ['', texts.anyTime],
            ...seenPeriods.map((one) => [one, texts.firstSeenWithin(common.range.names[one])] as const),
            ...(days === undefined ? [] : [['days', texts.someDays] as const]),
          ]}
          onChange={(period) => {
            if (period === 'days') return;
            setQuery({ seen: period, first_day: undefined, last_day: undefined, offset: undefined });
          }}
        />
        <SelectField
          label={texts.severity}
          hideLabel
          value={severity ?? ''}
          options={[
            ['', texts.anySeverity],
            ...severities.map((one) => [one, common.severity[one]] as const),
          ]}
          onChange={(level) => setQuery({ severity: level, offset: undefined })}
        />
        <div class="segments" role="group" aria-label={texts.status}>
          {threatStatuses.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={status === one}
              onClick={() => setQuery({ status: one, offset: undefined })}
            >
              {one === 'all' ? common.all : texts[one]}
            </button>
          ))}
        </div>
      </PageHead>
      <Panel title={texts.byDay}>
        <Loaded of={counts} lines={6}>
          {({ days: found }) => <Days days={found} />}
        </Loaded>
      </Panel>
      <Filters filters={filters} types={types} />
      <div class="panel">
        <Loaded
          of={threats}
          lines={12}
          isEmpty={({ threats: found }) => found.length === 0}
          empty={
            <Empty title={texts.empty}>
              <p class="soft">{key === '{"status":"open"}' ? texts.emptyOpen : texts.emptyOther}</p>
            </Empty>
          }
        >
          {({ threats: found, count: all }) => (
            <>
              {chosen.value.size > 0 && (
                <BulkBar
                  ids={[...chosen.value]}
                  onDone={() => {
                    chosen.value = nobody;
                    threats.reload();
                    counts.reload();
                  }}
                />
              )}
              <ThreatTable
                threats={found}
                chosen={chosen.value}
                onChoose={
                  mayWork()
                    ? (ids) => {
                        chosen.value = ids;
                      }
                    : undefined
                }
              />
              <div class="row soft small">
                {texts.found(count(all))}
                {offset > 0 && (
                  <a class="end" href={withQuery({ offset: String(Math.max(0, offset - pageSize)) })}>
                    {texts.newer}
                  </a>
                )}
                {offset + pageSize < all && (
                  <a class={offset > 0 ? '' : 'end'} href={withQuery({ offset: String(offset + pageSize) })}>
                    {texts.older}
                  </a>
                )}
              </div>
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}
