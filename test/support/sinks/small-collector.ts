import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLossReport } from '../../../collector/domain/traffic/sinks/loss-report.ts';
import { prepareQueries } from '../../../collector/domain/traffic/sinks/prepare-queries.ts';
import { SinkPace } from '../../../collector/domain/traffic/sinks/sink-pace.ts';
import { Sinks } from '../../../collector/domain/traffic/sinks/sinks.ts';
import type { NewSink, ThreatChange } from '../../../collector/ports/sinks/sinks.ts';
import { FileJournal } from '../../../collector/storage/spool/file-journal.ts';
import type { Row } from '../../../shared/batch/row.ts';
import type { AgentState } from '../../../shared/sinks/agent-state.ts';
import type { Outlets } from '../../../shared/sinks/outlets.ts';
import { storedBytes } from '../engines/clickhouse-rows.ts';
import { createTestMeter } from '../meter.ts';
import { silentLog as log } from '../silent-log.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';
import { MemorySinkStore } from './memory-sink-store.ts';

/** Milliseconds that rows may wait while it is busy. */
export const longestDelay = 600_000;

/** What a sink needs of a collector: a journal on disk, stored batches, and a store that outlives it. */
export class SmallCollector {
  readonly store = new MemorySinkStore();
  readonly changes: ThreatChange[] = [];
  agents: AgentState[] = [];
  readonly meter = createTestMeter();
  readonly #rows = new Map<string, number>();
  readonly #directory: string;
  readonly #outlets: Outlets;
  readonly #maxBytes: number;
  /** Milliseconds that its clock is ahead. */
  ahead = 0;
  readonly #clock = { now: () => Date.now() + this.ahead };
  /** Whether what comes in wants the processors. */
  isBusy = false;
  /** Milliseconds of processor time that each batch is said to take. */
  milliseconds = 1;
  journal!: FileJournal;
  sinks!: Sinks;

  private constructor(directory: string, outlets: Partial<Outlets>, maxBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    const nowhere = async () => {
      throw new Error('There is no such way out.');
    };
    this.#outlets = {
      post: nowhere,
      connect: nowhere,
      secure: nowhere,
      append: nowhere,
      parquet: nowhere,
      ...outlets,
    };
  }

  static async start(t: Ending, outlets: Partial<Outlets>, sinks: readonly NewSink[], maxBytes = 2 ** 30) {
    const collector = new SmallCollector(await temporaryDirectory(t), outlets, maxBytes);
    await mkdir(join(collector.#directory, 'kept'));
    for (const sink of sinks) await collector.store.add(sink);
    await collector.restart();
    t.teardown(() => collector.sinks.stop());
    return collector;
  }

  /** As after a crash: what was not settled is not known any more. */
  async restart(): Promise<void> {
    const parts = { collectorId: 'one', meter: this.meter, log };
    const registry = {
      find: async ([id = '']: readonly string[]) =>
        new Map([[id, { rows: this.#rows.get(id) ?? 0 } as never]]),
    };
    this.journal = await FileJournal.open({
      directory: join(this.#directory, 'journal'),
      pathOf: ({ batchId }) => join(this.#directory, 'kept', batchId),
      maxBytes: this.#maxBytes,
      after: await this.store.furthest(),
      onLost: createLossReport({ ...parts, registry, sinkStore: this.store }),
      log,
    });
    this.sinks = new Sinks({
      ...parts,
      meter: createTestMeter(),
      sinkStore: this.store,
      agentStates: { latest: async () => this.agents },
      threatChanges: {
        after: async ({ minor }, most) => this.changes.filter(({ id }) => id > minor).slice(0, most),
        end: async () => ({ major: 0, minor: this.changes.at(-1)?.id ?? 0 }),
      },
      journal: this.journal,
      leases: { take: async () => true, release: async () => undefined },
      prepare: async (given) => ({ ...prepareQueries(given, readPiece), milliseconds: this.milliseconds }),
      pace: new SinkPace({
        isBusy: () => this.isBusy,
        longestDelay,
        journal: this.journal,
        maxBytes: this.#maxBytes,
        clock: this.#clock,
      }),
      outlets: this.#outlets,
      openSecret: () => 'the secret',
      host: 'collector.example',
      clock: this.#clock,
      pauses: { first: 5, threats: 5 },
    });
    await this.sinks.prepare();
    this.journal.publishOthers(() => false);
    this.sinks.start();
  }

  /** A batch as it is after the store has acknowledged it. */
  async stored(rows: readonly Row[], locationId = 1): Promise<void> {
    const batchId = randomUUID();
    const bytes = storedBytes(rows, locationId, 2);
    this.#rows.set(batchId, rows.length);
    await writeFile(join(this.#directory, 'kept', batchId), bytes);
    const batch = { batchId, bytes: bytes.length };
    await this.journal.keep([batch]);
    this.journal.publish([batch]);
  }

  /** Of the one sink's queries. */
  get progress() {
    return [...this.store.places.values()].find(({ stream }) => stream === 'queries')!;
  }
}

export function readPiece(path: string, offset: number, most: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(most);
    return piece.subarray(0, readSync(file, piece, 0, most, offset));
  } finally {
    closeSync(file);
  }
}
