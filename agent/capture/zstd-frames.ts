import type { ByteStream } from './byte-stream.ts';

const frameMagic = 0xfd2fb528;
/** The last four bits are the writer's to choose. */
const skippableMagic = 0x184d2a50;
const dictionaryBytes = [0, 1, 2, 4];
const contentSizeBytes = [0, 2, 4, 8];
const repeatedByteBlock = 1;

/** Tells whether four bytes begin a frame of Zstandard, or one that its readers skip. */
export function isZstd(head: Buffer): boolean {
  return head.length >= 4 && (head.readUInt32LE() === frameMagic || isSkippable(head));
}

/**
 * Skips the skippable frames and gives the bytes of the next frame; undefined if there is none. The frame must be read
 * to its end before the next call. Bytes that are no frame are given out as they are, so that the decoder reports them.
 */
export async function nextZstdFrame(stream: ByteStream): Promise<AsyncGenerator<Buffer> | undefined> {
  for (let head = await stream.peek(8); head.length > 0; head = await stream.peek(8)) {
    if (!isSkippable(head)) return isZstd(head) ? zstdFrame(stream) : stream.pieces();
    await stream.take(8);
    const length = head.length < 8 ? 0 : head.readUInt32LE(4);
    for await (const _ of stream.pieces(length));
  }
  return undefined;
}

/** One frame (RFC 8878 section 3.1.1), which ends behind its last block and checksum; Node's decoder takes one only. */
async function* zstdFrame(stream: ByteStream): AsyncGenerator<Buffer> {
  const head = await stream.take(5);
  yield head;
  const descriptor = head[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeBytes = contentSizeBytes[descriptor >> 6]! || (isSingleSegment ? 1 : 0);
  yield* stream.pieces((isSingleSegment ? 0 : 1) + dictionaryBytes[descriptor & 3]! + sizeBytes);
  for (let isLast = false; !isLast; ) {
    const block = await stream.take(3);
    yield block;
    if (block.length < 3) return;
    const bits = block.readUIntLE(0, 3);
    isLast = (bits & 1) === 1;
    yield* stream.pieces(((bits >> 1) & 3) === repeatedByteBlock ? 1 : bits >> 3);
  }
  if ((descriptor & 0x04) !== 0) yield* stream.pieces(4);
}

function isSkippable(head: Buffer): boolean {
  return head.length >= 4 && (head.readUInt32LE() & 0xfffffff0) >>> 0 === skippableMagic;
}
