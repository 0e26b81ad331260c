import type { DnsRecord } from '../../../ports/dns-record.ts';

/** A DNSKEY is a key record, read (RFC 4034 section 2.1). */
export interface Dnskey {
  readonly name: string;
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  readonly publicKey: Buffer;
  readonly keyTag: number;
  /** All of the record's data. */
  readonly data: Buffer;
}

const flag = { zone: 0x0100, revoke: 0x0080, secureEntryPoint: 0x0001 };

/** Reads a DNSKEY record; undefined if the data is too short. */
export function readDnskey(record: Pick<DnsRecord, 'name' | 'data'>): Dnskey | undefined {
  const data = Buffer.from(record.data);
  if (data.length < 5) return undefined;
  return {
    name: record.name,
    flags: data.readUInt16BE(0),
    protocol: data[2]!,
    algorithm: data[3]!,
    publicKey: data.subarray(4),
    keyTag: keyTag(data),
    data,
  };
}

export function isZoneKey(key: Dnskey): boolean {
  return (key.flags & flag.zone) !== 0;
}

/** Tells whether a key is revoked (RFC 5011 section 2.1). */
export function isRevoked(key: Dnskey): boolean {
  return (key.flags & flag.revoke) !== 0;
}

export function isSecureEntryPoint(key: Dnskey): boolean {
  return (key.flags & flag.secureEntryPoint) !== 0;
}

/** Computes the key tag (RFC 4034 appendix B); RSA/MD5's own way (B.1) is included. */
export function keyTag(data: Buffer): number {
  if (data[3] === 1) return data.length < 4 + 3 ? 0 : data.readUInt16BE(data.length - 3);
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += (at & 1) === 0 ? data[at]! << 8 : data[at]!;
  return (sum + (sum >>> 16)) & 0xffff;
}
