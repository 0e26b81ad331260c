import { noticeLines, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut, incidentKey, ranks } from './incident.ts';
import { readBase } from './read-url.ts';

/** This kind calls Opsgenie's Alert API: an alert is created, and closed with the threat. The secret is an API key. */
export const opsgenie = defineChannelKind({
  kind: 'opsgenie',
  secret: 'required',
  secretForm: /^[\w-]{16,128}$/,
  tellsResolved: true,
  readTarget: (text) => readBase(text, "Opsgenie's API, as https://api.opsgenie.com,"),
  request(notice, { target, secret, sender }) {
    const text = noticeText(notice, sender);
    const headers = { authorization: `GenieKey ${secret}` };
    const alias = incidentKey(notice);
    if (notice.event === 'resolved') {
      const url = `${target}/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
      return { url, headers, body: { source: cut(sender, 100), note: cut(text.message, 25_000) } };
    }
    const { threat } = notice;
    return {
      url: `${target}/v2/alerts`,
      headers,
      body: {
        alias,
        message: cut(text.title, 130),
        description: cut(noticeLines(text), 15_000),
        priority: `P${5 - ranks[threat?.severity ?? 'info']}`,
        source: cut(sender, 100),
        tags: threat === null ? ['test'] : [cut(threat.threat_type, 50), threat.severity],
        details: Object.fromEntries(text.facts),
      },
    };
  },
});
