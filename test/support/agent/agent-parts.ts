import { readFile } from 'node:fs/promises';
import type { FileOptions } from '../../../agent/capture/capture-file.ts';
import type { CaptureSource, PacketSink } from '../../../agent/capture/capture-source.ts';
import { FollowedLog } from '../../../agent/capture/logs/followed-log.ts';
import type { CommandParts } from '../../../agent/cli/command-parts.ts';
import type { RowPipeline } from '../../../agent/run/row-pipeline.ts';
import type { RowSink } from '../../../sensor/rows/row-writer.ts';
import { rowBytes } from './agent-shipper.ts';

/** A pipeline in which each packet is a whole transaction of two messages, for tests of what stands around it. */
export class PacketRows implements RowPipeline {
  readonly failed = undefined;
  readonly #sink: RowSink;
  #packets = 0;
  #open = 0;
  configured = 0;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  packet(): void {
    this.#packets++;
    if (++this.#open >= 100) this.flush();
  }

  tick(): void {
    // No packet waits for another here.
  }

  flush(): void {
    if (this.#open === 0) return;
    const first = this.#packets - this.#open;
    this.#sink.rows(rowBytes(this.#open, `p${first}-`), this.#open, this.#open * 2);
    this.#open = 0;
  }

  settle(done: () => void): void {
    this.flush();
    done();
  }

  end(): void {
    this.flush();
  }

  configure(): void {
    this.configured++;
  }

  diagnostics(): Record<string, number> {
    return { tcp_holes: 3 };
  }

  counters(): ReturnType<RowPipeline['counters']> {
    return {
      packets_captured: this.#packets,
      packets_other: 0,
      messages_seen: this.#packets * 2,
      messages_stored: this.#packets * 2,
      messages_repeated: 0,
      messages_filtered: 0,
      messages_sampled: 0,
      messages_malformed: {},
      messages_dropped: {},
      messages_pending: 0,
      rows_stored: this.#packets,
    };
  }
}

/** An input of as many packets as its file says; it stays open behind them when the file says `hold`. */
class CountedPackets implements CaptureSource {
  readonly name: string;
  readonly live = false;
  readonly #options: FileOptions;
  #captured = 0;
  #stop: () => void = () => undefined;
  readonly #stopped = new Promise<void>((resolve) => {
    this.#stop = resolve;
  });

  constructor(name: string, options: FileOptions) {
    this.name = name;
    this.#options = options;
  }

  async run(sink: PacketSink): Promise<void> {
    const [count = '0', hold] = (await readFile(this.name, 'utf8')).trim().split(' ');
    const packet = new Uint8Array(64);
    while (this.#captured < Number(count)) {
      for (let index = 0; index < 100 && this.#captured < Number(count); index++) {
        this.#captured++;
        sink.packet(packet, 0, 64, 64, Date.now() * 1000, 1);
      }
      await new Promise((resolve) => setImmediate(resolve));
      await this.#options.room();
    }
    if (hold === 'hold') await this.#stopped;
  }

  async stop(): Promise<void> {
    this.#stop();
  }

  statistics(): ReturnType<CaptureSource['statistics']> {
    return { captured: this.#captured, dropped: {} };
  }
}

/** Parts for the command line in which files say how many packets they stand for. */
export const testParts: CommandParts = {
  openLive: (name) => new CountedPackets(name, { speed: 'max', room: async () => undefined }),
  openFile: (path, options) => new CountedPackets(path, options),
  openLog: (options) => new FollowedLog(options),
  captureFilters: (ports, narrowing = 'ip') => [`port ${ports.join(' or ')} and ${narrowing}`],
  createPipeline: (_options, sink) => new PacketRows(sink),
  readTransactions: async () => undefined,
  convertFile: async () => ({ transactions: 3, malformedMessages: 2, octets: 1_000 }),
  verifyFile: async (_path, ports) => ({ queries: 1, malformed: { short: 2 }, ports: ports.join() }),
};
