import type { AddressNote } from '@sonde/shared/schemas/address-note.ts';
import type { Mail } from '../../../ports/system/mailer.ts';
import { type Brand, ownBrand } from '../brand/brand.ts';
import type { Notice } from './notice.ts';
import { caseText, countsOf } from './notice-text.ts';
import { oneLine } from './one-line.ts';

const longestSubject = 150;

/** A mail's sender is the brand in whose name the mail is written. */
export type Sender = Pick<Brand, 'name' | 'support'>;

/** Writes a notice as a mail for people. Names in it come from the network: nothing in them may end a line. */
export function noticeMail(
  to: string,
  { event, threat, location, addresses, sent_at, url, case: told, digest }: Notice,
  { name, support }: Sender = ownBrand,
): Mail {
  const help = support.email ?? support.url;
  const foot = help === null ? '' : `\n-- \n${name}: ${help}\n`;
  if (digest !== null) {
    const lines = digest.threats.map(
      ({ event: what, threat: one, location: where }) =>
        `${(what === 'resolved' ? 'resolved' : one.severity).padEnd(9)} ${oneLine(one.subject)} at ${oneLine(where.name)} ` +
        `(${oneLine(one.threat_type)}, client ${oneLine(one.client_ip)}): ${oneLine(one.message)}`,
    );
    const more = digest.left_out === 0 ? [] : [`and ${digest.left_out} more`];
    const foots = url === null ? [] : ['', url];
    return {
      to,
      subject: oneLine(`${name}: ${countsOf(digest)}`),
      text: `${[`From ${digest.since} to ${sent_at}:`, '', ...lines, ...more, ...foots].join('\n')}\n${foot}`,
    };
  }
  if (threat === null) {
    return {
      to,
      subject: `${name}: a test`,
      text: `This is a test of the alerts that ${name} sends to this address.\n\n${sent_at}\n${foot}`,
    };
  }
  const place = oneLine(location?.name ?? `location ${threat.location_id}`);
  const lines = [
    oneLine(threat.message),
    '',
    `Severity:   ${threat.severity}`,
    `Type:       ${oneLine(threat.threat_type)}${threat.technique === null ? '' : ` (${oneLine(threat.technique)})`}`,
    `About:      ${oneLine(threat.subject)}`,
    `Location:   ${place}`,
    `Client:     ${oneLine(threat.client_ip)}${networkOf(addresses?.find(({ ip }) => ip === threat.client_ip))}`,
    `Name asked: ${oneLine(threat.query_name)}`,
    `Known by:   ${oneLine(threat.source)}`,
    `Seen:       ${threat.count} times, from ${threat.first_seen} to ${threat.last_seen}`,
    `Threat:     ${threat.id}`,
    ...(told === null ? [] : [`Case:       ${caseText(told)}`]),
    ...(event === 'resolved' ? [`Resolved:   ${threat.resolved_at}`] : []),
    ...(threat.resolution_note === null ? [] : [`Note:       ${oneLine(threat.resolution_note)}`]),
    ...(url === null ? [] : ['', url]),
  ];
  return {
    to,
    subject: oneLine(
      `${name}: ${event === 'resolved' ? 'resolved' : threat.severity}: ${threat.subject} at ${place}`,
    ).slice(0, longestSubject),
    text: `${lines.join('\n')}\n${foot}`,
  };
}

/** ` (AS64500 EXAMPLE, DE)`, as far as it is known. */
function networkOf(note: AddressNote | undefined): string {
  if (note === undefined) return '';
  const system = note.asn === null ? null : `AS${note.asn} ${note.asn_name ?? ''}`.trim();
  const parts = [system, note.country].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` (${oneLine(parts.join(', '))})`;
}
