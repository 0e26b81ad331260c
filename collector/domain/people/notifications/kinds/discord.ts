import { type NoticeText, noticeText } from '../notice-text.ts';
import { defineChannelKind } from './define-channel-kind.ts';
import { cut } from './incident.ts';
import { readSecretUrl } from './read-url.ts';

const colours = {
  info: 0x64748b,
  low: 0x2563eb,
  medium: 0xca8a04,
  high: 0xea580c,
  critical: 0xdc2626,
} as const;
const resolvedColour = 0x16a34a;
/** Characters of all texts of an embed together, and of a field's. */
const mostCharacters = 6_000;
const mostOfField = 1_024;

/**
 * This kind calls Discord's webhooks, with an embed. Markdown is escaped, and nobody is mentioned whatever a name says.
 */
export const discord = defineChannelKind({
  kind: 'discord',
  secret: 'target',
  tellsResolved: false,
  readTarget: (text) => readSecretUrl(text, 'A webhook of Discord'),
  request(notice, { target, sender }) {
    const { title, message, facts, url } = noticeText(notice, sender);
    const severity = notice.threat?.severity ?? 'info';
    const heads = { title: escaped(title, 256), description: escaped(message, 2_000) };
    return {
      url: target,
      body: {
        username: cut(sender, 80),
        allowed_mentions: { parse: [] },
        embeds: [
          {
            ...heads,
            color: notice.event === 'resolved' ? resolvedColour : colours[severity],
            timestamp: notice.sent_at,
            fields: fieldsOf(facts, mostCharacters - heads.title.length - heads.description.length),
            ...(url !== null && { url }),
          },
        ],
      },
    };
  },
});

/** Writes facts in so many characters: long values are cut, as far as it takes. */
function fieldsOf(facts: NoticeText['facts'], room: number) {
  for (let most = mostOfField; ; most = Math.floor(most / 1.25)) {
    const fields = facts.map(([name, value]) => ({ name, value: escaped(value, most), inline: true }));
    const length = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
    if (length <= room) return fields;
  }
}

/** Cut before it is escaped, to half of the room: at worst each character takes two. */
function escaped(text: string, most: number): string {
  return cut(text, most / 2).replace(/[\\*_~`|>#[\]()<@:-]/g, String.raw`\$&`);
}
