import { messageTypes } from '../dnstap/message-types.ts';

/**
 * Who spoke with whom, in the words of dnstap without the direction. `client` and `auth` are what others ask this server;
 * of the rest, this server is the one that asks.
 */
export const messageKinds = ['client', 'auth', 'resolver', 'forwarder', 'stub', 'tool', 'update'] as const;
export type MessageKind = (typeof messageKinds)[number];

const kindByType = new Map<number, MessageKind>(
  Object.entries(messageTypes).map(([name, type]) => {
    const kind = name.slice(0, name.indexOf('_')).toLowerCase();
    return [type, messageKinds.find((known) => known === kind)!];
  }),
);

/** Whether frames of each of dnstap's types are to become rows. */
export function recordedTypes(kinds: readonly MessageKind[]): readonly boolean[] {
  const last = Math.max(...kindByType.keys());
  return Array.from({ length: last + 1 }, (_, type) => {
    const kind = kindByType.get(type);
    return kind !== undefined && kinds.includes(kind);
  });
}
