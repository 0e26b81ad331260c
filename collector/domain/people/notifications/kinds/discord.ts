import { noticeText } from '../notice-text.ts';
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
    return {
      url: target,
      body: {
        username: cut(sender, 80),
        allowed_mentions: { parse: [] },
        embeds: [
          {
            title: escaped(title, 256),
            description: escaped(message, 2_000),
            color: notice.event === 'resolved' ? resolvedColour : colours[severity],
            timestamp: notice.sent_at,
            fields: facts.map(([label, value]) => ({
              name: label,
              value: escaped(value, 1_024),
              inline: true,
            })),
            ...(url !== null && { url }),
          },
        ],
      },
    };
  },
});

/** Cut before it is escaped, to half of the room: at worst each character takes two. */
function escaped(text: string, most: number): string {
  return cut(text, most / 2).replace(/[\\*_~`|>#[\]()<@:-]/g, String.raw`\$&`);
}
