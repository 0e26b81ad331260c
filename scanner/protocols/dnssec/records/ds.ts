import { createHash } from 'node:crypto';
import { wireName } from '@sonde/shared/dns/wire-name.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import type { Dnskey } from './dnskey.ts';

/** A DS is a delegation signer record, read (RFC 4034 section 5.1). */
export interface Ds {
  readonly name: string;
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: Buffer;
}

/**
 * The digest types are numbered by the IANA registry "DS RR Type Digest Algorithms"; a type without a hash is not
 * implemented here.
 */
export const digestTypes: ReadonlyMap<number, { readonly name: string; readonly hash?: string }> = new Map([
  [1, { name: 'SHA-1', hash: 'sha1' }],
  [2, { name: 'SHA-256', hash: 'sha256' }],
  [3, { name: 'GOST R 34.11-94' }],
  [4, { name: 'SHA-384', hash: 'sha384' }],
  [5, { name: 'GOST R 34.11-2012' }],
  [6, { name: 'SM3' }],
]);

export function digestName(type: number): string {
  return digestTypes.get(type)?.name ?? `digest type ${type}`;
}

export function readDs(record: Pick<DnsRecord, 'name' | 'data'>): Ds | undefined {
  const data = Buffer.from(record.data);
  if (data.length < 5) return undefined;
  return {
    name: record.name,
    keyTag: data.readUInt16BE(0),
    algorithm: data[2]!,
    digestType: data[3]!,
    digest: data.subarray(4),
  };
}

/** Tells whether the record stands for that key (RFC 4034 section 5.1.4, RFC 4509, RFC 6605). */
export function standsFor(ds: Ds, key: Dnskey): boolean {
  if (ds.keyTag !== key.keyTag || ds.algorithm !== key.algorithm) return false;
  const digest = digestOf(key, ds.digestType);
  return digest?.equals(ds.digest) === true;
}

/** Computes the DS digest of a key; undefined if the digest type is not implemented. */
export function digestOf(key: Dnskey, digestType: number): Buffer | undefined {
  const hash = digestTypes.get(digestType)?.hash;
  return hash === undefined
    ? undefined
    : createHash(hash).update(wireName(key.name)).update(key.data).digest();
}
