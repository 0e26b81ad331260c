import { InvalidInput } from '@sonde/shared/errors.ts';
import { noticeLines, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut } from './incident.ts';

/**
 * This kind writes to a chat of Telegram: the target is its id or a channel's @name, the secret the token of a bot that
 * may write there.
 */
export const telegram = defineChannelKind({
  kind: 'telegram',
  secret: 'required',
  secretForm: /^\d{5,20}:[\w-]{30,64}$/,
  tellsResolved: false,
  readTarget(text) {
    const chat = text.trim();
    if (!/^(?:-?\d{1,20}|@\w{4,64})$/.test(chat))
      throw new InvalidInput(
        'target',
        "A chat of Telegram is a number, or a channel's name with an @ before it.",
      );
    return chat;
  },
  request(notice, { target, secret, sender }) {
    const text = noticeText(notice, sender);
    return {
      url: `https://api.telegram.org/bot${secret}/sendMessage`,
      body: {
        chat_id: target,
        // Without a parse mode nothing in it is markup.
        text: cut(`${text.title}\n${noticeLines(text)}`, 4_096),
        link_preview_options: { is_disabled: true },
      },
    };
  },
});
