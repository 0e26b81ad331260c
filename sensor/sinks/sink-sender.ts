import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readBody } from '@sonde/shared/batch/body.ts';
import { decodeFlows } from '@sonde/shared/batch/encrypted-flow.ts';
import { type BatchContent, decodeBatch, flowBatchVersion } from '@sonde/shared/batch/envelope.ts';
import { formOf } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { BatchBound } from '@sonde/shared/sinks/batch-bound.ts';
import type { BatchSize, SinkKind, SinkStream } from '@sonde/shared/sinks/define-sink.ts';
import { deliveryKey, deliveryTime, RetryPause, usualSize } from '@sonde/shared/sinks/delivery.ts';
import { sinkKind } from '@sonde/shared/sinks/kinds/index.ts';
import type { Outlets } from '@sonde/shared/sinks/outlets.ts';
import { queryPresentations } from '@sonde/shared/sinks/presentations/index.ts';
import { Spool } from '../spool/spool.ts';
import type { SpoolEntry } from '../spool/spool-files.ts';
import type { ChosenSink, SinkPlace, SinkSettings, SinkState, TellSinks } from './messages.ts';
import { type RowPlace, recordMaker, type WaitingBatch } from './sink-records.ts';

/** Milliseconds between looks for batches, of which each that comes wakes the sender. */
const restTime = 60_000;

interface SenderParts {
  readonly sink: ChosenSink;
  readonly settings: Omit<SinkSettings, 'sinks'>;
  readonly outlets: Outlets;
  readonly tell: TellSinks;
}

/**
 * A sink sender passes the rows of batches on to one receiver. Batches wait in a spool of its own until the receiver has all their rows, so that
 * each row arrives at least once; over the spool's bound the oldest goes, and its rows are counted.
 */
export class SinkSender {
  readonly #parts: SenderParts;
  readonly #kind: SinkKind;
  readonly #spool: Spool;
  readonly #memory: unknown;
  readonly #makeRecords: ReturnType<typeof recordMaker>;
  readonly #end = new AbortController();
  readonly #dropped: Record<SinkPlace, number> = { queue: 0, spool: 0, damaged: 0 };
  readonly #earlier = { delivered: 0, lost: 0 };
  readonly #sent = { batches: 0, records: 0 };
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  #isDraining = false;
  #offered = 0;
  /** Rows on their way into the spool. */
  #inWorks = 0;
  #delivered = 0;
  #filtered = 0;
  #refused = 0;
  #failures = 0;
  #error: string | null = null;
  readonly #pause = new RetryPause();
  readonly #bound: BatchBound;

  private constructor(parts: SenderParts, kind: SinkKind, spool: Spool) {
    this.#parts = parts;
    this.#kind = kind;
    this.#spool = spool;
    this.#memory = kind.begin?.();
    this.#makeRecords = recordMaker(parts.sink, parts.settings.host);
    this.#bound = new BatchBound(this.#size.records);
  }

  /** Opens the sink's spool and begins to pass on what an earlier run left there. Rejects if it can't be opened. */
  static async open(parts: SenderParts): Promise<SinkSender> {
    const { sink, settings, tell } = parts;
    let sender: SinkSender | undefined;
    const kind = sinkKind(sink.kind);
    if (kind === undefined) throw new Error(`There is no kind of sink ${sink.kind}.`);
    const spool = await Spool.open({
      directory: join(settings.spoolDirectory, sink.name),
      maxBytes: settings.spoolBytes,
      maxMemoryBytes: 0,
      onLoss: (entry) => {
        if (sender === undefined)
          tell('warn', `The sink ${sink.name} dropped a batch of ${entry.rows} rows.`);
        else sender.#lose(entry, 'spool');
      },
      onDamaged: async (name) =>
        tell('warn', `The sink ${sink.name} can't read the waiting batch in ${name}.`),
      onDisk: (fault) => {
        if (fault !== undefined)
          tell('warn', `Writing batches for the sink ${sink.name} to the disk fails: ${fault}`);
      },
    });
    sender = new SinkSender(parts, kind, spool);
    sender.#running = sender.#run();
    return sender;
  }

  get state(): SinkState {
    const { sink, settings } = this.#parts;
    return {
      name: sink.name,
      kind: sink.kind,
      rows_offered: this.#offered,
      rows_delivered: this.#delivered,
      rows_filtered: this.#filtered,
      rows_refused: this.#refused,
      rows_dropped: { ...this.#dropped },
      rows_waiting: this.#spool.ownRows + this.#inWorks,
      earlier: { ...this.#earlier },
      waiting_bytes: this.#spool.diskBytes,
      max_bytes: settings.spoolBytes,
      failures: this.#failures,
      error: this.#error,
    };
  }

  /** Keeps a batch until it is passed on, if the sink has use for what is in it. Calls must not overlap. */
  async put(
    { batchId, bytes, rows }: { batchId: string; bytes: Uint8Array; rows: number },
    content: BatchContent,
  ): Promise<void> {
    if (!this.#wants(content)) return;
    this.#offered += rows;
    this.#inWorks += rows;
    await this.#spool.put(bytes, { batchId, rows, messages: 0, createdAt: Date.now() });
    this.#inWorks -= rows;
    this.#wake.abort();
  }

  /** Counts rows that were lost before they came here. */
  lost(rows: number, content: BatchContent): void {
    if (!this.#wants(content)) return;
    this.#offered += rows;
    this.#dropped.queue += rows;
  }

  /** Passes on what is left for at most so many milliseconds; the rest stays in the spool. */
  async stop(milliseconds: number): Promise<void> {
    this.#isDraining = true;
    this.#wake.abort();
    const timer = setTimeout(() => this.#end.abort(), milliseconds);
    await this.#running;
    clearTimeout(timer);
    await this.#spool.close();
  }

  #wants(content: BatchContent): boolean {
    const { queries, connections } = this.#parts.sink;
    return content === 'rows' ? queries : connections !== undefined;
  }

  async #run(): Promise<void> {
    const spool = this.#spool;
    const { records, files, wait } = this.#size;
    while (!this.#end.signal.aborted) {
      this.#wake = new AbortController();
      const oldest = spool.oldest();
      if (oldest === undefined && this.#isDraining) return;
      const rest = oldest === undefined ? restTime : this.#gatheringTime(oldest);
      if (rest > 0) await this.#rest(rest);
      // A batch alone is the same after a restart: for receivers that know by its key what they have.
      else await this.#passOn(spool.first(wait === 0 ? 1 : files, records));
    }
  }

  /** Milliseconds that what waits is to wait for more. */
  #gatheringTime({ createdAt }: SpoolEntry): number {
    const { records, wait } = this.#size;
    const isMuch = this.#spool.rows >= records || this.#spool.diskBytes * 2 > this.#parts.settings.spoolBytes;
    if (this.#isDraining || isMuch) return 0;
    return Math.max(0, Math.min(wait, createdAt + wait - Date.now()));
  }

  /** Passes on batches, piece by piece, until the receiver has all of them or the run ends. */
  async #passOn(entries: readonly SpoolEntry[]): Promise<void> {
    const spool = this.#spool;
    spool.hold(...entries);
    const batches: WaitingBatch[] = [];
    for (const entry of entries) batches.push(...(await this.#read(entry)));
    // A delivery is of one stream: those of connections come behind, so that they do not cut the others into small ones.
    batches.sort((one, other) => Number('flows' in one) - Number('flows' in other));
    const counts = { delivered: 0, filtered: 0, refused: 0 };
    for (let place: RowPlace = { batch: 0, offset: 0 }; place.batch < batches.length; ) {
      try {
        place = await this.#deliver(batches, place, counts);
        this.#recovered();
      } catch (error) {
        if (!this.#end.signal.aborted) await this.#failed(error);
        if (this.#end.signal.aborted) return spool.hold();
      }
    }
    if (entries[0]!.messages === undefined) {
      this.#earlier.delivered += counts.delivered;
      this.#earlier.lost += counts.refused;
    } else {
      this.#delivered += counts.delivered;
      this.#filtered += counts.filtered;
      this.#refused += counts.refused;
    }
    for (const entry of entries) await spool.remove(entry);
    spool.hold();
  }

  /** Reads the rows of a batch; one that the disk has spoiled is counted, and nothing comes of it. */
  async #read(entry: SpoolEntry): Promise<WaitingBatch[]> {
    try {
      const batch = decodeBatch(await this.#spool.read(entry));
      if (batch.version === flowBatchVersion)
        return [{ entry, flows: await decodeFlows(await readBody(batch)) }];
      const form = formOf(batch.version);
      const body = await readBody(batch);
      new RowScanner(body, 0, form).next();
      return [{ entry, body, form }];
    } catch (error) {
      this.#lose(entry, 'damaged');
      this.#parts.tell(
        'warn',
        `The sink ${this.#parts.sink.name} can't read a batch back: ${wordsOf(error)}`,
      );
      return [];
    }
  }

  /** Delivers some rows from a place on; returns the place behind them, or the same if fewer are to be tried. */
  async #deliver(
    batches: readonly WaitingBatch[],
    place: RowPlace,
    counts: { delivered: number; filtered: number; refused: number },
  ): Promise<RowPlace> {
    const { sink, settings, outlets, tell } = this.#parts;
    const { config, presentation, secret } = sink;
    const { host } = settings;
    const most = { records: this.#bound.records, characters: this.#size.characters };
    const { records, chosen, seen, end } = this.#makeRecords(batches, place, most);
    const name = this.#nameOf(records[0]?.stream);
    if (records.length > 0) {
      const { isJson } = queryPresentations[presentation]!;
      const payload = this.#kind.frame(records, { config, isJson, presentation, host });
      const key = deliveryKey(name, records[0]!.id, records.at(-1)!.id);
      let refused: number;
      try {
        ({ refused } = await this.#kind.deliver(
          { payload, records: records.length, key, presentation },
          {
            name,
            config,
            secret,
            outlets,
            host,
            run: { id: settings.runId, ...this.#sent, sample: sink.filter.sample },
            memory: this.#memory,
            now: Date.now(),
            signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(deliveryTime)]),
          },
        ));
      } catch (error) {
        if (this.#bound.halves(error, records.length, chosen)) return place;
        refused = chosen;
        tell('warn', `The sink ${name} refuses a row: ${wordsOf(error)}`);
      }
      // A row may have several records: no more rows are refused than there are.
      counts.refused += Math.min(refused, chosen);
      counts.delivered += chosen - Math.min(refused, chosen);
      this.#sent.batches++;
      this.#sent.records += records.length;
      this.#bound.taken();
    }
    counts.filtered += seen - chosen;
    return end;
  }

  /** Files of both streams are apart, as the collector's are. */
  #nameOf(stream: SinkStream | undefined): string {
    const { name, queries, connections } = this.#parts.sink;
    return queries && connections !== undefined && stream !== undefined ? `${name}-${stream}` : name;
  }

  #lose(entry: SpoolEntry, place: SinkPlace): void {
    const { sink, tell } = this.#parts;
    if (place === 'spool' && this.#dropped.spool === 0)
      tell('warn', `The spool of the sink ${sink.name} is full. The oldest batches are dropped and counted.`);
    if (entry.messages === undefined) this.#earlier.lost += entry.rows;
    else this.#dropped[place] += entry.rows;
  }

  async #failed(error: unknown): Promise<void> {
    const { sink, tell } = this.#parts;
    this.#failures++;
    if (this.#error === null)
      tell('warn', `Delivery to the sink ${sink.name} fails and will be retried: ${wordsOf(error)}`);
    this.#error = wordsOf(error);
    await delay(this.#pause.after(error), undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  #recovered(): void {
    this.#pause.reset();
    if (this.#error === null) return;
    this.#error = null;
    this.#parts.tell('info', `The sink ${this.#parts.sink.name} accepts rows again.`);
  }

  async #rest(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.#wake.signal, this.#end.signal]);
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  get #size(): BatchSize {
    return this.#kind.size?.(this.#parts.sink.config) ?? usualSize;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
