import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ByteStream } from './byte-stream.ts';
import { decompressedBy, programFor } from './decompress-by-program.ts';
import { isZstd, nextZstdFrame } from './zstd-frames.ts';

/** Bytes that decoders give out at a time. */
const chunkSize = 512 * 1024;

/** Tells whether the first four bytes of a file are the magic number of a compression that is undone here. */
export function isCompressed(head: Buffer): boolean {
  return isGzip(head) || isZstd(head) || programFor(head) !== undefined;
}

/**
 * Gives out the stream's bytes, decompressed if the first four bytes show a compression, with all members or frames: gzip and zstd by
 * Node.js, xz, lz4 and bzip2 by programs of the system. `name` is the file's, for errors.
 */
export async function* decompressed(file: Readable, name: string): AsyncGenerator<Buffer> {
  const stream = new ByteStream(file[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  const head = await stream.peek(4);
  const program = programFor(head);
  if (isGzip(head)) yield* through(createGunzip({ chunkSize }), stream.pieces());
  else if (program !== undefined) yield* decompressedBy(program, stream.pieces(), name);
  else if (!isZstd(head)) yield* stream.pieces();
  else {
    for (let frame = await nextZstdFrame(stream); frame !== undefined; frame = await nextZstdFrame(stream)) {
      yield* through(createZstdDecompress({ chunkSize }), frame);
    }
  }
}

async function* through(
  decoder: NodeJS.ReadWriteStream & { destroy(error: Error): void },
  bytes: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  const input = Readable.from(bytes);
  input.on('error', (error) => decoder.destroy(error));
  yield* input.pipe(decoder) as AsyncIterable<Buffer>;
}

function isGzip(head: Buffer): boolean {
  return head.length >= 2 && head.readUInt16BE() === 0x1f8b;
}
