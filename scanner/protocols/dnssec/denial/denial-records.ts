import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { labelsOf, readWireName } from '@sonde/shared/dns/wire-name.ts';
import { base32Octets } from '@sonde/shared/zone-file/octets.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import { readTypeBitmap } from '../records/type-bitmap.ts';

/** An NSEC record is the record as read (RFC 4034 section 4.1). */
export interface Nsec {
  readonly owner: string;
  readonly next: string;
  readonly types: ReadonlySet<number>;
}

/** An NSEC3 record is the record as read (RFC 5155 section 3.1). */
export interface Nsec3 {
  readonly ownerHash: Buffer;
  readonly nextHash: Buffer;
  readonly algorithm: number;
  readonly flags: number;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly types: ReadonlySet<number>;
}

export function readNsec(record: DnsRecord): Nsec | undefined {
  const next = readWireName(record.data, 0);
  const types = next && readTypeBitmap(record.data.subarray(next.end));
  return next && types && { owner: record.name, next: next.name, types };
}

/** Reads an NSEC3 record; undefined if it is malformed or its owner is no hash right below the zone. */
export function readNsec3(record: DnsRecord, zone: string): Nsec3 | undefined {
  const data = Buffer.from(record.data);
  const saltEnd = 5 + (data[4] ?? 0);
  const hashEnd = saltEnd + 1 + (data[saltEnd] ?? 0);
  if (data.length < hashEnd || hashEnd <= saltEnd + 1) return undefined;
  const [label] = labelsOf(record.name);
  const ownerHash = label && base32Octets(label.toString('latin1'));
  const types = readTypeBitmap(data.subarray(hashEnd));
  const isOfZone =
    isAtOrBelow(record.name, zone) && labelsOf(record.name).length === labelsOf(zone).length + 1;
  if (ownerHash === undefined || types === undefined || !isOfZone) return undefined;
  return {
    ownerHash,
    nextHash: data.subarray(saltEnd + 1, hashEnd),
    algorithm: data[0]!,
    flags: data[1]!,
    iterations: data.readUInt16BE(2),
    salt: data.subarray(5, saltEnd),
    types,
  };
}

/** Tells whether the types are an owner's of a delegation, seen from above it (RFC 6840 section 4.1). */
export function isDelegation(types: ReadonlySet<number>): boolean {
  return types.has(recordTypes.NS) && !types.has(recordTypes.SOA);
}

export function isUnsignedDelegation(types: ReadonlySet<number>): boolean {
  return isDelegation(types) && !types.has(recordTypes.DS);
}
