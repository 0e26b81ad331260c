import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readZoneFile } from '@sonde/shared/zone-file/read-zone-file.ts';
import { type Dnskey, readDnskey } from '../records/dnskey.ts';
import { type Ds, readDs } from '../records/ds.ts';

/** A trust anchor holds the keys of a zone, or their digests, that are trusted without a proof (RFC 4033 section 2). */
export interface TrustAnchor {
  readonly zone: string;
  readonly signers: readonly Ds[];
  readonly keys: readonly Dnskey[];
}

/**
 * Reads anchors from DS and DNSKEY records in zone file format, as `root.key` files have them. Throws a ZoneFileError, or an
 * Error if there is none among them.
 */
export function readTrustAnchors(text: string): TrustAnchor[] {
  const records = readZoneFile(text, { defaultTtl: 0, maxRecords: 1_000 });
  const anchors = new Map<string, { signers: Ds[]; keys: Dnskey[] }>();
  for (const record of records) {
    const anchor = anchors.get(record.name) ?? { signers: [], keys: [] };
    const signer = record.type === recordTypes.DS ? readDs(record) : undefined;
    const key = record.type === recordTypes.DNSKEY ? readDnskey(record) : undefined;
    if (signer !== undefined) anchor.signers.push(signer);
    if (key !== undefined) anchor.keys.push(key);
    if (signer !== undefined || key !== undefined) anchors.set(record.name, anchor);
  }
  if (anchors.size === 0)
    throw new Error('There is neither a DS nor a DNSKEY record among the trust anchors.');
  return [...anchors].map(([zone, anchor]) => ({ zone, ...anchor }));
}

/**
 * The root trust anchors are the keys of the root (https://data.iana.org/root-anchors/root-anchors.xml): 2017's and
 * 2024's.
 */
export const rootTrustAnchors = `
. IN DS 20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D
. IN DS 38696 8 2 683D2D0ACB8C9B712A1948B27F741219298D0A450D612C483AF444A4C0FB2B16
`;
