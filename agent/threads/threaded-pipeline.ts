import { randomBytes } from 'node:crypto';
import type { RepeatedMessages } from '@sonde/sensor/rows/message-counts.ts';
import type { PipelineCounters, RowSink, RowWriter } from '@sonde/sensor/rows/row-writer.ts';
import type { ChangeableOptions } from '@sonde/sensor/rows/transaction-options.ts';
import type { ContentsSink, PacketSink } from '../capture/capture-source.ts';
import type { PipelineOptions } from '../pipeline/pipeline-options.ts';
import { addUp, addUpCounters } from './add-up.ts';
import { DecoderThreads } from './decoder-threads.ts';
import type { Decoded, DecoderFigures, ToDecoder } from './messages.ts';
import { bytesFor, oneTimeMemory, PacketBuffer } from './packet-buffer.ts';
import { SharedContents } from './shared-contents.ts';
import { checkChange, settingsOf, type ThreadsOptions } from './thread-settings.ts';

/** Octets that go to the threads at once, and milliseconds that fewer wait for more. */
const bufferBytes = 512 * 1024;
const longestWait = 4;
/** Buffers that may be with the threads before a source that can wait has to. */
const buffersOut = 6;

/**
 * A pipeline of several threads. All of them are given all packets, and each decodes its share of the flows: what has to be looked at
 * together is on one thread, and each sees the packets' clock. What they make of one buffer is handed out before what they make of the
 * next, and counted then, so that rows keep their order and the sums are those of one moment.
 */
export class ThreadedPipeline implements PacketSink, RowWriter {
  readonly #sink: RowSink;
  readonly #threads: DecoderThreads;
  readonly #free: PacketBuffer[] = [];
  /** Buffers made so far that are used again. */
  #buffers = 0;
  #open: PacketBuffer | undefined;
  /** The file whose contents the open buffer holds; undefined if it holds packets. */
  #openFile: SharedContents | undefined;
  #files = 0;
  #out = 0;
  #input: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];
  #counters: readonly PipelineCounters[] = [];
  #figures: readonly DecoderFigures[] = [];

  constructor(options: PipelineOptions, sink: RowSink, threads: ThreadsOptions = {}) {
    this.#sink = sink;
    checkChange(options);
    const seed = randomBytes(4).readInt32LE();
    this.#threads = new DecoderThreads(
      Array.from({ length: options.threads }, (_, index) => settingsOf(options, index, seed, threads)),
      (decoded) => this.#handOut(decoded),
      () => this.#releaseWaiters(),
    );
  }

  /** Rejects if a thread ends by a fault. */
  get failed(): Promise<never> {
    return this.#threads.failed;
  }

  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    this.#openFor(bytesFor(end - start), undefined).addPacket(
      bytes,
      start,
      end,
      originalLength,
      microseconds,
      linkType,
    );
  }

  input(name: string): void {
    if (name === this.#input) return;
    this.#input = name;
    const bytes = Buffer.from(name);
    this.#openFor(bytesFor(bytes.length), undefined).addInput(bytes);
  }

  secrets(text: string): void {
    this.#give({ kind: 'secrets', text });
  }

  contents(name: string): ContentsSink {
    // The file may name interfaces.
    this.#input = undefined;
    const file = new SharedContents(this.#files++, name, {
      take: (own, bytes, start, end) => this.#takeContents(own, bytes, start, end),
      end: (own, done) => this.#give({ kind: 'contentsEnd', file: own.number }, done),
    });
    return file;
  }

  idle(microseconds: number): void {
    this.#give({ kind: 'idle', microseconds });
  }

  room(): Promise<void> | undefined {
    if (this.#out < buffersOut || this.#threads.fault !== undefined) return undefined;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  tick(microseconds: number): void {
    this.#give({ kind: 'tick', microseconds });
  }

  flush(): void {
    this.#give({ kind: 'flush' });
  }

  settle(done: () => void): void {
    this.#give({ kind: 'flush' }, done);
  }

  configure(options: ChangeableOptions): void {
    checkChange(options);
    const { filters, sampling, privacy } = options;
    this.#give({ kind: 'configure', options: { filters, sampling, privacy } });
  }

  /** Resolves when all rows were handed out; also if a thread failed, when there will be no more. */
  async end(): Promise<void> {
    await new Promise<void>((resolve) => this.#give({ kind: 'end' }, () => resolve()));
    clearTimeout(this.#timer);
    await this.#threads.end();
  }

  /** The reason why there is nothing more, if a thread failed. */
  get fault(): Error | undefined {
    return this.#threads.fault;
  }

  counters(): PipelineCounters {
    return addUpCounters(this.#counters);
  }

  // Of what follows, as the threads told it when they last were flushed.

  diagnostics(): Readonly<Record<string, number>> {
    return addUp(this.#figures.map(({ diagnostics }) => diagnostics));
  }

  repeatedMessages(): RepeatedMessages {
    return addUp([
      { queries: 0, responses: 0, continued: 0 },
      ...this.#figures.map(({ repeated }) => repeated),
    ]);
  }

  get unknownLinkTypes(): ReadonlyMap<number, number> {
    const counts = addUp(this.#figures.map(({ unknownLinkTypes }) => unknownLinkTypes));
    return new Map(Object.entries(counts).map(([type, count]) => [Number(type), count]));
  }

  /** Messages by the server's port, the port with most of them first. */
  otherPorts(): Record<string, number> {
    const counts = addUp(this.#figures.map(({ otherPorts }) => otherPorts));
    return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
  }

  /** Octets of rows before and after compression, if the threads compress them. */
  get rowBytes(): number {
    return this.#figures.reduce((sum, { rowBytes }) => sum + rowBytes, 0);
  }

  get compressedBytes(): number {
    return this.#figures.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0);
  }

  #takeContents(file: SharedContents, bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; ) {
      const buffer = this.#openFor(1, file);
      at += buffer.addOctets(bytes, at, end);
    }
  }

  /** Returns a buffer for a file's octets, or for packets, with room for so many; one that has none is given to the threads. */
  #openFor(needed: number, file: SharedContents | undefined): PacketBuffer {
    const open = this.#open;
    if (open !== undefined && file === this.#openFile && open.size - open.length >= needed) return open;
    this.#send();
    const buffer =
      needed > bufferBytes
        ? new PacketBuffer(needed, oneTimeMemory)
        : (this.#free.pop() ?? new PacketBuffer(bufferBytes, ++this.#buffers));
    this.#open = buffer;
    this.#openFile = file;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, longestWait);
    return buffer;
  }

  #give(message: ToDecoder, done?: (decoded: readonly Decoded[]) => void): void {
    this.#send();
    this.#threads.give(message, done);
  }

  /** Gives the threads what the open buffer holds. */
  #send(): void {
    const buffer = this.#open;
    if (buffer === undefined) return;
    const file = this.#openFile;
    this.#open = undefined;
    this.#out++;
    const octets = buffer.share();
    this.#threads.give(file === undefined ? { kind: 'packets', octets } : file.message(octets), (decoded) => {
      file?.hear(decoded);
      this.#takeBack(buffer);
    });
  }

  #takeBack(buffer: PacketBuffer): void {
    this.#out--;
    buffer.clear();
    if (buffer.number !== oneTimeMemory) this.#free.push(buffer);
    this.#releaseWaiters();
  }

  #handOut(decoded: readonly Decoded[]): void {
    this.#counters = decoded.map(({ counters }) => counters);
    if (decoded[0]!.figures !== undefined) this.#figures = decoded.map(({ figures }) => figures!);
    for (const { rows } of decoded) {
      for (const { bytes, count, messages } of rows) {
        if (messages === undefined) this.#sink.flows?.(bytes, count);
        else this.#sink.rows(bytes, count, messages);
      }
    }
  }

  #releaseWaiters(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resume of waiters) resume();
  }
}
