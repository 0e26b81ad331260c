import { createHash } from 'node:crypto';
import { compareNames, isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { wireName } from '@sonde/shared/dns/wire-name.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import { canonicalData } from '../../protocols/dnssec/records/canonical-data.ts';

/** The ZONEMD hashes are the hash algorithms of ZONEMD (RFC 8976 section 5.3). */
export const zonemdHashes: ReadonlyMap<
  number,
  { readonly name: string; readonly hash: string; readonly bytes: number }
> = new Map([
  [1, { name: 'SHA-384', hash: 'sha384', bytes: 48 }],
  [2, { name: 'SHA-512', hash: 'sha512', bytes: 64 }],
]);

/**
 * Writes the zone in the order and form that the SIMPLE scheme digests (RFC 8976 section 3.3): all of it in canonical
 * form, glue and records hidden below delegations too, each record once; without the apex's ZONEMD records and the
 * signatures over them, and without records outside of the zone.
 */
export function canonicalZone(records: readonly DnsRecord[], zone: string): Uint8Array[] {
  const lines = records
    .filter((record) => isAtOrBelow(record.name, zone) && !isOwnDigest(record, zone))
    .map((record) => ({ record, data: canonicalData(record.type, record.data) }));
  const byName = new Map<string, typeof lines>();
  for (const line of lines) {
    const same = byName.get(line.record.name);
    if (same === undefined) byName.set(line.record.name, [line]);
    else same.push(line);
  }
  return [...byName.keys()].toSorted(compareNames).flatMap((name) => {
    const owner = wireName(name);
    const sorted = byName
      .get(name)!
      .toSorted(
        (one, other) =>
          one.record.class - other.record.class ||
          one.record.type - other.record.type ||
          Buffer.compare(one.data, other.data),
      );
    return sorted
      .filter(({ record, data }, index) => {
        const before = sorted[index - 1];
        return before?.record.type !== record.type || Buffer.compare(before.data, data) !== 0;
      })
      .map(({ record, data }) => canonicalRecord(owner, record, data));
  });
}

export function digestOf(canonical: readonly Uint8Array[], hash: string): Buffer {
  const digest = createHash(hash);
  for (const record of canonical) digest.update(record);
  return digest.digest();
}

function isOwnDigest({ name, type, data }: DnsRecord, zone: string): boolean {
  if (name !== zone) return false;
  if (type === recordTypes.ZONEMD) return true;
  return type === recordTypes.RRSIG && ((data[0]! << 8) | data[1]!) === recordTypes.ZONEMD;
}

/** RFC 4034 section 6.2. */
function canonicalRecord(owner: Uint8Array, record: DnsRecord, data: Uint8Array): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(record.type, 0);
  fixed.writeUInt16BE(record.class, 2);
  fixed.writeUInt32BE(record.ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}
