import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CaptureError } from './capture-error.ts';
import type { CaptureSource, CaptureStatistics, ContentsSink, PacketSink } from './capture-source.ts';
import { decompressed, isCompressed } from './decompress.ts';
import { FileContents, headBytes } from './file-contents.ts';
import { WirePace } from './wire-pace.ts';

/** Bytes read at a time: few enough to be still in the processor's caches when they are decoded. */
const chunkBytes = 128 * 1024;

export interface FileOptions {
  /** `wire`: packets come at the distances at which they were captured. */
  readonly speed: 'wire' | 'max';
  /** Is awaited between pieces of the file, so that reading waits where a wire could not. */
  readonly room: () => Promise<void>;
}

/** Opens a capture file, or standard input as `-`: pcap, pcapng, C-DNS, Zeek's dns.log or Suricata's EVE log, plain or compressed by gzip, zstd, xz, lz4 or bzip2. */
export function openFile(path: string, options?: FileOptions): CaptureSource {
  return new CaptureFile(path, options);
}

class CaptureFile implements CaptureSource {
  readonly name: string;
  readonly live = false;
  readonly #contents: FileContents;
  /** Those who take the contents in place of the packets, if the sink has such. */
  #others: ContentsSink | undefined;
  #isBegun = false;
  #input: Readable | undefined;
  #stopped = false;
  readonly #room: () => Promise<void>;
  readonly #pace: WirePace | undefined;

  constructor(path: string, options?: FileOptions) {
    this.name = path;
    this.#contents = new FileContents(path);
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
    return { captured: this.#others?.packets ?? this.#contents.packets, dropped: {} };
  }

  get events(): Readonly<Record<string, number>> {
    return this.#contents.events;
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
    const { window } = this.#contents;
    while (!this.#stopped) {
      window.makeRoom(chunkBytes);
      const bytesRead = readSync(file.fd, window.bytes, window.end, chunkBytes, null);
      if (bytesRead === 0) return this.#checkEnd(sink);
      window.end += bytesRead;
      await this.#take(sink);
      await turn();
    }
  }

  async #readStream(file: Readable, sink: PacketSink): Promise<void> {
    this.#input = file;
    for await (const chunk of decompressed(file, this.name)) {
      if (this.#stopped) return;
      this.#contents.window.append(chunk);
      await this.#take(sink);
    }
    await this.#checkEnd(sink);
  }

  async #take(sink: PacketSink): Promise<void> {
    const contents = this.#contents;
    const { window } = contents;
    const pace = this.#pace;
    if (!this.#isBegun && window.length >= headBytes) {
      this.#isBegun = true;
      if (pace === undefined && contents.arePackets) this.#others = sink.contents?.(this.name);
    }
    if (this.#others !== undefined) {
      this.#others.take(window.bytes, window.start, window.end);
      window.start = window.end;
    } else {
      contents.read(pace ?? sink);
      await pace?.deliver(sink);
    }
    await this.#waitForRoom(sink);
    for (; contents.isPending && !this.#stopped; await this.#waitForRoom(sink)) {
      await turn();
      contents.read(pace ?? sink);
      await pace?.deliver(sink);
    }
  }

  async #waitForRoom(sink: PacketSink): Promise<void> {
    await this.#room();
    const full = sink.room?.();
    if (full !== undefined) await full;
  }

  async #checkEnd(sink: PacketSink): Promise<void> {
    const pace = this.#pace;
    if (this.#others !== undefined) return this.#others.end();
    this.#contents.end(pace ?? sink);
    await pace?.deliver(sink);
  }
}

async function beginsCompressed(file: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0);
  return isCompressed(head.subarray(0, bytesRead));
}

function fileError(name: string, cause: unknown): Error {
  if (cause instanceof CaptureError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return new CaptureError('no_such_file', `There is no file ${name}.`, { cause });
  if (code === 'EISDIR') return new CaptureError('bad_file', `${name} is a directory.`, { cause });
  if (code === 'EACCES' || code === 'EPERM') {
    return new CaptureError('not_permitted', `The file ${name} can't be read: permission denied.`, { cause });
  }
  if (code === 'Z_BUF_ERROR') {
    return new CaptureError('truncated_file', `${name} ends within its compressed data.`, { cause });
  }
  if (code.startsWith('Z_') || code.startsWith('ZSTD')) {
    return new CaptureError('bad_file', `${name} can't be decompressed.`, { cause });
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}
