import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { type Dnskey, readDnskey } from '../../protocols/dnssec/records/dnskey.ts';
import { isAuthoritative, type KnownServer } from '../delegation/ask-servers.ts';
import { signaturesOver } from '../dnssec/zone-facts.ts';

const mostKeys = 32;

/** A server's signing lists the keys, the denial and the CDS records that one server of a zone answers. */
export interface ServerSigning {
  readonly server: KnownServer;
  readonly keys: readonly Dnskey[];
  /** Tags, sorted. */
  readonly zoneKeys: readonly number[];
  readonly entryKeys: readonly number[];
  readonly denial: 'nsec' | 'nsec3' | null;
  /** Presentation form, sorted. */
  readonly nameServers: readonly string[];
  readonly cds: readonly string[];
}

/** Asks one server; undefined if it does not answer with authority. */
export async function askSigning(
  server: KnownServer,
  zone: string,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<ServerSigning | undefined> {
  const ask = async (type: keyof typeof recordTypes): Promise<DnsAnswer> => {
    const question = { name: zone, type: recordTypes[type] };
    const answer = await dns.ask(server.address, question, { signal });
    return answer.truncated ? dns.ask(server.address, question, { transport: 'tcp', signal }) : answer;
  };
  const soa = await ask('SOA');
  if (!isAuthoritative(soa)) return undefined;
  const [dnskey, ns, cds] = await Promise.all([ask('DNSKEY'), ask('NS'), ask('CDS')]);
  const texts = (answer: DnsAnswer, type: number) =>
    answer.answer
      .filter((record) => record.type === type)
      .map(({ text }) => text)
      .toSorted();
  const tags = (answer: DnsAnswer, type: number) =>
    [...new Set(signaturesOver(answer, type).map(({ keyTag }) => keyTag))].toSorted(
      (one, other) => one - other,
    );
  return {
    server,
    keys: dnskey.answer
      .filter(({ type }) => type === recordTypes.DNSKEY)
      .slice(0, mostKeys)
      .flatMap((record) => readDnskey(record) ?? []),
    zoneKeys: tags(soa, recordTypes.SOA),
    entryKeys: tags(dnskey, recordTypes.DNSKEY),
    denial: denialOf(cds),
    nameServers: texts(ns, recordTypes.NS),
    cds: texts(cds, recordTypes.CDS),
  };
}

function denialOf({ authority }: DnsAnswer): 'nsec' | 'nsec3' | null {
  if (authority.some(({ type }) => type === recordTypes.NSEC3)) return 'nsec3';
  return authority.some(({ type }) => type === recordTypes.NSEC) ? 'nsec' : null;
}
