import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { type Dnskey, readDnskey } from '../../protocols/dnssec/records/dnskey.ts';
import { type Ds, readDs } from '../../protocols/dnssec/records/ds.ts';
import { rrsetsOf } from '../../protocols/dnssec/records/rrset.ts';
import type { Rrsig } from '../../protocols/dnssec/records/rrsig.ts';

/** The answers that a zone's DNSSEC is judged by; each validated. */
export interface ZoneFacts {
  readonly zone: string;
  readonly soa: DnsAnswer;
  readonly ds: DnsAnswer;
  readonly dnskey: DnsAnswer;
  /** Shows how the zone denies, whether there is such a record or not. */
  readonly nsec3Param: DnsAnswer;
  readonly cds: DnsAnswer;
  readonly cdnskey: DnsAnswer;
  readonly csync: DnsAnswer;
  /** The answers that deny the question. */
  readonly denied: readonly DnsAnswer[];
  readonly keys: readonly Dnskey[];
  readonly signers: readonly Ds[];
}

/** Finds the zone that a name lies in, by the SOA that answers come with; undefined if none came. */
export function zoneOfAnswer(answer: DnsAnswer): string | undefined {
  return [...answer.answer, ...answer.authority].findLast(({ type }) => type === recordTypes.SOA)?.name;
}

export async function gatherZone(
  zone: string,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<ZoneFacts> {
  const ask = (type: keyof typeof recordTypes) => dns.resolve(zone, recordTypes[type], { signal });
  // All at once: those that need the chain's records for their validation wait for the same answers.
  const [ds, dnskey, soa, nsec3Param, cds, cdnskey, csync] = await Promise.all([
    ask('DS'),
    ask('DNSKEY'),
    ask('SOA'),
    ask('NSEC3PARAM'),
    ask('CDS'),
    ask('CDNSKEY'),
    ask('CSYNC'),
  ]);
  return {
    zone,
    soa,
    ds,
    dnskey,
    nsec3Param,
    cds,
    cdnskey,
    csync,
    denied: [ds, nsec3Param, cds, cdnskey, csync].filter(({ answer }) => answer.length === 0),
    keys: keysIn(dnskey, zone),
    signers: signersIn(ds, zone),
  };
}

export function keysIn(answer: DnsAnswer, zone: string): Dnskey[] {
  return recordsAt(answer, zone, recordTypes.DNSKEY).flatMap((record) => readDnskey(record) ?? []);
}

export function signersIn(answer: DnsAnswer, zone: string): Ds[] {
  return recordsAt(answer, zone, recordTypes.DS).flatMap((record) => readDs(record) ?? []);
}

function recordsAt({ answer }: DnsAnswer, zone: string, type: number) {
  return answer.filter((record) => record.type === type && record.name === zone);
}

/** Collects the signatures over a set of the answer. */
export function signaturesOver(answer: DnsAnswer, type: number): readonly Rrsig[] {
  return rrsetsOf(answer.answer).find((set) => set.type === type)?.signatures ?? [];
}
