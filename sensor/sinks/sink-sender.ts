import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readBody } from '@sonde/shared/batch/body.ts';
import { decodeBatch } from '@sonde/shared/batch/envelope.ts';
import { type BatchSize, DeliveryError, type SinkKind } from '@sonde/shared/sinks/define-sink.ts';
import { deliveryKey, deliveryTime, RetryPause, usualSize } from '@sonde/shared/sinks/delivery.ts';
import { commonSinkKinds } from '@sonde/shared/sinks/kinds/index.ts';
import type { Outlets } from '@sonde/shared/sinks/outlets.ts';
import { Spool } from '../spool/spool.ts';
import type { SpoolEntry } from '../spool/spool-files.ts';
import type { ChosenSink, SinkPlace, SinkSettings, SinkState, TellSinks } from './messages.ts';
import { sinkRecords } from './sink-records.ts';

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
  #refused = 0;
  #failures = 0;
  #error: string | null = null;
  readonly #pause = new RetryPause();
  #mostRecords: number;

  private constructor(parts: SenderParts, kind: SinkKind, spool: Spool) {
    this.#parts = parts;
    this.#kind = kind;
    this.#spool = spool;
    this.#memory = kind.begin?.();
    this.#mostRecords = this.#size.records;
  }

  /** Opens the sink's spool and begins to pass on what an earlier run left there. Rejects if it can't be opened. */
  static async open(parts: SenderParts): Promise<SinkSender> {
    const { sink, settings, tell } = parts;
    let sender: SinkSender | undefined;
    const kind = commonSinkKinds.find(({ id }) => id === sink.kind);
    if (kind === undefined) throw new Error(`There is no kind of sink ${sink.kind}.`);
    const spool = await Spool.open({
      directory: join(settings.spoolDirectory, sink.name),
      maxBytes: settings.spoolBytes,
      maxMemoryBytes: 0,
      onLoss: (entry) => {
        if (sender === undefined)
          tell('warn', `The sink ${sink.name} gave up a batch of ${entry.rows} rows.`);
        else sender.#lose(entry, 'spool');
      },
      onDamaged: async (name) => tell('warn', `The sink ${sink.name} can't read what waited in ${name}.`),
      onDisk: (fault) => {
        if (fault !== undefined)
          tell('warn', `The disk takes no batches for the sink ${sink.name}: ${fault}`);
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

  /** Keeps a batch until it is passed on. Calls must not overlap. */
  async put(batchId: string, bytes: Uint8Array, rows: number): Promise<void> {
    this.#offered += rows;
    this.#inWorks += rows;
    await this.#spool.put(bytes, { batchId, rows, messages: 0, createdAt: Date.now() });
    this.#inWorks -= rows;
    this.#wake.abort();
  }

  /** Counts rows that were lost before they came here. */
  lost(rows: number): void {
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

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      this.#wake = new AbortController();
      const entry = this.#spool.oldest();
      if (entry !== undefined) await this.#passOn(entry);
      else if (this.#isDraining) return;
      else await this.#rest(restTime);
    }
  }

  /** Passes on a batch, piece by piece, until the receiver has all of it or the run ends. */
  async #passOn(entry: SpoolEntry): Promise<void> {
    const spool = this.#spool;
    spool.hold(entry);
    const body = await this.#read(entry);
    const counts = { delivered: 0, refused: 0 };
    for (let offset = 0; body !== undefined && offset < body.length; ) {
      try {
        offset = await this.#deliver(entry.batchId, body, offset, counts);
        this.#recovered();
      } catch (error) {
        if (!this.#end.signal.aborted) await this.#failed(error);
        if (this.#end.signal.aborted) return spool.hold(undefined);
      }
    }
    if (entry.messages === undefined) {
      this.#earlier.delivered += counts.delivered;
      this.#earlier.lost += counts.refused;
    } else {
      this.#delivered += counts.delivered;
      this.#refused += counts.refused;
    }
    await spool.remove(entry);
    spool.hold(undefined);
  }

  /** Reads the rows of a batch; one that the disk has spoiled is counted. */
  async #read(entry: SpoolEntry): Promise<Buffer | undefined> {
    try {
      const body = await readBody(decodeBatch(await this.#spool.read(entry)));
      sinkRecords(body, 0, { batchId: '', host: '' }, { records: 1, characters: 1 });
      return body;
    } catch (error) {
      this.#lose(entry, 'damaged');
      this.#parts.tell(
        'warn',
        `The sink ${this.#parts.sink.name} can't read a batch back: ${wordsOf(error)}`,
      );
      return undefined;
    }
  }

  /** Delivers some rows from an offset on; returns the offset behind them, or the same if fewer are to be tried. */
  async #deliver(
    batchId: string,
    body: Buffer,
    offset: number,
    counts: { delivered: number; refused: number },
  ): Promise<number> {
    const { sink, settings, outlets, tell } = this.#parts;
    const { host } = settings;
    const most = { records: this.#mostRecords, characters: this.#size.characters };
    const { records, end } = sinkRecords(body, offset, { batchId, host }, most);
    const payload = this.#kind.frame(records, {
      config: sink.config,
      isJson: true,
      presentation: 'json',
      host,
    });
    const key = deliveryKey(sink.name, records[0]!.id, records.at(-1)!.id);
    try {
      const { refused } = await this.#kind.deliver(
        { payload, records: records.length, key, presentation: 'json' },
        {
          name: sink.name,
          config: sink.config,
          secret: sink.secret,
          outlets,
          host,
          run: { id: settings.runId, ...this.#sent, sample: 1 },
          memory: this.#memory,
          now: Date.now(),
          signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(deliveryTime)]),
        },
      );
      counts.refused += refused;
      counts.delivered += records.length - refused;
    } catch (error) {
      if (!(error instanceof DeliveryError) || !error.refused) throw error;
      if (records.length > 1) {
        // Halved until the record at fault is alone.
        this.#mostRecords = Math.floor(records.length / 2);
        return offset;
      }
      counts.refused++;
      tell('warn', `The sink ${sink.name} refuses a row: ${error.message}`);
    }
    this.#sent.batches++;
    this.#sent.records += records.length;
    this.#mostRecords = Math.min(this.#size.records, this.#mostRecords * 2);
    return end;
  }

  #lose(entry: SpoolEntry, place: SinkPlace): void {
    const { sink, tell } = this.#parts;
    if (place === 'spool' && this.#dropped.spool === 0)
      tell(
        'warn',
        `What waits for the sink ${sink.name} takes all of its room: the oldest goes, and is counted.`,
      );
    if (entry.messages === undefined) this.#earlier.lost += entry.rows;
    else this.#dropped[place] += entry.rows;
  }

  async #failed(error: unknown): Promise<void> {
    const { sink, tell } = this.#parts;
    this.#failures++;
    if (this.#error === null)
      tell('warn', `The sink ${sink.name} takes nothing, and is tried again: ${wordsOf(error)}`);
    this.#error = wordsOf(error);
    await delay(this.#pause.after(error), undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  #recovered(): void {
    this.#pause.reset();
    if (this.#error === null) return;
    this.#error = null;
    this.#parts.tell('info', `The sink ${this.#parts.sink.name} takes rows again.`);
  }

  async #rest(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.#wake.signal, this.#end.signal]);
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  get #size(): Pick<BatchSize, 'records' | 'characters'> {
    return this.#kind.size?.(this.#parts.sink.config) ?? usualSize;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
