import { Readable } from 'node:stream';
import type {
  ArchivedCertificate,
  CertificateSearch,
  SeenCertificate,
} from '../../../ports/transparency/certificates.ts';
import type { ClickHouse, Parameters } from '../clickhouse.ts';
import { belowSuffix } from './conditions.ts';

const mostNamesKept = 20;
const longest = { issuer: 500, organization: 200 };
/** ClickHouse's times end with this second. */
const lastSecond = 2 ** 32 - 1;

/** Adds certificates, a row for each name. Adding them again changes nothing: rows of one name and certificate become one. */
export async function appendCertificates(
  clickhouse: ClickHouse,
  table: string,
  certificates: readonly SeenCertificate[],
  day: Date,
): Promise<void> {
  if (certificates.every(({ names }) => names.length === 0)) return;
  await clickhouse.insert(
    `INSERT INTO ${table} FORMAT JSONEachRow`,
    {},
    { async_insert: 0, input_format_parallel_parsing: 0 },
    Readable.from(lines(certificates, day.toISOString().slice(0, 10))),
  );
}

function* lines(certificates: readonly SeenCertificate[], day: string): Generator<string> {
  for (const certificate of certificates) {
    const { id, names } = certificate;
    const shared = JSON.stringify({
      id: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 32)}`,
      day,
      issuer: certificate.issuer.slice(0, longest.issuer).toWellFormed(),
      organization: certificate.organization.slice(0, longest.organization).toWellFormed(),
      serial: certificate.serial,
      not_before: secondsOf(certificate.notBefore),
      not_after: secondsOf(certificate.notAfter),
      names: names.slice(0, mostNamesKept),
      name_count: Math.min(names.length + certificate.namesLeftOut, 65_535),
      logged_at: secondsOf(certificate.loggedAt),
      is_precertificate: certificate.kind === 'precertificate' ? 1 : 0,
      logs: [certificate.log],
    });
    // A wildcard is found by the domain whose names it covers.
    const found = new Set(names.map((name) => (name.startsWith('*.') ? name.slice(2) : name)));
    for (const name of found) yield `{"name":${JSON.stringify(name)},${shared.slice(1)}\n`;
  }
}

function secondsOf(time: Date): number {
  return Math.min(Math.max(Math.floor(time.getTime() / 1_000), 0), lastSecond);
}

interface Row {
  readonly found: string;
  readonly certificate: string;
  readonly issuer: string;
  readonly organization: string;
  readonly serial: string;
  readonly before: number;
  readonly after: number;
  readonly names: string[];
  readonly count: number;
  readonly logged: number;
  readonly precertificate: number;
  readonly logs: string[];
}

/** Searches certificates by a name, each once however many of its names are found. */
export async function searchCertificates(
  clickhouse: ClickHouse,
  search: CertificateSearch,
): Promise<{ count: number; certificates: ArchivedCertificate[] }> {
  const { sql, parameters } = conditionsOf(search);
  const grouped = `SELECT min(name) AS found, toString(id) AS certificate, any(issuer) AS issuer,
       any(organization) AS organization, any(serial) AS serial, toUnixTimestamp(any(not_before)) AS before,
       toUnixTimestamp(any(not_after)) AS after, any(names) AS names, any(name_count) AS count,
       toUnixTimestamp(min(logged_at)) AS logged, min(is_precertificate) AS precertificate,
       groupUniqArrayArray(logs) AS logs
     FROM certificates WHERE ${sql} GROUP BY id`;
  const [counted, rows] = await Promise.all([
    clickhouse.query<{ total: number }>(
      `SELECT uniqExact(id) AS total FROM certificates WHERE ${sql}`,
      parameters,
    ),
    clickhouse.query<Row>(
      `${grouped} ORDER BY logged DESC, certificate LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      { ...parameters, limit: search.limit, offset: search.offset },
    ),
  ]);
  return { count: Number(counted[0]?.total ?? 0), certificates: rows.map(toArchived) };
}

function conditionsOf({ name, below, issuer, validAt, loggedSince }: CertificateSearch): {
  sql: string;
  parameters: Parameters;
} {
  const conditions = [below ? belowSuffix('name') : 'reverse(name) = reverse({suffix:String})'];
  const parameters: Record<string, unknown> = { suffix: name };
  if (issuer !== undefined) {
    conditions.push('positionCaseInsensitiveUTF8(issuer, {issuer:String}) > 0');
    parameters.issuer = issuer;
  }
  if (validAt !== undefined) {
    conditions.push('not_before <= toDateTime({valid:UInt32}) AND not_after >= toDateTime({valid:UInt32})');
    parameters.valid = secondsOf(validAt);
  }
  if (loggedSince !== undefined) {
    conditions.push('logged_at >= toDateTime({since:UInt32})');
    parameters.since = secondsOf(loggedSince);
  }
  return { sql: conditions.join(' AND '), parameters };
}

function toArchived(row: Row): ArchivedCertificate {
  const at = (seconds: number) => new Date(seconds * 1_000);
  return {
    id: row.certificate.replaceAll('-', ''),
    issuer: row.issuer,
    organization: row.organization,
    serial: row.serial,
    notBefore: at(row.before),
    notAfter: at(row.after),
    name: row.found,
    names: row.names,
    nameCount: row.count,
    logs: row.logs.toSorted(),
    firstLoggedAt: at(row.logged),
    isPrecertificate: row.precertificate === 1,
  };
}
