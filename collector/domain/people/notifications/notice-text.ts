import { many } from '@sonde/shared/text/many.ts';
import { defang, defangName } from './defang.ts';
import type { Notice, ToldDigest } from './notice.ts';
import { oneLine } from './one-line.ts';

/**
 * A notice text is a notice in words, for whatever shows it to people. Names from the network are defanged, and nothing
 * ends a line.
 */
export interface NoticeText {
  readonly title: string;
  /** One sentence, never empty: there are receivers that take no message with an empty part. */
  readonly message: string;
  /** The facts of the notice that are known, as labels and values. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The page of the threat, if the collector knows its own address. */
  readonly url: string | null;
}

export function noticeText(
  { event, threat, location, sent_at, url, case: told, digest }: Notice,
  name: string,
): NoticeText {
  if (digest !== null) return digestText({ sent_at, url }, digest, name);
  if (threat === null) {
    return {
      title: `${name}: a test`,
      message: `This is a test of the alerts that ${name} sends here.`,
      facts: [['Sent', sent_at]],
      url,
    };
  }
  const place = oneLine(location?.name ?? `location ${threat.location_id}`);
  const subject = defangName(threat.subject);
  const technique = threat.technique === null ? '' : ` (${oneLine(threat.technique)})`;
  const ended = event === 'resolved';
  const resolution = ended ? defang(threat.resolution_note ?? '').trim() : '';
  const more = told === null || told.threats < 2 ? '' : `, with ${told.threats - 1} more in one case`;
  return {
    title: ended
      ? `Resolved: ${subject} at ${place}${more}`
      : `${threat.severity[0]!.toUpperCase()}${threat.severity.slice(1)}: ${subject} at ${place}${more}`,
    message: resolution || defang(threat.message).trim() || `This is ${oneLine(threat.threat_type)}.`,
    facts: known([
      ['Severity', threat.severity],
      ['Type', `${oneLine(threat.threat_type)}${technique}`],
      ['Location', place],
      ['Client', oneLine(threat.client_ip)],
      ['Name asked', defangName(threat.query_name)],
      ['Known by', oneLine(threat.source)],
      ['Seen', `${threat.count} times, from ${threat.first_seen} to ${threat.last_seen}`],
      ...(told === null ? [] : [['Case', caseText(told)] as const]),
    ]),
    url,
  };
}

/** Leaves out what is not known, as the client of a certificate that imitates a name. */
function known(facts: NoticeText['facts']): NoticeText['facts'] {
  return facts.filter(([, value]) => value.trim() !== '');
}

/** Writes what is in a case: `12: 10 threats of 3 clients`. */
export function caseText({ id, threats, clients }: NonNullable<Notice['case']>): string {
  return `${id}: ${many(threats, 'threat')} of ${many(clients, 'client')}`;
}

/** Writes the whole text as lines. */
export function noticeLines({ message, facts, url }: NoticeText): string {
  return [
    message,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...(url ? ['', url] : []),
  ].join('\n');
}

/** Chats show no more facts than ten. */
const mostFacts = 8;

/** Writes a digest in words: how much there was, and the worst of it. */
function digestText(
  { sent_at, url }: Pick<Notice, 'sent_at' | 'url'>,
  digest: ToldDigest,
  name: string,
): NoticeText {
  const shown = digest.threats.slice(0, mostFacts);
  const more = digest.opened + digest.resolved - shown.length;
  return {
    title: `${name}: ${countsOf(digest)}`,
    message: `From ${digest.since} to ${sent_at}.`,
    facts: [
      ...shown.map(
        (told) => [told.event === 'resolved' ? 'resolved' : told.threat.severity, lineOf(told)] as const,
      ),
      ...(more > 0 ? [['And', `${more} more`] as const] : []),
    ],
    url,
  };
}

/** Writes `12 new threats, 3 resolved`. */
export function countsOf({ opened, resolved }: ToldDigest): string {
  return `${many(opened, 'new threat')}${resolved === 0 ? '' : `, ${resolved} resolved`}`;
}

function lineOf({ threat, location }: ToldDigest['threats'][number]): string {
  const client = threat.client_ip === '' ? '' : `, client ${oneLine(threat.client_ip)}`;
  return `${defangName(threat.subject)} at ${oneLine(location.name)} (${oneLine(threat.threat_type)}${client})`;
}
