import { noticeLines, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut, ranks } from './incident.ts';
import { readBase } from './read-url.ts';

/** This kind tells a Gotify server; the secret is the token of an application. */
export const gotify = defineChannelKind({
  kind: 'gotify',
  secret: 'required',
  secretForm: /^A[\w.-]{8,64}$/,
  tellsResolved: false,
  readTarget: (text) => readBase(text, 'A Gotify server'),
  request(notice, { target, secret, sender }) {
    const text = noticeText(notice, sender);
    return {
      url: `${target}/message`,
      headers: { 'x-gotify-key': secret },
      body: {
        title: cut(text.title, 250),
        message: cut(noticeLines(text), 4_000),
        priority: notice.event === 'threat' ? 2 * ranks[notice.threat?.severity ?? 'info'] + 1 : 2,
        extras: {
          'client::display': { contentType: 'text/plain' },
          ...(text.url !== null && { 'client::notification': { click: { url: text.url } } }),
        },
      },
    };
  },
});
