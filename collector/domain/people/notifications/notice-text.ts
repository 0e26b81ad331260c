import { defang, defangName } from './defang.ts';
import type { Notice } from './notice.ts';
import { oneLine } from './one-line.ts';

/**
 * A notice text is a notice in words, for whatever shows it to people. Names from the network are defanged, and nothing
 * ends a line.
 */
export interface NoticeText {
  readonly title: string;
  /** One sentence. */
  readonly message: string;
  /** The facts of the notice, as labels and values. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The page of the threat, if the collector knows its own address. */
  readonly url: string | null;
}

export function noticeText({ event, threat, location, sent_at, url }: Notice, name: string): NoticeText {
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
  const resolution = threat.resolution_note ?? null;
  return {
    title: ended
      ? `Resolved: ${subject} at ${place}`
      : `${threat.severity[0]!.toUpperCase()}${threat.severity.slice(1)}: ${subject} at ${place}`,
    message: ended && resolution !== null ? defang(resolution) : defang(threat.message),
    facts: [
      ['Severity', threat.severity],
      ['Type', `${oneLine(threat.threat_type)}${technique}`],
      ['Location', place],
      ['Client', oneLine(threat.client_ip)],
      ['Name asked', defangName(threat.query_name)],
      ['Known by', oneLine(threat.source)],
      ['Seen', `${threat.count} times, from ${threat.first_seen} to ${threat.last_seen}`],
    ],
    url,
  };
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
