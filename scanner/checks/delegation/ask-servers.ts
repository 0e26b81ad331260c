import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { ZoneServers } from '../../ports/dns-resolution.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import type { NameServerEntry, ServerEntry } from './delegation-result.ts';
import { readSoa } from './read-soa.ts';

/** Servers and addresses beyond are not asked. */
const mostServers = 13;
const mostAddresses = 26;

/** One address of a name server, and its answers to the question for the SOA. */
export interface AskedServer {
  readonly name: string;
  readonly address: string;
  readonly soa: DnsAnswer;
  readonly overTcp: DnsAnswer;
}

export interface KnownServer {
  readonly name: string;
  readonly address: string;
}

/** Lists the addresses of a zone's servers, by the parent's word and the zone's own, each once. */
export function knownServers({ delegated, own }: ZoneServers): KnownServer[] {
  const all = [...delegated, ...own].flatMap(({ name, addresses }) =>
    addresses.map((address) => ({ name, address })),
  );
  const unique = new Map(all.map((server) => [`${server.name} ${server.address}`, server]));
  return [...unique.values()].slice(0, mostAddresses);
}

export function askServers(
  zone: string,
  servers: readonly KnownServer[],
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<AskedServer[]> {
  const question = { name: zone, type: recordTypes.SOA };
  return Promise.all(
    servers.map(async ({ name, address }) => {
      const [soa, overTcp] = await Promise.all([
        dns.ask(address, question, { signal }),
        dns.ask(address, question, { transport: 'tcp', signal }),
      ]);
      return { name, address, soa, overTcp };
    }),
  );
}

/** Tells whether an answer is one of a server that serves the zone. */
export function isAuthoritative({ failure, authoritative, responseCode, answer }: DnsAnswer): boolean {
  return (
    failure === undefined &&
    authoritative &&
    responseCode === 0 &&
    answer.some(({ type }) => type === recordTypes.SOA)
  );
}

export function serverEntry({ address, soa, overTcp }: AskedServer): ServerEntry {
  const answered = soa.failure === undefined;
  return {
    address,
    status: soa.failure ?? (isAuthoritative(soa) ? 'ok' : 'lame'),
    authoritative: answered ? soa.authoritative : null,
    serial: readSoa(soa)?.serial ?? null,
    edns: answered ? soa.edns !== undefined : null,
    tcp: answered ? overTcp.failure === undefined : null,
    milliseconds: answered ? Math.round(soa.milliseconds * 10) / 10 : null,
  };
}

export function nameServerEntries(zone: ZoneServers, asked: readonly AskedServer[]): NameServerEntry[] {
  const names = [...new Set([...zone.delegated, ...zone.own].map(({ name }) => name))];
  return names.slice(0, mostServers).map((name) => {
    const delegated = zone.delegated.find((server) => server.name === name);
    return {
      name,
      inParent: delegated !== undefined,
      inZone: zone.own.length === 0 ? null : zone.own.some((server) => server.name === name),
      glue: delegated?.glue ?? [],
      addresses: asked.filter((server) => server.name === name).map(serverEntry),
    };
  });
}
