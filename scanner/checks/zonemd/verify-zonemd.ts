import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import { saysThereIsDigest } from './denied-digest.ts';
import { canonicalZone, digestOf, zonemdHashes } from './digest-zone.ts';

/** Shorter digests are malformed (RFC 8976 section 2.2.4). */
const minDigestBytes = 12;
const simpleScheme = 1;

/** A ZONEMD record is one record with the outcome of its verification. */
export interface ZonemdRecord {
  readonly serial: number;
  readonly scheme: number;
  readonly hashAlgorithm: number;
  /** Hexadecimal, lower case. */
  readonly digest: string;
  readonly status: 'valid' | 'mismatch' | 'wrong_serial' | 'unsupported' | 'duplicate' | 'malformed';
  /** The right digest; null if it was not worked out. */
  readonly expected: string | null;
}

/** A ZONEMD verdict states whether the zone's digest fits the zone (RFC 8976 section 4). */
export interface ZonemdVerdict {
  /**
   * `unverifiable`: there are records, but none of a scheme and a hash algorithm that are known; it is no failure. `unsound`:
   * what was given is no zone.
   */
  readonly status: 'valid' | 'invalid' | 'absent' | 'unverifiable' | 'unsound';
  readonly serial: number | null;
  readonly message: string;
  readonly rule: string;
  readonly records: readonly ZonemdRecord[];
  /** Records outside of the zone, which are left out of the digest. */
  readonly outOfZone: number;
}

/** Verifies the digest of a zone. `records`: the whole zone, the SOA once. */
export function verifyZonemd(records: readonly DnsRecord[], zone: string): ZonemdVerdict {
  const outOfZone = records.filter(({ name }) => !isAtOrBelow(name, zone)).length;
  const apex = records.filter(({ name }) => name === zone);
  const serials = new Set(apex.filter(({ type }) => type === recordTypes.SOA).map(serialOf));
  const [serial] = serials;
  const verdict = (
    status: ZonemdVerdict['status'],
    message: string,
    section: string,
    found: ZonemdRecord[] = [],
  ) => ({
    status,
    serial: serial ?? null,
    message,
    rule: `RFC 8976 section ${section}`,
    records: found,
    outOfZone,
  });
  if (serials.size !== 1 || serial === undefined) {
    return verdict('unsound', `A zone has one SOA record at its apex; ${zone} has ${serials.size}.`, '4');
  }
  const own = apex.filter(({ type }) => type === recordTypes.ZONEMD);
  if (own.length === 0 && saysThereIsDigest(records, zone)) {
    return verdict(
      'invalid',
      `${zone} has no ZONEMD record, but its NSEC records say that it has: it was taken out.`,
      '4',
    );
  }
  if (own.length === 0) return verdict('absent', `${zone} has no ZONEMD record.`, '4');

  const canonical = canonicalZone(records, zone);
  const heads = own.map((record) => headOf(record));
  const found = own.map((record, index) => {
    const head = heads[index]!;
    const alike = heads.filter(
      (other) => other.scheme === head.scheme && other.hashAlgorithm === head.hashAlgorithm,
    );
    return examine(record, head, alike.length > 1, serial, canonical);
  });
  if (found.some(({ status }) => status === 'valid')) {
    return verdict('valid', `The digest of ${zone} fits serial ${serial}.`, '4', found);
  }
  if (found.every(({ status }) => status === 'unsupported')) {
    return verdict('unverifiable', 'No ZONEMD record is of a known scheme and hash algorithm.', '4', found);
  }
  return verdict('invalid', reasonOf(found, serial), sectionOf(found), found);
}

interface Head {
  readonly serial: number;
  readonly scheme: number;
  readonly hashAlgorithm: number;
}

function headOf({ data }: DnsRecord): Head {
  const bytes = Buffer.from(data);
  if (bytes.length < 6) return { serial: 0, scheme: 0, hashAlgorithm: 0 };
  return { serial: bytes.readUInt32BE(0), scheme: bytes[4]!, hashAlgorithm: bytes[5]! };
}

function examine(
  { data }: DnsRecord,
  head: Head,
  hasTwin: boolean,
  serial: number,
  canonical: readonly Uint8Array[],
): ZonemdRecord {
  const digest = Buffer.from(data.subarray(6)).toString('hex');
  const result = (status: ZonemdRecord['status'], expected: string | null = null): ZonemdRecord => ({
    ...head,
    digest,
    status,
    expected,
  });
  if (data.length < 6 + minDigestBytes) return result('malformed');
  if (hasTwin) return result('duplicate');
  if (head.serial !== serial) return result('wrong_serial');
  const hash = zonemdHashes.get(head.hashAlgorithm);
  if (head.scheme !== simpleScheme || hash === undefined) return result('unsupported');
  if (data.length !== 6 + hash.bytes) return result('malformed');
  const expected = digestOf(canonical, hash.hash).toString('hex');
  return result(expected === digest ? 'valid' : 'mismatch', expected);
}

function reasonOf(found: readonly ZonemdRecord[], serial: number): string {
  const statuses = new Set(found.map(({ status }) => status));
  if (statuses.has('mismatch'))
    return 'The digest does not fit the zone: it was changed, or the digest was not made anew.';
  if (statuses.has('wrong_serial')) return `The digest is for another serial than ${serial}.`;
  if (statuses.has('duplicate'))
    return 'Several ZONEMD records have the same scheme and hash algorithm: none counts.';
  return 'The ZONEMD record is malformed.';
}

function sectionOf(found: readonly ZonemdRecord[]): string {
  if (found.some(({ status }) => status === 'malformed')) return '2.2.4';
  return found.some(({ status }) => status === 'duplicate') ? '2.2' : '4';
}

function serialOf({ data }: DnsRecord): number {
  const first = readWireName(data, 0);
  const second = first && readWireName(data, first.end);
  return second === undefined || data.length < second.end + 4
    ? 0
    : Buffer.from(data).readUInt32BE(second.end);
}
