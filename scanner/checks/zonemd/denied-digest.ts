import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import { type Nsec3, readNsec, readNsec3 } from '../../protocols/dnssec/denial/denial-records.ts';
import { nsec3Hash } from '../../protocols/dnssec/denial/nsec3-hash.ts';
import { maxIterations } from '../../protocols/dnssec/denial/prove.ts';

/**
 * Tells whether the NSEC or NSEC3 record of the apex lists ZONEMD: then there has to be such a record (RFC 8976 section
 * 4).
 */
export function saysThereIsDigest(records: readonly DnsRecord[], zone: string): boolean {
  const nsec = records
    .filter(({ name, type }) => name === zone && type === recordTypes.NSEC)
    .flatMap((record) => readNsec(record) ?? []);
  const own = [...nsec, ...ofApex(records, zone)];
  return own.some(({ types }) => types.has(recordTypes.ZONEMD));
}

/** Finds the NSEC3 records of the apex. A zone has one chain, so that one hash is enough. */
export function ofApex(records: readonly DnsRecord[], zone: string): Nsec3[] {
  const nsec3 = records
    .filter(({ type }) => type === recordTypes.NSEC3)
    .flatMap((record) => readNsec3(record, zone) ?? []);
  const [first] = nsec3;
  if (first === undefined || first.iterations > maxIterations) return [];
  const hash = nsec3Hash(zone, first.salt, first.iterations);
  return nsec3.filter(({ ownerHash }) => ownerHash.equals(hash));
}
