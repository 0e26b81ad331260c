import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ByteStream } from './byte-stream.ts';
import { isZstd, nextZstdFrame } from './zstd-frames.ts';

/** Bytes that decoders give out at a time. */
const chunkSize = 512 * 1024;

/** Compressions that are not read here, and the programs that undo them, by the first bytes of their files in hexadecimal. */
const foreign: readonly (readonly [head: string, name: string, program: string])[] = [
  ['fd377a58', 'xz', 'xz -dc'],
  ['425a68', 'bzip2', 'bzip2 -dc'],
  ['04224d18', 'lz4', 'lz4 -dc'],
  ['504b0304', 'zip', 'unzip -p'],
];

/**
 * Tells whether the first four bytes of a file are the magic number of gzip or zstd, the compressions that are read
 * here.
 */
export function isCompressed(head: Buffer): boolean {
  return isGzip(head) || isZstd(head);
}

/**
 * Names the compression that is not read here and the program that undoes it; undefined if the first bytes of the file
 * show no known one.
 */
export function foreignCompression(head: Buffer): { name: string; program: string } | undefined {
  const text = head.subarray(0, 4).toString('hex');
  const found = foreign.find(([bytes]) => text.startsWith(bytes));
  return found && { name: found[1], program: found[2] };
}

/** Gives out the stream's bytes, decompressed if the first four bytes show gzip or zstd, with all members or frames. */
export async function* decompressed(file: Readable): AsyncGenerator<Buffer> {
  const stream = new ByteStream(file[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  const head = await stream.peek(4);
  if (isGzip(head)) yield* through(createGunzip({ chunkSize }), stream.pieces());
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
