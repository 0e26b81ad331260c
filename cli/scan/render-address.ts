import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { printable } from '@sonde/shared/text/text-lines.ts';
import { textTable } from '@sonde/shared/text/text-table.ts';
import type { Paint } from './paint.ts';

type AddressScan = AnswerOf<'GET /api/ip/{ip}/scan'>;

const marks = {
  is_tor: 'Tor exit',
  is_vpn: 'VPN',
  is_proxy: 'proxy',
  is_relay: 'relay',
  is_hosting: 'hosting',
  is_anycast: 'anycast',
} as const;

/** Renders a scan of an address for a person: its network, its reputation, and the unknown parts. */
export function renderAddress(scan: AddressScan, paint: Paint): string {
  const { ip, special_purpose: special, cached, scan_timestamp: at } = scan;
  const state = [special, cached ? `from a scan at ${at}` : null].filter((text) => text !== null).join(', ');
  const head = `${paint('bold', printable(ip))}${state === '' ? '' : paint('dim', `  ${printable(state)}`)}`;
  const sections = [
    head,
    overview(scan),
    evidence(scan, paint),
    list(
      paint,
      'No dataset is loaded for',
      Object.entries(scan.would_fill).map(([field, ids]) => [field, ids.join(', ')]),
    ),
    list(
      paint,
      'What could not be checked',
      scan.errors.map(({ source, message }) => [source, message]),
    ),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Renders a title with a table below it; nothing if there are no rows. */
export function list(paint: Paint, title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${paint('bold', title)}\n${indented(rows)}`;
}

export function indented(rows: readonly (readonly string[])[]): string {
  return textTable(rows.map((row) => ['', ...row])).trimEnd();
}

function overview(scan: AddressScan): string {
  const { network, reputation, reverse_dns: reverse } = scan;
  const flags = Object.entries(marks).flatMap(([flag, name]) =>
    network[flag as keyof typeof marks] === true ? [name] : [],
  );
  const rows: (readonly [string, string | null])[] = [
    ['abuse', abuseOf(reputation)],
    ['system', network.asn === null ? null : joined(`AS${network.asn}`, network.asn_name)],
    ['route', routeOf(scan.bgp)],
    ['place', placeOf(scan.geolocation)],
    ['network', registrationOf(scan.whois)],
    ['abuse contact', scan.whois?.abuse_contact ?? null],
    ['names', reverse === null ? null : namesOf(reverse)],
    ['used as', flags.length === 0 ? null : flags.join(', ')],
    ['lists', listsOf(reputation.blacklists)],
  ];
  return indented(rows.map(([label, text]) => [label, text ?? '-']));
}

function abuseOf({
  abuse_confidence: confidence,
  total_reports: reports,
  is_whitelisted: isGood,
}: AddressScan['reputation']) {
  const reported = reports === 1 ? '1 report' : `${reports} reports`;
  return `${confidence} of 100, ${reported}${isGood ? ', whitelisted' : ''}`;
}

function routeOf(bgp: AddressScan['bgp']): string | null {
  if (bgp === null || bgp.is_announced === null) return null;
  if (!bgp.is_announced) return 'not announced';
  const origins = bgp.origins.map((asn) => `AS${asn}`).join(' ');
  const rpki = bgp.rpki_status === null ? null : `RPKI ${bgp.rpki_status}`;
  return joined(bgp.prefix, origins === '' ? null : `by ${origins}`, rpki);
}

function placeOf(place: AddressScan['geolocation']): string | null {
  if (place === null) return null;
  const { city, region, country, source } = place;
  return `${joined(city, region, country)} (${source})`;
}

function registrationOf(whois: AddressScan['whois']): string | null {
  return whois === null ? null : joined(whois.net_name, whois.organization, whois.net_range);
}

function namesOf({ ptr_records: names, confirmed }: NonNullable<AddressScan['reverse_dns']>): string {
  if (names.length === 0) return 'none';
  return names.map((name) => (confirmed.includes(name) ? name : `${name} (not confirmed)`)).join(', ');
}

function listsOf(blacklists: AddressScan['reputation']['blacklists']): string | null {
  if (blacklists === null) return null;
  const asked = Object.keys(blacklists.details).length;
  if (blacklists.hit_count === null) return `none of ${asked} answered`;
  const unclear = Object.values(blacklists.details).filter(({ listed }) => listed === null).length;
  const on = blacklists.listed_in.length === 0 ? 'on none' : `on ${blacklists.listed_in.join(', ')}`;
  return `${on} of ${asked}${unclear === 0 ? '' : `, ${unclear} of which did not answer`}`;
}

function evidence({ reputation }: AddressScan, paint: Paint): string {
  const rows = reputation.evidence.map(({ points, source, about, age_days: age, reason, counted }) => [
    counted ? String(points) : `(${points})`,
    source,
    about,
    age === null ? '-' : `${Math.round(age)} d`,
    reason ?? '',
  ]);
  return list(paint, 'Evidence of abuse', rows);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ') || '-';
}
