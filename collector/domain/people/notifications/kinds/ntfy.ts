import { InvalidInput } from '@sonde/shared/errors.ts';
import { noticeLines, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut, ranks } from './incident.ts';
import { readBase } from './read-url.ts';

/** This kind publishes to ntfy, here or elsewhere: the target is the URL of a topic, the secret an access token. */
export const ntfy = defineChannelKind({
  kind: 'ntfy',
  secret: 'optional',
  secretForm: /^tk_\w{8,64}$/,
  tellsResolved: false,
  readTarget(text) {
    const url = readBase(text, 'A topic of ntfy, as https://ntfy.sh/TOPIC,');
    if (!/\/[\w-]{1,64}$/.test(new URL(url).pathname))
      throw new InvalidInput('target', 'The URL ends with the topic: up to 64 letters, digits, "-" and "_".');
    return url;
  },
  request(notice, { target, secret, sender }) {
    const { title, ...text } = noticeText(notice, sender);
    const at = target.lastIndexOf('/');
    return {
      // JSON goes to the server itself: in headers, where a topic's own URL takes the title, only ASCII is safe.
      url: `${target.slice(0, at)}/`,
      ...(secret !== '' && { headers: { authorization: `Bearer ${secret}` } }),
      body: {
        topic: target.slice(at + 1),
        title: cut(title, 250),
        message: cut(noticeLines({ title, ...text, url: null }), 1_200),
        priority: notice.event === 'threat' ? 1 + ranks[notice.threat?.severity ?? 'info'] : 2,
        tags: [notice.event === 'resolved' ? 'white_check_mark' : 'warning'],
        ...(text.url !== null && { click: text.url }),
      },
    };
  },
});
