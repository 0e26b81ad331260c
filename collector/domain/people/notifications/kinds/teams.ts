import { noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut } from './incident.ts';
import { readSecretUrl } from './read-url.ts';

/**
 * This kind starts a workflow of Microsoft Teams by a webhook: an Adaptive Card, in runs of text, which know no markup.
 */
export const teams = defineChannelKind({
  kind: 'teams',
  secret: 'target',
  tellsResolved: false,
  readTarget: (text) => readSecretUrl(text, 'A workflow of Teams'),
  request(notice, { target, sender }) {
    const { title, message, facts, url } = noticeText(notice, sender);
    const runs = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines });
    const run = (text: string, style: object = {}) => ({ type: 'TextRun', text: cut(text, 2_000), ...style });
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        runs(run(title, { weight: 'bolder', size: 'medium' })),
        runs(run(message)),
        ...facts.map(([label, value]) => runs(run(`${label}: `, { isSubtle: true }), run(value))),
      ],
      ...(url !== null && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url }] }),
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
    return { url: target, body: { type: 'message', attachments: [attachment] } };
  },
});
