import { InvalidInput } from '@sonde/shared/errors.ts';
import { noticeLines, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut } from './incident.ts';
import { readUrl } from './read-url.ts';

/**
 * This kind writes to a room of Matrix, as `https://HOMESERVER/!ROOM:SERVER`; the secret is the access token of an
 * account that is in the room.
 */
export const matrix = defineChannelKind({
  kind: 'matrix',
  secret: 'required',
  secretForm: /^[!-~]{16,512}$/,
  tellsResolved: false,
  readTarget(text) {
    const { origin, pathname } = new URL(
      readUrl(text, 'A room of Matrix, as https://HOMESERVER/!ROOM:SERVER,'),
    );
    const room = decode(pathname.slice(1));
    if (!/^![^/\s\p{Cc}]{1,254}$/u.test(room))
      throw new InvalidInput(
        'target',
        "The URL's path is the room's id, which begins with an exclamation mark.",
      );
    return `${origin}/${room}`;
  },
  request(notice, { target, secret, sender }) {
    const at = target.indexOf('/', 'https://'.length);
    const room = encodeURIComponent(target.slice(at + 1));
    const text = noticeText(notice, sender);
    return {
      // The last part makes a repetition one message.
      url: `${target.slice(0, at)}/_matrix/client/v3/rooms/${room}/send/m.room.message/${encodeURIComponent(notice.id)}`,
      method: 'PUT',
      headers: { authorization: `Bearer ${secret}` },
      body: { msgtype: 'm.text', body: cut(`${text.title}\n${noticeLines(text)}`, 8_000) },
    };
  },
});

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
