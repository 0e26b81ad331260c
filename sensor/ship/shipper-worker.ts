import { parentPort, workerData } from 'node:worker_threads';
import type { Ledger } from '@sonde/shared/batch/metadata.ts';
import { SinkFeed } from '../sinks/sink-feed.ts';
import { SetAside } from '../spool/set-aside.ts';
import { Spool } from '../spool/spool.ts';
import type { SpoolEntry } from '../spool/spool-files.ts';
import { BatchBuilder, type BuiltBatch } from './batch-builder.ts';
import { CollectorClient } from './collector-client.ts';
import { CollectorList } from './collector-list.ts';
import { Delivery, DeliveryCounters } from './delivery.ts';
import { withLosses } from './losses.ts';
import type {
  BatchClose,
  DeliveryState,
  Destination,
  FromWorker,
  ShipperSettings,
  ToWorker,
} from './messages.ts';

/** How often the state is told when nothing else tells it, in milliseconds. */
const stateInterval = 500;
/** Encrypted flows are few, and a batch of them goes so often, in milliseconds, or at so many of them. */
const flowInterval = 5_000;
const flowsAtOnce = 4_096;

/** The shipper's inner side, in the worker: makes batches of rows, keeps them in the spool, and ships them. */
class ShippingDesk {
  readonly #settings: ShipperSettings;
  readonly #spool: Spool;
  readonly #builder: BatchBuilder;
  readonly #client: CollectorClient;
  readonly #collectors: CollectorList;
  readonly #delivery: Delivery;
  readonly #counters: DeliveryCounters;
  readonly #sinks: SinkFeed | undefined;
  #lastClose: BatchClose | undefined;
  #lastLedger = '';
  #lastBatchAt = 0;
  #lastFlowsAt = 0;

  private constructor(
    settings: ShipperSettings,
    spool: Spool,
    setAside: SetAside,
    counters: DeliveryCounters,
  ) {
    const { sender, destination, requestTime, sinkFeed } = settings;
    this.#settings = settings;
    this.#spool = spool;
    this.#counters = counters;
    this.#sinks = sinkFeed === undefined ? undefined : new SinkFeed(sinkFeed);
    this.#builder = new BatchBuilder(sender);
    this.#client = new CollectorClient({ destination, software: sender.software, requestTime });
    this.#collectors = new CollectorList(destination.collectors, Math.random);
    this.#delivery = new Delivery({
      spool,
      setAside,
      collectors: this.#collectors,
      client: this.#client,
      counters,
    });
  }

  /** Opens the spool and begins to ship what an earlier run left there. */
  static async open(settings: ShipperSettings, tell: (message: FromWorker) => void): Promise<ShippingDesk> {
    const counters = new DeliveryCounters(tell);
    const setAside = new SetAside({ directory: settings.refusedDirectory, maxBytes: settings.refusedBytes });
    const spool = await Spool.open({
      directory: settings.spoolDirectory,
      maxBytes: settings.spoolBytes,
      maxMemoryBytes: settings.spoolMemoryBytes,
      onLoss: (entry: SpoolEntry) =>
        counters.lost(entry, 'spool', 'A batch was dropped because the spool is full.'),
      onDisk: (fault) => {
        if (fault === undefined) counters.info('Writing batches to the disk works again.');
        else counters.warn(`Writing batches to the disk fails. The batches stay in memory: ${fault}`);
      },
      onDamaged: async (name) => {
        counters.warn(
          `The file ${name} in the spool does not contain a batch and was moved to the refused batches.`,
        );
        await setAside.takeFile(`${settings.spoolDirectory}/${name}`);
      },
    });
    const desk = new ShippingDesk(settings, spool, setAside, counters);
    if (spool.batches > 0) counters.info(`${spool.batches} batches of an earlier run wait to be shipped.`);
    desk.#delivery.start();
    return desk;
  }

  async rows(bytes: Uint8Array, count: number, messages: number): Promise<void> {
    // The capture side closes batches at its own moments, with a ledger of just then; the bounds hold whatever it does.
    if (this.#builder.isFullFor(bytes.length, count) && this.#lastClose !== undefined) {
      await this.#build(this.#lastClose);
    }
    this.#builder.add(bytes, count, messages);
  }

  async flows(bytes: Uint8Array, count: number): Promise<void> {
    if (this.#builder.isFullForFlows(bytes.length, count) && this.#lastClose !== undefined)
      await this.#buildFlows(this.#lastClose);
    this.#builder.addFlows(bytes, count);
  }

  /** Ends the open batch. Without rows, one is made when the ledger has news for long, or at the end. */
  async close(close: BatchClose, final: boolean): Promise<void> {
    this.#lastClose = close;
    const { openFlows } = this.#builder;
    const isDue = final || openFlows >= flowsAtOnce || Date.now() - this.#lastFlowsAt >= flowInterval;
    if (openFlows > 0 && isDue) await this.#buildFlows(close);
    if (this.#builder.openRows === 0) {
      const idle = Date.now() - this.#lastBatchAt;
      const news = JSON.stringify(this.#ledger(close)) !== this.#lastLedger;
      if (!(final && news) && idle < this.#settings.heartbeat) return;
    }
    await this.#build(close);
  }

  use(destination: Destination): void {
    this.#client.use(destination);
    this.#collectors.replace(destination.collectors);
    this.#delivery.wake();
  }

  /** Ships what is left for at most so many milliseconds; the rest stays in the spool. */
  async stop(milliseconds: number): Promise<void> {
    this.#sinks?.end();
    await this.#delivery.stop(milliseconds);
    await this.#spool.close();
    this.#client.close();
  }

  get state(): DeliveryState {
    return this.#counters.state(this.#spool, this.#settings.spoolBytes, this.#builder, this.#collectors);
  }

  #ledger(close: BatchClose): Ledger {
    return withLosses(close.ledger, this.#counters.losses);
  }

  async #build(close: BatchClose): Promise<void> {
    const ledger = this.#ledger(close);
    this.#counters.inWorks(this.#builder.openRows);
    const batch = await this.#builder.build(close, ledger);
    this.#sinks?.offer(batch, 'rows');
    await this.#keep(batch, ledger);
  }

  async #buildFlows(close: BatchClose): Promise<void> {
    const ledger = this.#ledger(close);
    this.#counters.inWorks(this.#builder.openFlows);
    this.#lastFlowsAt = Date.now();
    const batch = await this.#builder.buildFlows(close, ledger);
    this.#sinks?.offer(batch, 'flows');
    await this.#keep(batch, ledger);
  }

  async #keep({ batchId, bytes, rows, messages }: BuiltBatch, ledger: Ledger): Promise<void> {
    this.#lastLedger = JSON.stringify(ledger);
    this.#lastBatchAt = Date.now();
    await this.#spool.put(bytes, { batchId, rows, messages, createdAt: this.#lastBatchAt });
    this.#counters.inWorks(-rows);
    this.#delivery.wake();
  }
}

// The thread itself. It takes messages one after the other, so that batches keep the order of their rows; delivery goes on
// beside them.
const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
const tell = (message: FromWorker): void => port.postMessage(message);

// The one that starts this thread gives it these settings.
const opening = ShippingDesk.open(workerData as ShipperSettings, tell);
let last: Promise<void> = opening.then((desk) => tell({ kind: 'ready', state: desk.state }));
const timer = setInterval(
  () => void opening.then((desk) => tell({ kind: 'state', state: desk.state })),
  stateInterval,
);
port.on('message', (message: ToWorker) => {
  last = last.then(() => handle(message));
  last.catch(fail);
});
last.catch(fail);

async function handle(message: ToWorker): Promise<void> {
  const desk = await opening;
  switch (message.kind) {
    case 'rows':
      await desk.rows(message.bytes, message.count, message.messages);
      tell({ kind: 'taken', bytes: message.bytes.length, rows: message.count, state: desk.state });
      return;
    case 'flows':
      await desk.flows(message.bytes, message.count);
      tell({ kind: 'taken', bytes: message.bytes.length, rows: message.count, state: desk.state });
      return;
    case 'close':
      await desk.close(message.close, message.final);
      tell({ kind: 'closed', state: desk.state });
      return;
    case 'destination':
      desk.use(message.destination);
      return;
    case 'stop':
      await desk.stop(message.milliseconds);
      clearInterval(timer);
      tell({ kind: 'stopped', state: desk.state });
      port?.close();
  }
}

function fail(error: unknown): void {
  clearInterval(timer);
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  port?.close();
}
