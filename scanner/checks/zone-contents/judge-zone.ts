import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';

/** What is wrong with the records of a zone as they stand beside each other. */
export interface ZoneFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** From 1; null where something is missing. */
  readonly line: number | null;
  readonly message: string;
  /** RFC and section. */
  readonly rule: string;
}

/** Types that may stand beside a CNAME (RFC 4035 section 2.5; KEY by RFC 3007 section 3.1). */
const besideAlias: ReadonlySet<number> = new Set([
  recordTypes.CNAME,
  recordTypes.RRSIG,
  recordTypes.NSEC,
  recordTypes.KEY,
]);
/** Types whose data ends with a name that must not be an alias. */
const pointers: ReadonlyMap<number, string> = new Map<number, string>([
  [recordTypes.NS, 'RFC 2181 section 10.3'],
  [recordTypes.MX, 'RFC 2181 section 10.3'],
  [recordTypes.SRV, 'RFC 2782'],
]);

/** Judges the records of a zone file, whose apex has the SOA record. */
export function judgeZone(records: readonly ZoneRecord[]): ZoneFinding[] {
  const apex = records.find(({ type }) => type === recordTypes.SOA)?.name;
  const soa = 'RFC 1035 section 5.2';
  if (apex === undefined) {
    return [finding('soa_missing', 'error', null, 'The zone has no SOA record.', soa)];
  }
  const byName = Map.groupBy(records, ({ name }) => name);
  const findings: ZoneFinding[] = [];
  const add = (...parts: Parameters<typeof finding>) => findings.push(finding(...parts));
  const first = records.find(({ type }) => type === recordTypes.SOA);
  for (const record of records.filter(({ type }) => type === recordTypes.SOA)) {
    if (record !== first)
      add('soa_again', 'error', record, `There is a second SOA record at ${record.name}.`, soa);
  }
  if (!byName.get(apex)!.some(({ type }) => type === recordTypes.NS)) {
    add('ns_missing', 'error', null, `The apex ${apex} has no NS record.`, 'RFC 1034 section 4.2.1');
  }
  for (const record of records) {
    if (!isWithin(record.name, apex)) {
      add('out_of_zone', 'error', record, `${record.name} is not within ${apex}.`, soa);
    }
  }
  for (const [name, own] of byName) {
    judgeAliases(name, own, add);
    judgeSets(own, add);
  }
  for (const record of records) judgePointer(record, apex, byName, add);
  return findings.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

type Add = (...parts: Parameters<typeof finding>) => unknown;

function judgeAliases(name: string, own: readonly ZoneRecord[], add: Add): void {
  const aliases = own.filter(({ type }) => type === recordTypes.CNAME);
  if (aliases.length === 0) return;
  const other = own.find(({ type }) => !besideAlias.has(type));
  if (other !== undefined) {
    const what = `${name} has a CNAME record and one of type ${recordTypeName(other.type)}.`;
    add('cname_and_other_data', 'error', other, what, 'RFC 1034 section 3.6.2');
  }
  const second = aliases.find(({ text }) => text !== aliases[0]!.text);
  if (second !== undefined) {
    add('cname_again', 'error', second, `${name} has several CNAME records.`, 'RFC 2181 section 10.1');
  }
}

function judgeSets(own: readonly ZoneRecord[], add: Add): void {
  for (const [type, set] of Map.groupBy(own, (record) => record.type)) {
    const seen = new Set<string>();
    for (const record of set) {
      const what = `${record.name} ${recordTypeName(type)}`;
      if (seen.has(record.text)) {
        add(
          'duplicate_record',
          'warning',
          record,
          `${what} is there twice with the same data.`,
          'RFC 2181 section 5',
        );
      }
      seen.add(record.text);
      // Signatures have the TTL of what they cover.
      if (type !== recordTypes.RRSIG && type !== recordTypes.SIG && record.ttl !== set[0]!.ttl) {
        add('ttl_differs', 'warning', record, `${what} has different TTLs.`, 'RFC 2181 section 5.2');
      }
    }
  }
}

/** A name that a record points at: no alias, with addresses where the zone must have them. */
function judgePointer(
  record: ZoneRecord,
  apex: string,
  byName: ReadonlyMap<string, readonly ZoneRecord[]>,
  add: Add,
): void {
  const rule = pointers.get(record.type);
  const target = record.text.split(' ').at(-1)!;
  if (rule === undefined || target === '.') return;
  const what = `${record.name} ${recordTypeName(record.type)}`;
  const own = byName.get(target) ?? [];
  if (own.some(({ type }) => type === recordTypes.CNAME)) {
    add('points_to_alias', 'error', record, `${what} points to ${target}, which is an alias.`, rule);
    return;
  }
  if (record.type !== recordTypes.NS || !isWithin(target, record.name)) return;
  const hasAddress = own.some(({ type }) => type === recordTypes.A || type === recordTypes.AAAA);
  const isCovered = byName.has(`*.${target.slice(target.indexOf('.') + 1)}`);
  if (!hasAddress && !isCovered && isWithin(target, apex)) {
    const message = `${what} points to ${target}, which has no address in the zone.`;
    add('address_missing', 'error', record, message, 'RFC 1034 section 4.2.1');
  }
}

function isWithin(name: string, zone: string): boolean {
  return zone === '.' || name === zone || name.endsWith(`.${zone}`);
}

function finding(
  code: string,
  severity: ZoneFinding['severity'],
  place: ZoneRecord | null,
  message: string,
  rule: string,
): ZoneFinding {
  return { code, severity, line: place?.line ?? null, message, rule };
}
