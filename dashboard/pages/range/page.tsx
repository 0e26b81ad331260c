import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { place } from '../../app/router.ts';
import { InOrder } from '../../components/lists/in-order.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { AddressLink, Name } from '../../components/name.tsx';
import { SystemLink } from '../../components/networks/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/networks.ts';
import { RangeLook } from './range-look.tsx';

type RangeScan = AnswerOf<'GET /api/range/{cidr}/scan'>;

/** Addresses that are told one by one. */
const mostAddresses = 256;

/** Shows a range: what is known of its addresses here, and what the DNS and blocklists say of them if somebody asks. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const range = params.range!;
  const scan = useResource(`range ${range}`, (signal) =>
    api.call('GET /api/range/{cidr}/scan', {
      params: { cidr: range },
      query: { max_ips: mostAddresses },
      signal,
    }),
  );
  return (
    <>
      <PageHead title={<Name name={range} meaning={false} />} lead={texts.rangeLead} />
      <InOrder
        parts={[
          [
            <Loaded key="sum" of={scan} lines={6}>
              {(found) => <Sum of={found} />}
            </Loaded>,
            scan,
          ],
          scan.data !== undefined && [
            <RangeLook key="look" range={scan.data.cidr} asked={place.value.query.get('job')} />,
          ],
          scan.data !== undefined && [<Addresses key="addresses" of={scan} />],
        ]}
      />
    </>
  );
}

function Sum({ of: { total_ips: total, summary } }: { of: RangeScan }) {
  const { alive_ips: named, threat_ips: harmful, blacklisted_ips: listed, countries, asns } = summary;
  const known = (value: number | null) =>
    value === null ? <span class="soft">{texts.unknown}</span> : count(value);
  return (
    <Panel title={texts.sum}>
      <dl class="facts">
        <dt>{texts.looked}</dt>
        <dd>{count(total)}</dd>
        <dt>{texts.jobColumns.named}</dt>
        <dd>{known(named)}</dd>
        <dt>{texts.harmful}</dt>
        <dd class={harmful > 0 ? 'bad' : ''}>{count(harmful)}</dd>
        <dt>{texts.onLists}</dt>
        <dd>{known(listed)}</dd>
        <dt>{texts.countries}</dt>
        <dd>{tally(countries)}</dd>
        <dt>{texts.systems}</dt>
        <dd>{tally(asns)}</dd>
      </dl>
    </Panel>
  );
}

/** What most addresses share, with how many they are. */
function tally(counted: Readonly<Record<string, number>>) {
  const most = Object.entries(counted)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 8);
  if (most.length === 0) return <span class="soft">{texts.unknown}</span>;
  return most.map(([name, times]) => `${visible(name)} (${count(times)})`).join(', ');
}

function Addresses({ of: scan }: { of: Resource<RangeScan> }) {
  const { rangeColumns: columns } = texts;
  const { total_ips: total, scanned_ips: scanned, results } = scan.data!;
  const known = results.filter(isKnown).length;
  return (
    <Panel
      title={texts.each}
      tools={scanned < total && <span class="soft">{texts.shownOf(count(scanned), count(total))}</span>}
    >
      <ResourceTable
        label={texts.each}
        of={scan}
        rows={({ results }) => results.filter(isKnown).toSorted(worstFirst)}
        keyOf={({ ip }) => ip}
        columns={[
          columns.address,
          columns.system,
          columns.place,
          [columns.reputation, 'number'],
          [columns.reports, 'number'],
        ]}
        empty={texts.nothingKnown}
      >
        {({ ip, network, geolocation: where, reputation }) => (
          <>
            <td>
              <AddressLink address={ip} />
            </td>
            <td class="soft">
              {network.asn === null ? '' : <SystemLink asn={network.asn} name={network.asn_name} />}
            </td>
            <td class="soft">{visible([where?.city, where?.country].filter((part) => part).join(', '))}</td>
            <td class="number">
              {reputation.is_blacklisted === true && <span class="badge bad">{texts.listed}</span>}{' '}
              {count(reputation.abuse_confidence)}
            </td>
            <td class="number">{count(reputation.total_reports)}</td>
          </>
        )}
      </ResourceTable>
      {known > 0 && known < results.length && (
        <p class="soft small">{texts.othersUnknown(count(results.length - known))}</p>
      )}
    </Panel>
  );
}

/** Tells whether anything is known of an address here. */
function isKnown({ network, geolocation: where, reputation }: RangeScan['results'][number]): boolean {
  const { abuse_confidence: confidence, total_reports: reports, is_blacklisted: isListed } = reputation;
  return network.asn !== null || where !== null || confidence > 0 || reports > 0 || isListed === true;
}

function worstFirst(one: RangeScan['results'][number], other: RangeScan['results'][number]): number {
  return (
    other.reputation.abuse_confidence - one.reputation.abuse_confidence ||
    Number(other.reputation.is_blacklisted) - Number(one.reputation.is_blacklisted)
  );
}
