import type { z } from 'zod';
import type { EventName, EventPayloads } from '../ports/system/events.ts';

/** A room is a group of subscribers. */
export type Room = `domain:${string}` | 'ct_logs' | 'dns_changes' | 'threat_feed' | `threat_feed:${number}`;

/**
 * An event contract describes one kind of event that the server sends, as data: the socket, the documentation and the
 * tests read it.
 */
export interface EventContract<Name extends EventName = EventName> {
  readonly name: Name;
  readonly summary: string;
  /** Checked before it is sent. */
  readonly payload: z.ZodType<EventPayloads[Name]>;
  /** The rooms that hear of the event. */
  readonly rooms: (payload: EventPayloads[Name], accountId: number | null) => Room[];
}

export function defineEvent<Name extends EventName>(contract: EventContract<Name>): EventContract<Name> {
  return contract;
}
