import type { TrackedDomain } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, segment, setQuery } from '../../app/router.ts';
import { Finder } from '../../components/forms/finder.tsx';
import { Pager, pageStart } from '../../components/lists/pager.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { dateOnly } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/domains.ts';

const atOnce = 50;

/** Shows the domains that were scanned, with how their protections stand; all, or those with a text in their names. */
export function Scanned() {
  const wanted = place.value.query.get('q') ?? '';
  const from = wanted === '' ? pageStart() : 0;
  const domains = useResource<Pick<AnswerOf<'GET /api/domains'>, 'count' | 'domains'>>(
    `domains ${from} ${wanted}`,
    (signal) =>
      wanted === ''
        ? api.call('GET /api/domains', { query: { limit: atOnce, offset: from }, signal })
        : api.call('GET /api/search', { query: { q: wanted, limit: atOnce }, signal }),
    { keep: true },
  );
  const { columns } = texts;
  const { data } = domains;
  return (
    <>
      <Finder
        key={wanted}
        text={wanted}
        label={texts.find}
        placeholder={texts.placeholder}
        action={texts.search}
        longest={253}
        onFind={(text) => setQuery({ q: text || undefined, from: undefined })}
      />
      <Panel
        title={texts.scanned}
        tools={data !== undefined && <span class="soft">{texts.inAll(count(data.count))}</span>}
      >
        <ResourceTable
          label={texts.scanned}
          of={domains}
          lines={10}
          rows={({ domains: found }) => found}
          keyOf={({ domain }) => domain}
          columns={[
            columns.domain,
            columns.dnssec,
            columns.spf,
            columns.dkim,
            columns.dmarc,
            columns.certificate,
            columns.expires,
            [columns.scanned, 'number'],
          ]}
          empty={wanted === '' ? [texts.noScanned, texts.noScannedMore] : texts.notFound(visible(wanted))}
        >
          {(domain) => <Cells of={domain} />}
        </ResourceTable>
        {data !== undefined && wanted === '' && data.domains.length > 0 && (
          <Pager
            from={from}
            shown={data.domains.length}
            all={data.count}
            atOnce={atOnce}
            texts={{ page: texts.page, before: texts.earlier, after: texts.later }}
          />
        )}
      </Panel>
    </>
  );
}

function Cells({ of: domain }: { of: TrackedDomain }) {
  return (
    <>
      <td class="wrap">
        <a href={href(`/domain/${segment(domain.domain)}`, { view: 'scan' })}>
          <Name name={domain.domain} />
        </a>{' '}
        {domain.monitored && <span class="badge">{texts.monitored}</span>}
      </td>
      <td>
        <Standing isThere={domain.dnssec_enabled} holds={domain.dnssec_valid} />
      </td>
      <td>
        <Standing holds={domain.spf_valid} />
      </td>
      <td>
        <Standing holds={domain.dkim_valid} />
      </td>
      <td>
        <Standing isThere={domain.dmarc_enabled} holds={domain.dmarc_valid} />
        {domain.dmarc_policy !== null && <div class="soft small">{visible(domain.dmarc_policy)}</div>}
      </td>
      <td>
        <Standing holds={domain.ssl_valid} />
        {domain.ssl_expiry !== null && (
          <div class="soft small">{texts.until(dateOnly(domain.ssl_expiry))}</div>
        )}
      </td>
      <td class="soft">{domain.expiration_date === null ? '–' : dateOnly(domain.expiration_date)}</td>
      <td class="number soft">
        <Moment at={domain.last_scanned} relative />
      </td>
    </>
  );
}

/** Shows how a protection stands, if there is one; null: nobody could tell. */
function Standing({ holds, isThere = null }: { holds: boolean | null; isThere?: boolean | null }) {
  if (isThere === false) return <span class="soft">{texts.absent}</span>;
  if (holds === null) return <span class="soft">–</span>;
  return holds ? <span class="good">{texts.good}</span> : <span class="bad">{texts.bad}</span>;
}
