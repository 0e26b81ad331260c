import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { labelsOf } from '@sonde/shared/dns/wire-name.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { namesIn } from './record-targets.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneTree } from './zone-tree.ts';

const hour = 3_600;
const day = 24 * hour;

/** The SOA fields are the numbers of a zone's SOA record, in seconds but for the serial. */
export interface SoaFields {
  readonly primary: string;
  readonly mail: string;
  readonly serial: number;
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  readonly minimum: number;
}

/** Reads the fields of an SOA record; undefined if the data is invalid. */
export function readSoa(record: ZoneRecord): SoaFields | undefined {
  const [primary, mail] = namesIn(record);
  const at = record.data.length - 20;
  if (primary === undefined || mail === undefined || at < 2) return undefined;
  const field = (index: number) => record.data.readUInt32BE(at + 4 * index);
  return {
    primary,
    mail,
    serial: field(0),
    refresh: field(1),
    retry: field(2),
    expire: field(3),
    minimum: field(4),
  };
}

/** Judges the SOA record's values and the name servers of the apex. `now`: seconds since 1970. */
export function judgeApex(tree: ZoneTree, soa: ZoneRecord, now: number, findings: ZoneFindings): void {
  const { apex } = tree;
  const servers = apex.sets.get(recordTypes.NS) ?? [];
  const names = new Set(servers.flatMap(namesIn));
  if (servers.length === 0) findings.add('ns_missing', apex.name, `The apex ${apex.name} has no NS record.`);
  else if (names.size === 1) {
    findings.add('ns_single', servers[0]!, `${apex.name} has one name server: there should be two.`);
  }
  const fields = readSoa(soa);
  if (fields !== undefined) judgeFields(soa, fields, { now, names }, findings);
}

function judgeFields(
  soa: ZoneRecord,
  { primary, mail, serial, refresh, retry, expire, minimum }: SoaFields,
  { now, names }: { readonly now: number; readonly names: ReadonlySet<string> },
  findings: ZoneFindings,
): void {
  const zone = soa.name;
  if (refresh < 1_200 || refresh > 2 * day) {
    const what = `The refresh time of ${zone} is ${refresh} seconds: 20 minutes to 12 hours are usual.`;
    findings.add('soa_refresh', soa, what);
  }
  if (retry === 0 || retry >= refresh) {
    const what = `The retry time of ${zone}, ${retry} seconds, has to be below the refresh time, ${refresh} seconds.`;
    findings.add('soa_retry', soa, what);
  }
  if (expire <= refresh + retry) {
    const what = `${zone} expires after ${expire} seconds, before a secondary server has tried twice.`;
    findings.add('soa_expire', soa, what);
  } else if (expire < 7 * day) {
    const what = `${zone} expires after ${expire} seconds: two to four weeks outlast a primary server that fails.`;
    findings.add('soa_expire', soa, what);
  }
  if (minimum > day) {
    const what = `Resolvers may remember for ${minimum} seconds that a name of ${zone} is not there: more than a day.`;
    findings.add('soa_minimum', soa, what);
  }
  judgeSerial(soa, serial, now, findings);
  const [first] = labelsOf(mail);
  if (mail === '.' || first?.includes(0x40)) {
    const what = `The address ${mail} of ${zone} has to be written with a dot in place of the @.`;
    findings.add('soa_mail', soa, what);
  }
  if (names.size > 0 && !names.has(primary)) {
    findings.add('soa_primary', soa, `The primary server ${primary} of ${zone} is none of its NS records.`);
  }
}

/** A serial in the form YYYYMMDDnn that is of a day to come can't be followed by one of today. */
function judgeSerial(soa: ZoneRecord, serial: number, now: number, findings: ZoneFindings): void {
  if (serial === 0) findings.add('soa_serial', soa, `The serial of ${soa.name} is 0.`);
  const parts = /^(20[0-9]{2})([0-9]{2})([0-9]{2})[0-9]{2}$/.exec(String(serial));
  if (parts === null) return;
  const [year, month, dayOfMonth] = parts.slice(1).map(Number) as [number, number, number];
  const time = Date.UTC(year, month - 1, dayOfMonth) / 1_000;
  const isDate = month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= 31;
  if (isDate && time > now + day) {
    findings.add('soa_serial', soa, `The serial ${serial} of ${soa.name} is of a day to come.`);
  }
}
