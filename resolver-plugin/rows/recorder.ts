import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DeliveryState } from '@sonde/sensor/ship/delivery-state.ts';
import { withLosses } from '@sonde/sensor/ship/losses.ts';
import type { BatchClose, Destination } from '@sonde/sensor/ship/messages.ts';
import { Shipper } from '@sonde/sensor/ship/shipper.ts';
import type { Ledger, Treatment } from '@sonde/shared/batch/metadata.ts';
import type { DnstapSink } from '../dnstap/sink.ts';
import { pluginVersion } from '../version.ts';
import { DnstapRows } from './dnstap-rows.ts';
import type { RecorderSettings } from './recorder-settings.ts';

/** What is known of frames that never became messages here. */
export interface FrameLosses {
  /** Frames that could not be decoded. */
  readonly malformed: number;
  /** Frames that the resolver wrote and nobody read, as estimated by its own counters. */
  readonly lost: number;
}

export interface RecorderOptions {
  readonly settings: RecorderSettings;
  readonly directory: string;
  readonly senderId: string;
  readonly destination: Destination;
  /** Sockets or files that the frames come from, for people. */
  readonly inputs: readonly string[];
  readonly messageClock: boolean;
  readonly frames: () => FrameLosses;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** One run from dnstap to the collector: rows and their shipper put together, and what happens by the clock. */
export class Recorder {
  readonly rows: DnstapRows;
  readonly #options: RecorderOptions;
  readonly #shipper: Shipper;
  readonly #treatment: Treatment;
  readonly #timer: NodeJS.Timeout;
  readonly #runId: string;
  #final: Ledger | undefined;

  private constructor(options: RecorderOptions, shipper: Shipper, runId: string) {
    const { settings } = options;
    this.#options = options;
    this.#shipper = shipper;
    this.#runId = runId;
    this.#treatment = settings.treatment;
    const { kinds, transactions } = settings;
    this.rows = new DnstapRows({ transactions, kinds, messageClock: options.messageClock }, shipper);
    this.#timer = setInterval(() => {
      if (!options.messageClock) this.rows.tick(Date.now() * 1_000);
      this.closeBatch();
    }, settings.batchTime);
  }

  /** Opens the spool and begins to ship what an earlier run left there. Rejects where the spool can't be had. */
  static async start(options: RecorderOptions): Promise<Recorder> {
    const { settings, directory, destination, log } = options;
    const runId = randomUUID();
    let recorder: Recorder | undefined;
    const shipper = await Shipper.start({
      ...settings.shipping,
      sender: {
        agentId: options.senderId,
        runId,
        software: `sonde-resolver/${pluginVersion()}`,
        host: hostname().slice(0, 255),
      },
      destination,
      spoolDirectory: join(directory, 'spool'),
      refusedDirectory: join(directory, 'refused'),
      onBatchDue: () => recorder?.closeBatch(),
      log,
    });
    recorder = new Recorder(options, shipper, runId);
    return recorder;
  }

  get sink(): DnstapSink {
    return this.rows;
  }

  /** Rejects when the shipper ended by a fault. */
  get failed(): Promise<DeliveryState> {
    return this.#shipper.ended;
  }

  /** Resolves when there is room for more rows; for files, which can wait. */
  room(): Promise<void> {
    return this.#shipper.room();
  }

  closeBatch(): void {
    this.rows.flush();
    this.#shipper.close(this.#close());
  }

  /** Where each frame and message of this run went, up to now. */
  ledger(): Ledger {
    return this.#final ?? withLosses(this.#ownLedger(), this.#shipper.losses);
  }

  status() {
    this.rows.flush();
    const shipper = this.#shipper;
    return {
      run_id: this.#runId,
      inputs: [...this.#options.inputs],
      treatment: this.#treatment,
      ledger: this.ledger(),
      diagnostics: this.rows.diagnostics(),
      queue: {
        rows: shipper.queuedRows,
        bytes: shipper.queuedBytes,
        max_bytes: this.#options.settings.shipping.queueBytes,
      },
      delivery: shipper.state,
    };
  }

  /** Ends what waits, ships within the time set for it, and leaves the rest in the spool. */
  async stop(milliseconds = this.#options.settings.stopTime): Promise<void> {
    clearInterval(this.#timer);
    this.rows.end();
    if (this.rows.counters().packets_captured > 0) this.#shipper.close(this.#close(), true);
    await this.#shipper.stop(milliseconds);
    this.#final = withLosses(this.#ownLedger(), this.#shipper.losses);
  }

  #close(): BatchClose {
    return {
      // The worker adds what is lost behind the queue.
      ledger: withLosses(this.#ownLedger(), this.#shipper.queueLosses),
      at: Date.now() * 1_000,
      inputs: this.#options.inputs,
      treatment: this.#treatment,
    };
  }

  #ownLedger(): Ledger {
    const counters = this.rows.counters();
    const { malformed, lost } = this.#options.frames();
    return {
      ...counters,
      packets_captured: counters.packets_captured + malformed,
      packets_other: counters.packets_other + malformed,
      packets_dropped: lost > 0 ? { frames: lost } : {},
      rows_dropped: {},
    };
  }
}
