import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { FrameStreamError } from './frame-stream-error.ts';
import { createStreamDecoder, type StreamTarget } from './stream-decoder.ts';

export interface FileTarget extends StreamTarget {
  /** Resolves when the sink has room for more: a file can wait, which a resolver can't. */
  readonly room?: () => Promise<void>;
}

/**
 * Reads a file of dnstap frames to its end (fstrm files are unidirectional streams); `.gz` and `.zst` are unpacked on
 * the way. Rejects with a FrameStreamError if the file breaks the protocol, and with the system's error if it
 * cannot be read. A file without its STOP was cut off by a crash of the writer: what it holds counts, and the fault
 * `cut_off` is counted.
 */
export async function readDnstapFile(path: string, target: FileTarget, signal?: AbortSignal): Promise<void> {
  const { counters } = target;
  const decoder = createStreamDecoder(target);
  const read = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      counters.bytes += chunk.length;
      decoder.push(chunk);
      await target.room?.();
    }
  };
  const file = createReadStream(path, { highWaterMark: 256 * 1_024 });
  const options = signal === undefined ? {} : { signal };
  try {
    if (path.endsWith('.gz')) await pipeline(file, createGunzip(), read, options);
    else if (path.endsWith('.zst')) await pipeline(file, createZstdDecompress(), read, options);
    else await pipeline(file, read, options);
    if (decoder.state === 'opening') {
      throw new FrameStreamError('cut_off', 'the file contains no Frame Streams data');
    }
    if (decoder.state !== 'stopped') counters.streamFaults.cut_off += 1;
  } catch (error) {
    if (error instanceof FrameStreamError) counters.streamFaults[error.fault] += 1;
    throw error;
  }
}
