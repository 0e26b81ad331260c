import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { ScanError } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { askRecords, errorsOf } from '../ask-records.ts';
import { siteHeaders } from '../site-headers.ts';
import type { FingerprintEvidence } from './domain-fingerprint-result.ts';
import { matchProvider } from './match-provider.ts';
import {
  addressProviders,
  dnsProviders,
  mailProviders,
  type ProviderNames,
  siteProviders,
} from './provider-names.ts';

const source = 'fingerprint';
/** Addresses whose names are asked for. */
const mostAddresses = 3;

/** The gathered facts are the evidence that points to providers, and the other facts that a fingerprint needs. */
export interface Gathered {
  readonly evidence: readonly FingerprintEvidence[];
  /** Providers whose hosts answer from many places. */
  readonly anycast: ReadonlySet<string>;
  readonly addresses: readonly string[];
  /** Of the site; undefined if it could not be had. */
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  readonly errors: readonly ScanError[];
  /** Texts of what was asked for. */
  readonly records: Readonly<Record<'NS' | 'MX' | 'CNAME', readonly string[]>>;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Gathers the evidence of providers. `known`: the headers of the site, if they have been seen. */
export async function gatherEvidence(domain: string, ports: ScanPorts, known?: Headers): Promise<Gathered> {
  const [zone, four, six, exchangers, site] = await Promise.all([
    ports.dns.zoneOf(domain, { signal: ports.signal }),
    askRecords(domain, 'A', ports, source),
    askRecords(domain, 'AAAA', ports, source),
    askRecords(domain, 'MX', ports, source),
    known === undefined ? siteHeaders(domain, ports, source) : { headers: known },
  ]);
  const addresses = [...four.records, ...six.records].map(({ text }) => text);
  const reverse = await Promise.all(
    addresses
      .slice(0, mostAddresses)
      .map((address) => askRecords(reverseName(address), 'PTR', ports, source)),
  );
  const aliases = [...new Set([...four.names.slice(1), ...six.names.slice(1)])];
  const servers = [...new Set([...zone.own, ...zone.delegated].map(({ name }) => name))];
  const hosts = exchangers.records.map(({ text }) => text.split(' ')[1] ?? '');
  const found = [
    ...named(servers, dnsProviders, 'ns', 0.95),
    ...named(aliases, siteProviders, 'cname', 0.95),
    ...named(hosts, mailProviders, 'mx', 0.95),
    ...named(
      reverse.flatMap(({ records }) => records.map(({ text }) => text)),
      addressProviders,
      'ptr',
      0.7,
    ),
  ];
  return {
    evidence: [
      ...found.map(({ evidence }) => evidence),
      // Who has seen the headers has looked at them.
      ...('headers' in site && known === undefined ? await ofHeaders(site.headers, ports) : []),
    ],
    anycast: new Set(found.filter(({ anycast }) => anycast).map(({ evidence }) => evidence.provider)),
    addresses,
    headers: 'headers' in site ? site.headers : undefined,
    // Not to have a site is no error of a fingerprint, nor to have no names for addresses.
    errors: errorsOf([four, six, exchangers]),
    records: { NS: servers, MX: hosts, CNAME: aliases },
  };
}

function named(
  hosts: readonly string[],
  table: readonly ProviderNames[],
  by: string,
  confidence: number,
): { evidence: FingerprintEvidence; anycast: boolean }[] {
  return hosts.flatMap((host) => {
    const match = matchProvider(host, table);
    if (match === undefined) return [];
    const { provider, role, anycast = false } = match;
    return [{ evidence: { provider, role, source: by, value: host, confidence }, anycast }];
  });
}

/** Who sends these headers, as the rules for technologies tell it. */
async function ofHeaders(headers: Headers, { pages, signal }: ScanPorts): Promise<FingerprintEvidence[]> {
  const nothing = { url: null, setCookies: [], html: '', dns: {}, icons: [], certificateIssuer: null };
  const { technologies } = await pages.detect({ ...nothing, headers }, signal);
  return technologies.flatMap(({ name, category, subcategory, evidence, confidence }) => {
    const role =
      category === 'CDN' ? 'cdn' : category === 'Hosting' || subcategory === 'Hosted' ? 'hosting' : undefined;
    if (role === undefined || evidence.startsWith('implied ')) return [];
    return [{ provider: name, role, source: 'header', value: evidence, confidence: confidence / 100 }];
  });
}

/** Writes the name of an address in the reverse DNS (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(address: string): string {
  if (isIPv4(address)) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
  const digits = Buffer.from(addressBytes(address)).toString('hex');
  return `${[...digits].toReversed().join('.')}.ip6.arpa`;
}
