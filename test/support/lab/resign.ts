import { sign } from 'node:crypto';
import { absolute, type LabKey } from '../../../scanner/bench/lab/keys.ts';
import { signedData } from '../../../scanner/protocols/dnssec/crypto/signed-data.ts';
import { rrsetsOf } from '../../../scanner/protocols/dnssec/records/rrset.ts';
import { recordTypeName, recordTypes } from '../../../shared/dns/record-types.ts';
import { wireName } from '../../../shared/dns/wire-name.ts';
import { readZoneFile, type ZoneRecord } from '../../../shared/zone-file/read-zone-file.ts';

const hashes: Readonly<Record<number, string | undefined>> = {
  5: 'sha1',
  7: 'sha1',
  8: 'sha256',
  10: 'sha512',
  13: 'sha256',
  14: 'sha384',
};
const day = 86_400;

/** What a signature says of itself, where it is to be odd. */
export interface Oddity {
  readonly inception?: number;
  readonly expiration?: number;
  readonly labels?: number;
  readonly originalTtl?: number;
  readonly signer?: string;
  readonly keyTag?: number;
  /** How many signatures of random octets stand before the sound one. */
  readonly garbage?: number;
}

/** The lines of a zone that the function keeps. */
export function onlyRecords(text: string, keep: (record: ZoneRecord) => boolean): string {
  return written(readZoneFile(text).filter(keep));
}

/** In the generic form (RFC 3597 section 5), which needs no care for the names within. */
function written(records: readonly ZoneRecord[]): string {
  const line = ({ name, ttl, type, data }: ZoneRecord) =>
    `${absolute(name)}\t${ttl}\tIN\t${recordTypeName(type)}\t\\# ${data.length} ${data.toString('hex')}\n`;
  return records.map(line).join('');
}

/** Signs the sets that are picked anew, with that key, and says of the signatures what is to be odd. */
export function resigned(
  text: string,
  key: LabKey,
  pick: (name: string, type: number) => boolean,
  oddity: Oddity = {},
): string {
  const records = readZoneFile(text);
  const kept = records.filter(
    ({ name, type, data }) => !(type === recordTypes.RRSIG && pick(name, (data[0]! << 8) | data[1]!)),
  );
  const sets = rrsetsOf(kept).filter(({ name, type }) => pick(name, type));
  const signatures = sets.flatMap((set) => signaturesOf(set.records as ZoneRecord[], key, oddity));
  return written([...kept, ...signatures]);
}

function signaturesOf(records: readonly ZoneRecord[], key: LabKey, oddity: Oddity): ZoneRecord[] {
  const now = Math.floor(Date.now() / 1_000);
  const { name, type, ttl } = records[0]!;
  const own = name === '.' ? 0 : name.split('.').length - (name.startsWith('*') ? 1 : 0);
  const labels = oddity.labels ?? own;
  const signer = oddity.signer ?? key.zone;
  const head = Buffer.alloc(18);
  head.writeUInt16BE(type, 0);
  head[2] = key.algorithm;
  head[3] = labels;
  head.writeUInt32BE(oddity.originalTtl ?? ttl, 4);
  head.writeUInt32BE(oddity.expiration ?? now + 14 * day, 8);
  head.writeUInt32BE(oddity.inception ?? now - day, 12);
  head.writeUInt16BE(oddity.keyTag ?? key.tag, 16);
  const [set] = rrsetsOf(records);
  const originalTtl = oddity.originalTtl ?? ttl;
  const data = signedData(set!, {
    name,
    typeCovered: type,
    algorithm: key.algorithm,
    labels,
    originalTtl,
    expiration: 0,
    inception: 0,
    keyTag: 0,
    signer,
    signature: Buffer.alloc(0),
    head,
  });
  const options = key.algorithm === 13 || key.algorithm === 14 ? { dsaEncoding: 'ieee-p1363' as const } : {};
  const signature = sign(hashes[key.algorithm] ?? null, data, { key: key.privateKey, ...options });
  const garbage = Array.from({ length: oddity.garbage ?? 0 }, (_, index) => {
    const octets = Buffer.alloc(signature.length, index + 1);
    octets.writeUInt16BE(index, 4);
    return octets;
  });
  return [...garbage, signature].map((octets) => {
    const whole = Buffer.concat([head, wireName(signer), octets]);
    return { name, type: recordTypes.RRSIG, class: 1, ttl, data: whole, text: '' };
  });
}
