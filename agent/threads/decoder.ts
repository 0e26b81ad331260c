import { zstdCompressSync } from 'node:zlib';
import type { RowSink } from '@sonde/sensor/rows/row-writer.ts';
import { RowGathering } from '@sonde/sensor/ship/batch-builder.ts';
import { bodyCompression } from '@sonde/shared/batch/body.ts';
import { CaptureError } from '../capture/capture-error.ts';
import { FileContents } from '../capture/file-contents.ts';
import { ResolverList } from '../encrypted/resolver-list.ts';
import { OtherPorts } from '../pipeline/other-ports.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type {
  Decoded,
  DecodedRows,
  DecoderFigures,
  DecoderSettings,
  SharedOctets,
  ToDecoder,
} from './messages.ts';
import { oneTimeMemory, readPackets } from './packet-buffer.ts';

/** Rows are compressed together once there are so many bytes of them, as in a batch. */
const batchBytes = 4 * 1024 * 1024;

/** A decoder does what a thread that decodes is given to do: it makes rows of its share of the flows. */
export class Decoder {
  readonly #others: OtherPorts | undefined;
  readonly #pipeline: Pipeline;
  readonly #gathering: RowGathering | undefined;
  readonly #memories: (Uint8Array | undefined)[] = [];
  readonly #files: (FileContents | undefined)[] = [];
  readonly #damaged = new Set<number>();
  /** The packets at hand: other threads write to the shared memory they come in, and not to this. */
  #packets = Buffer.allocUnsafeSlow(64 * 1024);
  #rows: DecodedRows[] = [];
  #rowBytes = 0;
  #compressedBytes = 0;

  constructor({ options, encryptedDns, looksForOtherPorts, compresses }: DecoderSettings) {
    this.#others = looksForOtherPorts ? new OtherPorts() : undefined;
    this.#gathering = compresses ? new RowGathering() : undefined;
    const resolvers = encryptedDns && new ResolverList(encryptedDns.resolvers);
    this.#pipeline = new Pipeline(
      {
        ...options,
        encryptedDns: encryptedDns && resolvers && { ...encryptedDns.bounds, resolvers },
      },
      this.#sink(),
      this.#others,
    );
  }

  take(message: ToDecoder): Decoded {
    const pipeline = this.#pipeline;
    let fault: CaptureError | undefined;
    let packets = 0;
    switch (message.kind) {
      case 'packets':
        this.#readPackets(message.octets);
        break;
      case 'contents':
      case 'contentsEnd':
        fault = this.#readContents(message);
        packets = this.#files[message.file]?.packets ?? 0;
        break;
      case 'tick':
        pipeline.tick(message.microseconds);
        break;
      case 'idle':
        pipeline.idle(message.microseconds);
        break;
      case 'secrets':
        pipeline.secrets(message.text);
        break;
      case 'configure':
        pipeline.configure(message.options);
        break;
      case 'flush':
        pipeline.flush();
        this.#compress();
        break;
      case 'end':
        pipeline.end();
        this.#compress();
    }
    const rows = this.#rows;
    this.#rows = [];
    const isTold = message.kind === 'flush' || message.kind === 'end';
    return {
      rows,
      counters: pipeline.counters(),
      figures: isTold ? this.#figures() : undefined,
      packets,
      fault: fault && { code: fault.code, message: fault.message },
    };
  }

  #readPackets(octets: SharedOctets): void {
    const { length } = octets;
    if (this.#packets.length < length) this.#packets = Buffer.allocUnsafeSlow(length);
    this.#packets.set(this.#shared(octets));
    readPackets(this.#packets, length, this.#pipeline);
  }

  /** Reads on in a file; returns what was wrong with it, which is told once. Nothing behind that is read. */
  #readContents(message: ToDecoder & { kind: 'contents' | 'contentsEnd' }): CaptureError | undefined {
    const { file, kind } = message;
    if (kind === 'contents' && message.isFirst) this.#files[file] = new FileContents(message.name);
    const octets = kind === 'contents' ? this.#shared(message.octets) : undefined;
    const contents = this.#files[file];
    if (contents === undefined || this.#damaged.has(file)) return undefined;
    try {
      if (octets === undefined) contents.end(this.#pipeline);
      else {
        contents.window.append(octets);
        contents.read(this.#pipeline);
      }
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      this.#damaged.add(file);
      return error;
    }
    return undefined;
  }

  #shared({ number, memory, length }: SharedOctets): Uint8Array {
    const shared = memory === undefined ? this.#memories[number]! : new Uint8Array(memory);
    if (number !== oneTimeMemory) this.#memories[number] = shared;
    return shared.subarray(0, length);
  }

  #sink(): RowSink {
    const gathering = this.#gathering;
    if (gathering !== undefined) {
      return {
        rows: (bytes, count, messages) => {
          gathering.add(bytes);
          this.#rowBytes += bytes.length;
          this.#rows.push({ bytes: new Uint8Array(0), count, messages });
          if (gathering.length >= batchBytes) this.#compress();
        },
      };
    }
    return {
      rows: (bytes, count, messages) => this.#rows.push({ bytes: new Uint8Array(bytes), count, messages }),
      flows: (bytes, count) => this.#rows.push({ bytes: new Uint8Array(bytes), count, messages: undefined }),
    };
  }

  #compress(): void {
    const gathering = this.#gathering;
    if (gathering === undefined || gathering.length === 0) return;
    this.#compressedBytes += zstdCompressSync(gathering.take(), bodyCompression).length;
  }

  #figures(): DecoderFigures {
    const pipeline = this.#pipeline;
    return {
      diagnostics: pipeline.diagnostics(),
      repeated: pipeline.repeatedMessages(),
      unknownLinkTypes: Object.fromEntries(pipeline.unknownLinkTypes),
      otherPorts: this.#others?.counts() ?? {},
      rowBytes: this.#rowBytes,
      compressedBytes: this.#compressedBytes,
    };
  }
}
