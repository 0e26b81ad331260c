import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ByteWindow } from './byte-window.ts';
import { CaptureError } from './capture-error.ts';
import type { CaptureSource, CaptureStatistics, PacketSink } from './capture-source.ts';
import { decompressed, foreignCompression, isCompressed } from './decompress.ts';
import { maxBlockBytes, type PacketReader } from './packet-reader.ts';
import { isPcap, PcapReader } from './pcap-reader.ts';
import { PcapngReader } from './pcapng-reader.ts';
import { WirePace } from './wire-pace.ts';

/** Bytes read at a time: few enough to be still in the processor's caches when they are decoded. */
const chunkBytes = 128 * 1024;
const pieceBytes = 16 * 1024;

export interface FileOptions {
  /** `wire`: packets come at the distances at which they were captured. */
  readonly speed: 'wire' | 'max';
  /** Is awaited between pieces of the file, so that reading waits where a wire could not. */
  readonly room: () => Promise<void>;
}

/** Opens a capture file, or standard input as `-`: pcap or pcapng, plain or compressed by gzip or zstd. */
export function openFile(path: string, options?: FileOptions): CaptureSource {
  return new CaptureFile(path, options);
}

class CaptureFile implements CaptureSource {
  readonly name: string;
  readonly live = false;
  #reader: PacketReader | undefined;
  #input: Readable | undefined;
  #stopped = false;
  readonly #window = new ByteWindow(2 * chunkBytes);
  readonly #room: () => Promise<void>;
  readonly #pace: WirePace | undefined;

  constructor(path: string, options?: FileOptions) {
    this.name = path;
    this.#room = options?.room ?? (async () => undefined);
    this.#pace = options?.speed === 'wire' ? new WirePace() : undefined;
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
    this.#pace?.stop();
    this.#input?.destroy();
  }

  statistics(): CaptureStatistics {
    return { captured: this.#reader?.packets ?? 0, dropped: {} };
  }

  async #readAll(sink: PacketSink): Promise<void> {
    if (this.name === '-') return this.#readStream(process.stdin, sink);
    const file = await open(this.name);
    try {
      // What is no file, a pipe say, can't be read anew from its start.
      const isFile = (await file.stat()).isFile();
      if (isFile && !(await beginsCompressed(file))) await this.#readPlain(file, sink);
      else {
        const start = isFile ? { start: 0 } : {};
        await this.#readStream(file.createReadStream({ ...start, autoClose: false }), sink);
      }
    } finally {
      await file.close();
    }
  }

  /**
   * A plain file is read into one buffer over and over, so that a large one leaves no garbage, and by this thread, in whose
   * caches its bytes are then. Between the pieces others have their turn.
   */
  async #readPlain(file: FileHandle, sink: PacketSink): Promise<void> {
    const window = this.#window;
    while (!this.#stopped) {
      window.makeRoom(chunkBytes);
      const bytesRead = readSync(file.fd, window.bytes, window.end, chunkBytes, null);
      if (bytesRead === 0) return this.#checkEnd();
      window.end += bytesRead;
      await this.#take(sink);
      await turn();
    }
  }

  async #readStream(file: Readable, sink: PacketSink): Promise<void> {
    this.#input = file;
    for await (const chunk of decompressed(file)) {
      if (this.#stopped) return;
      this.#window.append(chunk);
      await this.#take(sink);
    }
    this.#checkEnd();
  }

  async #take(sink: PacketSink): Promise<void> {
    const window = this.#window;
    if (window.length < 4) return;
    this.#reader ??= readerOf(this.name, window.bytes.subarray(window.start, window.end));
    const pace = this.#pace;
    if (pace === undefined) {
      readPieces(this.#reader, window, sink);
    } else {
      window.start += this.#reader.read(window.bytes, window.start, window.end, pace);
      await pace.deliver(sink);
    }
    await this.#room();
    if (window.length > maxBlockBytes) throw new CaptureError('bad_file', `${this.name} is damaged.`);
  }

  #checkEnd(): void {
    if (this.#reader === undefined) throw new CaptureError('bad_file', `${this.name} is no capture file.`);
    if (this.#window.length === 0) return;
    throw new CaptureError(
      'truncated_file',
      `${this.name} ends within a packet, behind ${this.#reader.packets} whole ones.`,
    );
  }
}

/**
 * Reads what the window holds piece by piece: the engine knows the way out of the reader's loop then before it compiles
 * it, and needs not compile it anew at the window's end.
 */
function readPieces(reader: PacketReader, window: ByteWindow, sink: PacketSink): void {
  const { bytes, end } = window;
  for (let until = window.start; until < end; ) {
    until = Math.min(end, until + pieceBytes);
    window.start += reader.read(bytes, window.start, until, sink);
  }
}

async function beginsCompressed(file: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0);
  return isCompressed(head.subarray(0, bytesRead));
}

function readerOf(name: string, bytes: Uint8Array): PacketReader {
  if (isPcap(bytes)) return new PcapReader();
  if (Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32BE() === 0x0a0d0d0a) return new PcapngReader();
  const compression = foreignCompression(Buffer.from(bytes.subarray(0, 4)));
  if (compression !== undefined) {
    const advice = `${compression.program} ${name === '-' ? 'FILE' : name} | sonde-agent verify -`;
    throw new CaptureError('bad_file', `${name} is compressed by ${compression.name}; read it by: ${advice}`);
  }
  throw new CaptureError('bad_file', `${name} is neither a pcap nor a pcapng file.`);
}

function fileError(name: string, cause: unknown): Error {
  if (cause instanceof CaptureError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return new CaptureError('no_such_file', `There is no file ${name}.`, { cause });
  if (code === 'EISDIR') return new CaptureError('bad_file', `${name} is a directory.`, { cause });
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
