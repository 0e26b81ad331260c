import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { printable } from '@sonde/shared/text/text-lines.ts';
import type { Paint } from './paint.ts';
import { indented, list } from './render-address.ts';

type RangeScan = AnswerOf<'GET /api/range/{cidr}/scan'>;
type RangeJob = AnswerOf<'GET /api/v2/range-jobs/{range_job_id}'>;
type RangeResult = AnswerOf<'GET /api/v2/range-jobs/{range_job_id}/results'>['results'][number];
type System = AnswerOf<'GET /api/asn/{asn}'>;

/** Of a list, what is printed: `--json` has all of it. */
const mostRows = 20;

/** Renders a scan of a range for a person: sums, and the worst of its addresses. */
export function renderRange(scan: RangeScan, paint: Paint): string {
  const { cidr, total_ips: all, scanned_ips: scanned, results, summary } = scan;
  const known = (sum: number | null) => (sum === null ? 'unknown' : String(sum));
  const told = scanned === all ? `${all} addresses` : `${scanned} of ${all} addresses`;
  const bad = results
    .filter(({ reputation }) => reputation.abuse_confidence > 0 || reputation.is_blacklisted)
    .toSorted((a, b) => b.reputation.abuse_confidence - a.reputation.abuse_confidence);
  const sections = [
    `${paint('bold', printable(cidr))}${paint('dim', `  ${told}, from what the collector knows`)}`,
    indented([
      ['threats', String(summary.threat_ips)],
      ['on lists', known(summary.blacklisted_ips)],
      ['with a name', known(summary.alive_ips)],
      ['countries', counted(summary.countries, (country) => country)],
      ['systems', counted(summary.asns, (asn) => `AS${asn}`)],
    ]),
    list(
      paint,
      'Worst addresses',
      bad
        .slice(0, mostRows)
        .map(({ ip, reputation, network }) => [
          String(reputation.abuse_confidence),
          ip,
          network.asn === null ? '-' : `AS${network.asn}`,
          network.asn_name ?? '',
        ]),
    ),
    leftOut(bad.length, paint),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Renders the results of a range's job for a person. */
export function renderRangeJob(job: RangeJob, results: readonly RangeResult[], paint: Paint): string {
  const unknown = results.filter(({ unknown: sources }) => sources.length > 0).length;
  const told = results.filter(({ ptr_records: names, listed_in: lists }) => names.length + lists.length > 0);
  const sections = [
    `${paint('bold', printable(job.cidr))}${paint('dim', `  ${job.looked_at} of ${job.total} addresses, looked up now`)}`,
    indented([
      ['with a name', String(job.named)],
      ['on lists', job.blacklists ? String(job.listed) : 'not asked'],
      ['not known', String(unknown)],
    ]),
    list(
      paint,
      'Found',
      told
        .slice(0, mostRows)
        .map(({ ip, ptr_records: [name = '-'], listed_in: lists }) => [ip, name, lists.join(' ')]),
    ),
    leftOut(told.length, paint),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Renders an autonomous system for a person. */
export function renderSystem(system: System, paint: Paint): string {
  const { asn, name, description, country, announced_prefixes: count, prefixes } = system;
  const sections = [
    paint('bold', `AS${asn}`),
    indented([
      ['name', name ?? '-'],
      ['description', description ?? '-'],
      ['country', country ?? '-'],
      ['prefixes', count === null ? '-' : String(count)],
    ]),
    list(
      paint,
      'Announces',
      (prefixes ?? []).slice(0, mostRows).map((prefix) => [prefix]),
    ),
    leftOut(prefixes?.length ?? 0, paint),
    list(
      paint,
      'No dataset is loaded for',
      Object.entries(system.would_fill).map(([field, ids]) => [field, ids.join(', ')]),
    ),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Tells how many of a list are not printed; empty if all are. */
function leftOut(count: number, paint: Paint): string {
  return count > mostRows ? paint('dim', `${count - mostRows} more: use --json to list all.`) : '';
}

function counted(counts: Readonly<Record<string, number>>, name: (key: string) => string): string {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, 5).map(([key, count]) => `${name(key)} ${count}`);
  if (sorted.length > 5) shown.push(`${sorted.length - 5} more`);
  return shown.join(', ') || '-';
}
