import type { MessageView } from './message-view.ts';

/**
 * A dnstap sink takes decoded messages: the one seam between dnstap and the pairing of queries with responses. It is
 * called on the hot path, once per message in the order of its stream; the view and the bytes that it points into are
 * valid only during the call. It must not throw and does not wait: a reader that pauses makes resolvers drop frames
 * that nobody counts.
 */
export interface DnstapSink {
  message(view: MessageView): void;
}
