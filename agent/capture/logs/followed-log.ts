import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ByteWindow } from '../byte-window.ts';
import type { CaptureSource, CaptureStatistics, PacketSink } from '../capture-source.ts';
import type { LogPlace, PlaceKeeper } from './log-place.ts';
import { LogReader } from './log-reader.ts';

const chunkBytes = 128 * 1024;
/** The header of Zeek's tables, of which a reader that begins midway needs the names of the fields. */
const headerBytes = 64 * 1024;
const lineFeed = 0x0a;
const hash = 0x23;

export interface FollowedLogOptions {
  readonly path: string;
  readonly place: Pick<PlaceKeeper, 'read' | 'keep'>;
  /** Is awaited between pieces, so that what has gathered while the agent was away is read no faster than it can be shipped. */
  readonly room: () => Promise<void>;
  /** Milliseconds between two looks at a log that has been read to its end. */
  readonly interval?: number;
  /** Milliseconds between two times that the place is kept; the place is that of the time before, whose rows are in the spool. */
  readonly keepInterval?: number;
}

/**
 * A followed log reads what another sensor appends to its log, through rotation. The first time it begins at the log's end, later where
 * it left off.
 */
export class FollowedLog implements CaptureSource {
  readonly name: string;
  /** The log's own times count: those of what has gathered while the agent was away are old. */
  readonly live = false;
  readonly #options: FollowedLogOptions;
  readonly #stop = new AbortController();
  #reader = new LogReader();
  #window = new ByteWindow(2 * chunkBytes);
  /** What the readers before this one gave. */
  #before = 0;
  #fault: string | undefined;
  #inode = 0;
  /** Of the end of what was read. */
  #offset = 0;
  #spare: LogPlace | undefined;
  #keptAt = 0;
  /** Of the last message, and when it was read: time goes on while none comes. */
  #messageTime = 0;
  #readAt = 0;

  constructor(options: FollowedLogOptions) {
    this.#options = options;
    this.name = options.path;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  async run(sink: PacketSink): Promise<void> {
    const { place, interval = 250 } = this.#options;
    const timed = this.#timing(sink);
    let from = await place.read();
    let isFirst = from === undefined;
    while (!this.#stop.signal.aborted) {
      const file = await this.#open();
      if (file !== undefined) {
        try {
          await this.#begin(file, from, isFirst);
          await this.#follow(file, timed, interval);
        } finally {
          await file.close();
        }
        from = undefined;
      }
      // A log that comes only now, or again, is read from its beginning.
      isFirst = false;
      await this.#pause(interval, sink);
    }
    if (this.#inode !== 0) await place.keep(this.#now());
  }

  async stop(): Promise<void> {
    this.#stop.abort();
  }

  statistics(): CaptureStatistics {
    return { captured: this.#before + this.#reader.packets, dropped: {} };
  }

  async #open(): Promise<FileHandle | undefined> {
    try {
      const file = await open(this.name);
      this.#fault = undefined;
      return file;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error;
      this.#fault = code === 'ENOENT' ? `There is no file ${this.name} yet.` : `${this.name}: ${code}.`;
      return undefined;
    }
  }

  /** Chooses where to begin: where it was left, at the end if the log is new to the agent, else at the beginning. */
  async #begin(file: FileHandle, from: LogPlace | undefined, isFirst: boolean): Promise<void> {
    const { ino, size } = await file.stat();
    this.#before += this.#reader.packets;
    this.#reader = new LogReader();
    this.#window = new ByteWindow(2 * chunkBytes);
    this.#inode = ino;
    this.#offset = 0;
    if (isFirst) this.#offset = await lineStart(file, size);
    else if (from?.inode === ino && from.offset <= size) this.#offset = from.offset;
    if (this.#offset > 0) this.#readHeader(await readAt(file, 0, headerBytes));
  }

  #readHeader(head: Buffer): void {
    if (head[0] !== hash) return;
    const nothing = { packet: () => undefined };
    for (let at = 0; head[at] === hash; ) {
      const end = head.indexOf(lineFeed, at);
      if (end < 0) return;
      this.#reader.read(head, at, end + 1, nothing);
      at = end + 1;
    }
  }

  /** Reads until the name belongs to another file, or the file has become shorter. */
  async #follow(file: FileHandle, sink: PacketSink, interval: number): Promise<void> {
    const window = this.#window;
    let isLast = false;
    while (!this.#stop.signal.aborted) {
      window.makeRoom(chunkBytes);
      const { bytesRead } = await file.read(window.bytes, window.end, chunkBytes, this.#offset);
      window.end += bytesRead;
      this.#offset += bytesRead;
      if (bytesRead > 0) {
        window.start += this.#reader.read(window.bytes, window.start, window.end, sink);
        await this.#options.room();
        await this.#keep();
        continue;
      }
      if (isLast) return;
      const now = await stat(this.name).catch(() => undefined);
      if (now !== undefined && now.ino === this.#inode && now.size < this.#offset) return;
      // What was written before the rename is read first.
      isLast = now !== undefined && now.ino !== this.#inode;
      await this.#pause(isLast ? 0 : interval, sink);
      await this.#keep();
    }
  }

  async #pause(milliseconds: number, sink: PacketSink): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    if (this.#messageTime > 0)
      sink.idle?.(this.#messageTime + Math.round((performance.now() - this.#readAt) * 1_000));
  }

  /** Keeps the place from the last time, since the rows behind it may not be in the spool yet. */
  async #keep(): Promise<void> {
    const now = performance.now();
    if (now - this.#keptAt < (this.#options.keepInterval ?? 10_000)) return;
    if (this.#spare !== undefined) await this.#options.place.keep(this.#spare);
    this.#keptAt = now;
    this.#spare = this.#now();
  }

  #now(): LogPlace {
    return { inode: this.#inode, offset: this.#offset - this.#window.length };
  }

  #timing(sink: PacketSink): PacketSink {
    return {
      packet: (bytes, start, end, originalLength, microseconds, linkType) => {
        if (microseconds > 0) this.#messageTime = microseconds;
        this.#readAt = performance.now();
        sink.packet(bytes, start, end, originalLength, microseconds, linkType);
      },
      input: (name) => sink.input?.(name),
      idle: (microseconds) => sink.idle?.(microseconds),
    };
  }
}

/** Finds where the last line begins that is not written to its end. */
async function lineStart(file: FileHandle, size: number): Promise<number> {
  const start = Math.max(0, size - chunkBytes);
  const tail = await readAt(file, start, size - start);
  return start + tail.lastIndexOf(lineFeed) + 1;
}

async function readAt(file: FileHandle, position: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  const { bytesRead } = await file.read(bytes, 0, count, position);
  return bytes.subarray(0, bytesRead);
}
