import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { CaptureError } from './capture-error.ts';
import type { CaptureSource, CaptureStatistics, PacketSink } from './capture-source.ts';
import { maxBlockBytes, type PacketReader } from './packet-reader.ts';
import { isPcap, PcapReader } from './pcap-reader.ts';
import { PcapngReader } from './pcapng-reader.ts';

/** Bytes read at a time. */
const chunkBytes = 512 * 1024;

/** Opens a capture file, or standard input as `-`: pcap or pcapng, plain or compressed by gzip or zstd. */
export function openFile(path: string): CaptureSource {
  return new CaptureFile(path);
}

class CaptureFile implements CaptureSource {
  readonly name: string;
  readonly live = false;
  #reader: PacketReader | undefined;
  #input: Readable | undefined;
  #stopped = false;

  constructor(path: string) {
    this.name = path;
  }

  async run(sink: PacketSink): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.#readAll(sink);
    } catch (error) {
      if (!this.#stopped) throw fileError(this.name, error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#input?.destroy();
  }

  statistics(): CaptureStatistics {
    return { captured: this.#reader?.packets ?? 0, dropped: {} };
  }

  async #readAll(sink: PacketSink): Promise<void> {
    const file =
      this.name === '-' ? process.stdin : createReadStream(this.name, { highWaterMark: chunkBytes });
    this.#input = file;
    let rest: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
    for await (const chunk of decompressed(file, (input) => {
      this.#input = input;
    })) {
      if (this.#stopped) return;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (bytes.length < 4) {
        rest = bytes;
        continue;
      }
      this.#reader ??= readerOf(this.name, bytes);
      const taken = this.#reader.read(bytes, 0, bytes.length, sink);
      rest = bytes.subarray(taken);
      if (rest.length > maxBlockBytes) throw new CaptureError('bad_file', `${this.name} is damaged.`);
    }
    if (this.#reader === undefined) throw new CaptureError('bad_file', `${this.name} is no capture file.`);
    if (rest.length > 0) {
      throw new CaptureError(
        'truncated_file',
        `${this.name} ends within a packet, behind ${this.#reader.packets} whole ones.`,
      );
    }
  }
}

function readerOf(name: string, bytes: Uint8Array): PacketReader {
  if (isPcap(bytes)) return new PcapReader();
  if (Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32BE() === 0x0a0d0d0a) return new PcapngReader();
  throw new CaptureError('bad_file', `${name} is neither a pcap nor a pcapng file.`);
}

/** The file's bytes, decompressed where their first four say that they are compressed. */
async function* decompressed(file: Readable, onInput: (input: Readable) => void): AsyncGenerator<Buffer> {
  const iterator = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head = Buffer.alloc(0);
  while (head.length < 4) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  if (head.length > 0) file.unshift(head);
  const decoder = decoderOf(head);
  if (decoder === undefined) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  onInput(decoder);
  file.on('error', (error) => decoder.destroy(error));
  file.pipe(decoder);
  yield* decoder as AsyncIterable<Buffer>;
}

function decoderOf(head: Buffer) {
  if (head.length >= 2 && head.readUInt16BE() === 0x1f8b) return createGunzip({ chunkSize: chunkBytes });
  if (head.length >= 4 && head.readUInt32LE() === 0xfd2fb528)
    return createZstdDecompress({ chunkSize: chunkBytes });
  return undefined;
}

function fileError(name: string, cause: unknown): Error {
  if (cause instanceof CaptureError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return new CaptureError('no_such_file', `There is no file ${name}.`, { cause });
  if (code === 'EACCES' || code === 'EPERM') {
    return new CaptureError('not_permitted', `The file ${name} may not be read.`, { cause });
  }
  if (code === 'Z_BUF_ERROR') {
    return new CaptureError('truncated_file', `${name} ends within its compressed data.`, { cause });
  }
  if (code.startsWith('Z_') || code.startsWith('ZSTD')) {
    return new CaptureError('bad_file', `${name} can't be decompressed.`, { cause });
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}
