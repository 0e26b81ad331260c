import { messageTypes } from '../dnstap/message-types.ts';
import type { MessageView } from '../dnstap/message-view.ts';
import type { DnstapSink } from '../dnstap/sink.ts';

/**
 * A frame clock counts the queries in frames that were asked before a moment and after it: frames come later than the
 * queries, and a counter that is read at that moment can be compared with the earlier queries alone.
 */
export class FrameClock implements DnstapSink {
  #boundary = 0;
  #before = 0;
  #after = 0;

  message(view: MessageView): void {
    if (view.type !== messageTypes.CLIENT_QUERY && view.type !== messageTypes.AUTH_QUERY) return;
    const at = view.querySeconds * 1_000 + view.queryNanoseconds / 1e6;
    if (at <= this.#boundary) this.#before += 1;
    else this.#after += 1;
  }

  /** Marks a moment (milliseconds since 1970): all queries from now on belong to the time after it. */
  mark(now: number): void {
    this.#boundary = now;
    this.#before += this.#after;
    this.#after = 0;
  }

  /** Queries from before the moment marked last, as far as their frames have come. */
  get before(): number {
    return this.#before;
  }
}
