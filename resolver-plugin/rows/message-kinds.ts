import { messageTypes } from '../dnstap/message-types.ts';

/**
 * The message kinds name the two ends of a message in the words of dnstap, without the direction. In `client` and
 * `auth` messages others ask this server; in the rest, this server asks.
 */
export const messageKinds = ['client', 'auth', 'resolver', 'forwarder', 'stub', 'tool', 'update'] as const;
export type MessageKind = (typeof messageKinds)[number];

const kindByType = new Map<number, MessageKind>(
  Object.entries(messageTypes).map(([name, type]) => {
    const kind = name.slice(0, name.indexOf('_')).toLowerCase();
    return [type, messageKinds.find((known) => known === kind)!];
  }),
);

/** Tells whether frames of each of dnstap's types are to become rows. */
export function recordedTypes(kinds: readonly MessageKind[]): readonly boolean[] {
  const last = Math.max(...kindByType.keys());
  return Array.from({ length: last + 1 }, (_, type) => {
    const kind = kindByType.get(type);
    return kind !== undefined && kinds.includes(kind);
  });
}
