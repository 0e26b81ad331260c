import type { AddressScan } from '@sonde/client/api-types.generated.ts';
import type { ComponentChildren } from 'preact';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { SystemLink } from '../../components/networks/links.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/ip.ts';

/** Shows the scan of an address: its holder, its announcement, and its reputation. */
export function Facts({ scan }: { scan: AddressScan }) {
  return (
    <div class="halves">
      <Network scan={scan} />
      <Reputation scan={scan} />
    </div>
  );
}

function Network({ scan }: { scan: AddressScan }) {
  const { network, bgp, allocation, geolocation: place, whois, reverse_dns: reverse } = scan;
  const asn = bgp?.origin_asn ?? network.asn;
  const where = [place?.city, place?.region, place?.country].filter((part) => part != null);
  const kinds = Object.entries(texts.kinds).filter(([kind]) => network[kind as keyof typeof texts.kinds]);
  return (
    <Panel title={texts.network}>
      <dl class="facts">
        {scan.special_purpose !== null && <Fact name={texts.special}>{visible(scan.special_purpose)}</Fact>}
        <Fact name={texts.system}>
          {asn === null ? undefined : <SystemLink asn={asn} name={bgp?.asn_name ?? network.asn_name} />}
        </Fact>
        <Fact name={texts.organization}>{said(whois?.organization ?? network.organization)}</Fact>
        <Fact name={texts.registry}>
          {allocation === null
            ? undefined
            : [allocation.registry, allocation.country, allocation.date]
                .filter((part) => part !== null)
                .map(visible)
                .join(', ')}
        </Fact>
        <Fact name={texts.place}>{where.length === 0 ? undefined : visible(where.join(', '))}</Fact>
        <Fact name={texts.reverse}>
          {reverse === null || reverse.ptr_records.length === 0
            ? undefined
            : reverse.ptr_records.slice(0, 5).map((name) => (
                <div key={name}>
                  <Name name={name} />{' '}
                  {reverse.confirmed.includes(name) && <span class="soft">{texts.confirmed}</span>}
                </div>
              ))}
        </Fact>
        <Fact name={texts.abuseContact}>{said(whois?.abuse_contact ?? null)}</Fact>
        <Fact name={texts.isA}>
          {kinds.length === 0 ? undefined : kinds.map(([, text]) => text).join(', ')}
        </Fact>
      </dl>
    </Panel>
  );
}

function Reputation({ scan }: { scan: AddressScan }) {
  const { abuse_confidence: confidence, total_reports: reports, blacklists, evidence } = scan.reputation;
  return (
    <Panel title={texts.reputation}>
      <dl class="facts">
        <Fact name={texts.confidence}>{texts.ofHundred(count(confidence))}</Fact>
        <Fact name={texts.reports}>{count(reports)}</Fact>
        <Fact name={texts.blacklists}>
          {blacklists === null || blacklists.hit_count === null
            ? undefined
            : blacklists.hit_count === 0
              ? texts.onNoList(
                  count(Object.values(blacklists.details).filter(({ listed }) => listed !== null).length),
                )
              : blacklists.listed_in.map(visible).join(', ')}
        </Fact>
        <Fact name={texts.scanned}>
          <Moment at={scan.scan_timestamp} relative />
        </Fact>
      </dl>
      {evidence.length > 0 && (
        <ul class="stack tight">
          {evidence.slice(0, 10).map(({ source, about, reason, points }) => (
            <li key={`${source} ${about}`}>
              <Name name={source} meaning={false} />: {visible(reason ?? about)}{' '}
              <span class="soft">{texts.points(count(points))}</span>
            </li>
          ))}
        </ul>
      )}
      {scan.errors.length > 0 && (
        <p class="soft small">
          {texts.notAsked(scan.errors.map(({ source }) => visible(source)).join(', '))}
        </p>
      )}
    </Panel>
  );
}

/** A fact with its name; what is not known is said to be so. */
function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children ?? <span class="soft">{texts.unknown}</span>}</dd>
    </>
  );
}

function said(text: string | null): ComponentChildren {
  return text === null ? undefined : <Name name={text} meaning={false} />;
}
