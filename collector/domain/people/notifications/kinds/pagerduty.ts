import { noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut, incidentKey } from './incident.ts';
import { readBase } from './read-url.ts';

const severities = {
  info: 'info',
  low: 'info',
  medium: 'warning',
  high: 'error',
  critical: 'critical',
} as const;

/**
 * This kind calls PagerDuty's Events API v2: an incident is triggered, and resolved with the threat. The secret is the
 * integration's routing key.
 */
export const pagerduty = defineChannelKind({
  kind: 'pagerduty',
  secret: 'required',
  secretForm: /^[A-Za-z0-9]{20,64}$/,
  tellsResolved: true,
  readTarget: (text) => readBase(text, "PagerDuty's API, as https://events.pagerduty.com,"),
  request(notice, { target, secret, sender }) {
    const { title, message, facts, url } = noticeText(notice, sender);
    const { threat, location, event } = notice;
    return {
      url: `${target}/v2/enqueue`,
      body: {
        routing_key: secret,
        event_action: event === 'resolved' ? 'resolve' : 'trigger',
        dedup_key: incidentKey(notice),
        ...(event !== 'resolved' && {
          client: sender,
          ...(url !== null && { client_url: url }),
          payload: {
            summary: cut(`${title}: ${message}`, 1_024),
            source: location?.name ?? sender,
            severity: severities[threat?.severity ?? 'info'],
            timestamp: threat?.last_seen ?? notice.sent_at,
            ...(threat !== null && { component: threat.client_ip, class: threat.threat_type }),
            custom_details: Object.fromEntries(facts),
          },
        }),
      },
    };
  },
});
