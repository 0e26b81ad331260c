import type { DnstapCounters } from './counters.ts';
import { FrameStreamReader } from './frame-stream-reader.ts';
import { MessageReader } from './message-reader.ts';
import type { DnstapSink } from './sink.ts';

/** Two DNS messages of full length and what dnstap adds; anything longer is not dnstap. */
const defaultMaxFrameBytes = 256 * 1_024;

export interface StreamTarget {
  readonly sink: DnstapSink;
  readonly counters: DnstapCounters;
  readonly maxFrameBytes?: number;
}

/**
 * Creates a decoder of a frame stream, whose frames are counted, decoded and handed to the sink; a malformed one is
 * counted and skipped.
 */
export function createStreamDecoder(
  { sink, counters, maxFrameBytes = defaultMaxFrameBytes }: StreamTarget,
  reply?: (bytes: Buffer) => void,
): FrameStreamReader {
  const reader = new MessageReader();
  return new FrameStreamReader({
    maxFrameBytes,
    ...(reply === undefined ? {} : { reply }),
    frame: (buffer, start, end) => {
      counters.frames += 1;
      const fault = reader.read(buffer, start, end);
      if (fault === undefined) {
        counters.messages += 1;
        sink.message(reader.view);
      } else {
        counters.malformed[fault] += 1;
      }
    },
  });
}
