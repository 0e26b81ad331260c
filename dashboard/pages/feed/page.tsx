import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, navigate, place, segment, setQuery } from '../../app/router.ts';
import { isAdministrator } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import { Finder } from '../../components/forms/finder.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressLink, DomainLink, Name } from '../../components/name.tsx';
import { ListDialog } from '../../components/own-lists/list-dialog.tsx';
import { RemoveList } from '../../components/own-lists/remove-list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { isAddress } from '../../format/address.ts';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/protect/feeds.ts';
import { texts as listTexts } from '../../texts/en/protect/own-lists.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';

/** Shows what one feed or own list says now, in the order of names. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const source = params.source!;
  const contains = place.value.query.get('contains') ?? undefined;
  const cursor = place.value.query.get('cursor') ?? undefined;
  const found = useResource(`indicators ${JSON.stringify([source, contains, cursor])}`, (signal) =>
    api.call('GET /api/v1/threat-intel/indicators/{source}', {
      params: { source },
      query: { contains, cursor },
      signal,
    }),
  );
  const feeds = useResource('feeds', (signal) => api.call('GET /api/v1/threat-intel/feeds', { signal }));
  const isOwn = feeds.data?.feeds.some(({ id, changed }) => id === source && changed === null) ?? false;
  const asked = useSignal<'replace' | 'remove' | undefined>(undefined);
  const close = () => {
    asked.value = undefined;
  };
  const next = found.data?.next_cursor ?? null;
  const here = `/feeds/${segment(source)}`;
  const { list } = texts;
  return (
    <>
      <p class="no-print">
        <a href={href('/feeds')}>← {list.back}</a>
      </p>
      <PageHead
        title={<Name name={source} meaning={false} prose />}
        lead={
          found.data === undefined ? (
            ' '
          ) : (
            <>
              {list.lead(count(found.data.indicator_count))} <Moment at={found.data.last_updated} relative />.
            </>
          )
        }
      >
        {/* First, so that what is there does not move when it is known that the list is one's own. */}
        {isOwn && isAdministrator() && (
          <>
            <button
              type="button"
              class="button"
              onClick={() => {
                asked.value = 'replace';
              }}
            >
              {listTexts.replace}
            </button>
            <button
              type="button"
              class="button danger"
              onClick={() => {
                asked.value = 'remove';
              }}
            >
              {listTexts.remove}
            </button>
          </>
        )}
        <a class="button" href={href('/threats', { ...carried(), status: 'all', source })}>
          {list.threats}
        </a>
      </PageHead>
      <Finder
        key={contains}
        text={contains ?? ''}
        label={list.find}
        placeholder={list.placeholder}
        action={list.search}
        longest={253}
        onFind={(text) => setQuery({ contains: text || undefined, cursor: undefined })}
      />
      <Panel title={texts.columns.indicators}>
        <ResourceTable
          label={texts.columns.indicators}
          of={found}
          rows={({ indicators }) => indicators}
          keyOf={({ name }) => name}
          columns={[list.name, list.category, list.severity, list.said, list.until]}
          lines={20}
          empty={contains === undefined ? list.nothing : list.notFound(contains)}
        >
          {(indicator) => (
            <>
              <td class="wrap">
                <Indicator name={indicator.name} />
              </td>
              <td>{threatType(indicator.threat_type)}</td>
              <td>
                <Severity severity={indicator.severity} />
              </td>
              <td class="wrap">
                {indicator.description !== null && (
                  <Name name={indicator.description} meaning={false} prose />
                )}
              </td>
              <td class="soft">
                {indicator.expires_at === null ? '–' : <Moment at={indicator.expires_at} />}
              </td>
            </>
          )}
        </ResourceTable>
        {(next !== null || cursor !== undefined) && (
          <p class="row no-print">
            {cursor !== undefined && <a href={href(here, { contains })}>{list.first}</a>}
            {next !== null && <a href={href(here, { contains, cursor: next })}>{list.next}</a>}
          </p>
        )}
      </Panel>
      {asked.value === 'replace' && <ListDialog source={source} onDone={found.reload} onClose={close} />}
      {asked.value === 'remove' && found.data !== undefined && (
        <RemoveList
          source={source}
          indicators={found.data.indicator_count}
          onDone={() => navigate(href('/feeds'))}
          onClose={close}
        />
      )}
    </>
  );
}

/** Shows an indicator, which leads to its page if it is an address or a domain name. */
function Indicator({ name }: { name: string }) {
  if (isAddress(name)) return <AddressLink address={name} />;
  const isDomain = /^[^/\s]+\.[^/\s]+$/.test(name);
  return isDomain ? <DomainLink name={name} /> : <Name name={name} />;
}
