import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';

/** An RRSIG is a signature record, read (RFC 4034 section 3.1). Times are seconds since 1970 modulo 2^32. */
export interface Rrsig {
  readonly name: string;
  readonly typeCovered: number;
  readonly algorithm: number;
  readonly labels: number;
  readonly originalTtl: number;
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  /** In stored form. */
  readonly signer: string;
  readonly signature: Buffer;
  /** All before the signer's name, as it is signed. */
  readonly head: Buffer;
}

/** Reads an RRSIG record; undefined if the data is malformed. */
export function readRrsig(record: DnsRecord): Rrsig | undefined {
  const data = Buffer.from(record.data);
  if (data.length < 19) return undefined;
  const signer = readWireName(data, 18);
  if (signer === undefined) return undefined;
  return {
    name: record.name,
    typeCovered: data.readUInt16BE(0),
    algorithm: data[2]!,
    labels: data[3]!,
    originalTtl: data.readUInt32BE(4),
    expiration: data.readUInt32BE(8),
    inception: data.readUInt32BE(12),
    keyTag: data.readUInt16BE(16),
    signer: signer.name,
    signature: data.subarray(signer.end),
    head: data.subarray(0, 18),
  };
}
