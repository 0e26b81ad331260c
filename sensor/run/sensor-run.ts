import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Ledger, Treatment } from '@sonde/shared/batch/metadata.ts';
import type { ShippingConfig } from '../config/shipping-settings.ts';
import type { RowSink, RowWriter } from '../rows/row-writer.ts';
import type { ChangeableOptions } from '../rows/transaction-options.ts';
import { withLosses } from '../ship/losses.ts';
import type { BatchClose, DeliveryState, Destination } from '../ship/messages.ts';
import { Shipper, type ShipperOptions } from '../ship/shipper.ts';
import type { SinkState } from '../sinks/messages.ts';
import { readSinks } from '../sinks/read-sinks.ts';
import { Sinks } from '../sinks/sinks.ts';
import type { RowAccount } from '../status/row-account.ts';
import type { SensorDirectory } from './sensor-directory.ts';

/** A sensor input describes the inputs of a sensor, as far as its batches tell of them. */
export interface SensorInput {
  /** Interfaces, sockets or files, for people. */
  readonly names: readonly string[];
  /** Whether the wall clock is that of the traffic. A file has a clock of its own, which the row writer reads off it. */
  readonly live: boolean;
  /** Packets or frames lost before the row writer, by place; totals. */
  readonly dropped: Readonly<Record<string, number>>;
}

export interface SensorRunOptions<Rows extends RowWriter> {
  /** Name and version of the program. */
  readonly software: string;
  readonly directory: SensorDirectory;
  readonly destination: Destination;
  readonly shipping: ShippingConfig;
  readonly treatment: Treatment;
  readonly input: SensorInput;
  readonly createRows: (sink: RowSink) => Rows;
  readonly log: ShipperOptions['log'];
}

/** The settings of a run that may change while it goes on. */
export interface RunChange {
  readonly rows: ChangeableOptions;
  readonly treatment: Treatment;
  readonly destination: Destination;
}

export interface RunStatus extends RowAccount {
  readonly run_id: string;
  readonly treatment: Treatment;
  /** Figures beside the ledger, by name: what reassembly and the tables gave up, and how full they are. */
  readonly diagnostics: Readonly<Record<string, number>>;
  /** The receivers beside the collector. */
  readonly sinks: readonly SinkState[];
}

/**
 * One run of a sensor, from the first packet or frame to the last batch: a row writer and a shipper put together, batches
 * closed by size and by the clock, each with the ledger of its moment.
 */
export class SensorRun<Rows extends RowWriter> {
  /** The row writer; the sensor hands it what comes in. */
  readonly rows: Rows;
  readonly #options: SensorRunOptions<Rows>;
  readonly #shipper: Shipper;
  readonly #sinks: Sinks | undefined;
  readonly #runId: string;
  readonly #timer: NodeJS.Timeout;
  #treatment: Treatment;
  #final: Ledger | undefined;

  private constructor(
    options: SensorRunOptions<Rows>,
    shipper: Shipper,
    sinks: Sinks | undefined,
    runId: string,
  ) {
    this.#options = options;
    this.#shipper = shipper;
    this.#sinks = sinks;
    this.#runId = runId;
    this.#treatment = options.treatment;
    this.rows = options.createRows(shipper);
    this.#timer = setInterval(() => this.#onTimer(), options.shipping.batch_seconds * 1_000);
  }

  /**
   * Opens the spool and begins to ship what an earlier run left there. Rejects if the spool can't be opened, and with a ConfigError if the
   * file of sinks is not sound.
   */
  static async start<Rows extends RowWriter>(options: SensorRunOptions<Rows>): Promise<SensorRun<Rows>> {
    const { directory, shipping } = options;
    const runId = randomUUID();
    let run: SensorRun<Rows> | undefined;
    const sinks = await startSinksOf(options, runId);
    const shipper = await Shipper.start({
      sender: {
        agentId: directory.senderId,
        runId,
        software: options.software,
        host: hostname().slice(0, 255),
      },
      destination: options.destination,
      spoolDirectory: join(directory.path, 'spool'),
      refusedDirectory: join(directory.path, 'refused'),
      spoolBytes: shipping.spool_bytes,
      spoolMemoryBytes: shipping.spool_memory_bytes,
      refusedBytes: shipping.refused_bytes,
      requestTime: shipping.request_seconds * 1_000,
      heartbeat: shipping.heartbeat_seconds * 1_000,
      queueBytes: shipping.queue_bytes,
      batchBytes: shipping.batch_bytes,
      sinkFeed: sinks?.feed,
      onBatchDue: () => run?.closeBatch(),
      log: options.log,
    }).catch(async (error: unknown) => {
      await sinks?.abandon();
      throw error;
    });
    run = new SensorRun(options, shipper, sinks, runId);
    return run;
  }

  /** Resolves when the shipper was stopped; rejects if it, or the row writer, ended by a fault. */
  get ended(): Promise<DeliveryState> {
    const { failed } = this.rows;
    const faults = [failed, this.#sinks?.failed].filter((fault) => fault !== undefined);
    return Promise.race([this.#shipper.ended, ...faults]);
  }

  /** Resolves when there is room for more rows; for inputs that can wait. */
  async room(): Promise<void> {
    await this.#shipper.room();
    await this.#sinks?.room();
  }

  /** Hands the rows so far to the shipper as one batch, with the ledger of this moment. */
  closeBatch(): void {
    this.rows.flush();
    this.#shipper.close(this.#close());
  }

  /** Takes up other filters, sampling, privacy, collectors and key. */
  use({ rows, treatment, destination }: RunChange): void {
    // The rows so far were treated as their batch says.
    this.rows.settle(() => this.closeBatch());
    this.rows.configure(rows);
    this.rows.settle(() => {
      this.#treatment = treatment;
    });
    this.#shipper.use(destination);
  }

  /** Ships to there from now on; what is recorded stays as it is. */
  shipTo(destination: Destination): void {
    this.#shipper.use(destination);
  }

  /** Returns the status, with all sums of one moment; after the end, as it ended. */
  status(): RunStatus {
    this.rows.flush();
    const shipper = this.#shipper;
    return {
      run_id: this.#runId,
      treatment: this.#treatment,
      ledger: this.#final ?? withLosses(this.#ledger(), shipper.losses),
      diagnostics: this.rows.diagnostics(),
      queue: {
        rows: shipper.queuedRows,
        bytes: shipper.queuedBytes,
        max_bytes: this.#options.shipping.queue_bytes,
      },
      delivery: shipper.state,
      sinks: this.#sinks?.states ?? [],
    };
  }

  /** Ends what waits, ships within the time set for it, and leaves the rest in the spool. The input must have ended before. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.rows.end();
    // A run that saw nothing, without permission to capture for example, has no ledger to tell.
    if (this.rows.counters().packets_captured > 0) this.#shipper.close(this.#close(), true);
    const milliseconds = this.#options.shipping.stop_seconds * 1_000;
    try {
      await this.#shipper.stop(milliseconds);
    } finally {
      // Also behind a shipper that failed: a thread that goes on would keep the program.
      await this.#sinks?.stop(milliseconds);
    }
    this.#final = withLosses(this.#ledger(), this.#shipper.losses);
  }

  #onTimer(): void {
    if (this.#options.input.live) this.rows.tick(Date.now() * 1_000);
    this.closeBatch();
  }

  #close(): BatchClose {
    return {
      // The worker adds what is lost behind the queue.
      ledger: withLosses(this.#ledger(), this.#shipper.queueLosses),
      at: Date.now() * 1_000,
      inputs: this.#options.input.names,
      treatment: this.#treatment,
    };
  }

  #ledger(): Ledger {
    return {
      ...this.rows.counters(),
      packets_dropped: this.#options.input.dropped,
      rows_dropped: {},
    };
  }
}

/** Starts the sinks that the settings name; undefined if they name none. */
async function startSinksOf<Rows extends RowWriter>(
  { directory, shipping, log }: SensorRunOptions<Rows>,
  runId: string,
): Promise<Sinks | undefined> {
  const sinks = await readSinks(shipping.sinks);
  if (sinks.length === 0) return undefined;
  const settings = {
    sinks,
    spoolDirectory: join(directory.path, 'sinks'),
    filesDirectory: shipping.sink_directory ?? join(directory.path, 'sink-files'),
    spoolBytes: shipping.sink_bytes,
    host: hostname().slice(0, 255),
    runId,
  };
  return await Sinks.start(settings, log);
}
