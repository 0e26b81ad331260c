import { noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut } from './incident.ts';
import { readSecretUrl } from './read-url.ts';

/**
 * This kind calls Slack's incoming webhooks, with Block Kit (docs.slack.dev). In plain text nothing is markup or a
 * link.
 */
export const slack = defineChannelKind({
  kind: 'slack',
  secret: 'target',
  tellsResolved: false,
  readTarget: (text) => readSecretUrl(text, 'A webhook of Slack'),
  request(notice, { target, sender }) {
    const { title, message, facts, url } = noticeText(notice, sender);
    const plain = (text: string, most: number) => ({
      type: 'plain_text',
      text: cut(text, most),
      emoji: false,
    });
    return {
      url: target,
      body: {
        // For notifications; the three characters that Slack asks to have escaped.
        text: cut(title, 3_000).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        mrkdwn: false,
        unfurl_links: false,
        blocks: [
          { type: 'header', text: plain(title, 150) },
          { type: 'section', text: plain(message, 3_000) },
          { type: 'section', fields: facts.map(([label, value]) => plain(`${label}\n${value}`, 2_000)) },
          ...(url === null
            ? []
            : [{ type: 'actions', elements: [{ type: 'button', text: plain('Open', 75), url }] }]),
        ],
      },
    };
  },
});
