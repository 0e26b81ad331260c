import { webhookHeaders } from '../sign-webhook.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { readUrl } from './read-url.ts';

/** This kind sends the notice itself as JSON, signed after the Standard Webhooks specification. */
export const webhook = defineChannelKind({
  kind: 'webhook',
  secret: 'made',
  tellsResolved: false,
  readTarget: (text) => readUrl(text),
  request(notice, { target, secret, now }) {
    const body = JSON.stringify(notice);
    const seconds = Math.floor(now / 1_000);
    return { url: target, headers: webhookHeaders({ id: notice.id, seconds, body }, secret), body };
  },
});
