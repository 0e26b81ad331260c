import type { Case } from '@sonde/client/api-types.generated.ts';
import type { ComponentChildren } from 'preact';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, navigate, place, setQuery, withQuery } from '../../app/router.ts';
import { carried, locationId } from '../../app/time-range.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { severities, threatFiltersOf, threatStatuses } from '../../domain/threat-filters.ts';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/threats.ts';

const pageSize = 50;

/** Shows cases: threats that belong together. */
export function Cases({ grouping }: { grouping: ComponentChildren }) {
  const { query } = place.value;
  const { status, severity } = threatFiltersOf(query);
  const offset = Math.max(0, Number.parseInt(query.get('offset') ?? '0', 10) || 0);
  const asked = {
    ...(status === 'all' ? {} : { status }),
    ...(severity === undefined ? {} : { severity }),
    ...(locationId.value === undefined ? {} : { location_id: locationId.value }),
  };
  const cases = useResource(
    `cases ${offset} ${JSON.stringify(asked)}`,
    (signal) =>
      api.call('GET /api/v1/dns-monitoring/cases', { query: { limit: pageSize, offset, ...asked }, signal }),
    { every: 30_000 },
  );
  return (
    <>
      <PageHead title={common.pages.threats}>
        {grouping}
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
      <div class="panel">
        <Loaded
          of={cases}
          lines={12}
          isEmpty={({ cases: found }) => found.length === 0}
          empty={
            <Empty title={texts.cases.empty}>
              <p class="soft">{texts.cases.emptyMore}</p>
            </Empty>
          }
        >
          {({ cases: found, count: all }) => (
            <>
              <CaseTable cases={found} />
              <div class="row soft small">
                {texts.cases.found(count(all))}
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

function CaseTable({ cases }: { cases: readonly Case[] }) {
  const { columns } = texts.cases;
  return (
    <TableScroll label={texts.views.cases}>
      <table class="table threats">
        <thead>
          <tr>
            <th>{columns.severity}</th>
            <th>{columns.title}</th>
            <th class="number">{columns.threats}</th>
            <th class="number">{columns.last}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => {
            const to = href(`/cases/${one.id}`, carried());
            return (
              <tr
                key={one.id}
                data-link
                onClick={(event) => {
                  if ((event.target as Element).closest('a') === null) navigate(to);
                }}
              >
                <td class="shrink soon">
                  <Severity severity={one.severity} />
                </td>
                <td class="wrap about">
                  <a href={to}>
                    <Name name={one.title} meaning={false} prose />
                  </a>
                </td>
                <td class="number">{count(one.threat_count)}</td>
                <td class="number soft">
                  <Moment at={one.last_seen} relative />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}
