import { type FrameStreamFault, frameStreamFaults } from './frame-stream-error.ts';
import { type MessageFault, messageFaults } from './message-reader.ts';

export const refusals = ['too_many', 'not_allowed'] as const;
export type Refusal = (typeof refusals)[number];

const closings = ['ended', 'never_opened', 'stalled', 'broken', 'protocol', 'shutdown'] as const;
/**
 * A closing states why a connection ended: by itself, because no stream was opened in time, in the midst of a frame
 * that never came to its end, by an error of the socket, for breaking the protocol (see `streamFaults`), or because we
 * stop.
 */
export type Closing = (typeof closings)[number];

/**
 * The dnstap counters count the input of a daemon's dnstap listeners since its start. messages + malformed (all
 * reasons) = frames.
 */
export class DnstapCounters {
  bytes = 0;
  frames = 0;
  messages = 0;
  connectionsOpened = 0;
  connectionsOpen = 0;
  readonly malformed: Record<MessageFault, number> = zeroes(messageFaults);
  readonly streamFaults: Record<FrameStreamFault, number> = zeroes(frameStreamFaults);
  readonly connectionsRefused: Record<Refusal, number> = zeroes(refusals);
  readonly connectionsClosed: Record<Closing, number> = zeroes(closings);
}

function zeroes<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}
