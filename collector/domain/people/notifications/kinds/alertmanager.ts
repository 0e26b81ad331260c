import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Notice } from '../notice.ts';
import { noticeLines, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { incidentKey } from './incident.ts';
import { readBase } from './read-url.ts';

/** Milliseconds that an alert of an open threat lasts without a word about it; Alertmanager's own few minutes are for who repeats himself. */
const openFor = 30 * 24 * 3_600_000;

/** This kind tells Prometheus Alertmanager, API v2. The secret is `user:password`, or a bearer token. */
export const alertmanager = defineChannelKind({
  kind: 'alertmanager',
  secret: 'optional',
  tellsResolved: true,
  readTarget: (text) => readBase(text, 'An Alertmanager'),
  request(notice, { target, secret, sender, now }) {
    const { event, threat } = notice;
    // An alert is known by its labels, and a threat may have grown since it was told: the end is told of each.
    const as = event === 'resolved' ? severities : [threat?.severity ?? 'info'];
    const text = noticeText(notice, sender);
    return {
      url: `${target}/api/v2/alerts`,
      headers: authorization(secret),
      body: as.map((severity) => ({
        labels: { ...labelsOf(notice), severity },
        annotations: { summary: text.title, description: noticeLines(text) },
        startsAt: threat?.first_seen ?? notice.sent_at,
        endsAt: new Date(
          event === 'threat' ? now + openFor : now + (event === 'test' ? 60_000 : 0),
        ).toISOString(),
        ...(text.url !== null && { generatorURL: text.url }),
      })),
    };
  },
});

function labelsOf(notice: Notice): Record<string, string> {
  const { threat, location, case: told } = notice;
  if (threat === null) return { alertname: 'SondeTest', test: notice.id };
  return {
    alertname: 'SondeThreat',
    threat: incidentKey(notice),
    // An alert is known by its labels: a case is the same whichever of its threats is told.
    ...(told === null && { threat_type: threat.threat_type, subject: threat.subject }),
    location: location?.name ?? String(threat.location_id),
  };
}

function authorization(secret: string): Record<string, string> {
  if (secret === '') return {};
  const basic = secret.includes(':');
  return { authorization: basic ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}` };
}
