import { setTimeout as delay } from 'node:timers/promises';
import type { BatchSpool, SpooledBatch, SpooledGroup } from '../../ports/batch-spool.ts';
import type { BatchRegistry } from '../../ports/batches.ts';
import type { Log } from '../../ports/log.ts';
import type { Counter, Meter } from '../../ports/metrics.ts';
import type { Random } from '../../ports/random.ts';
import type { RowStore } from '../../ports/row-store.ts';
import { StoreError } from '../../ports/store-error.ts';
import type { Sighting, Threat, ThreatStore } from '../../ports/threats.ts';
import { BatchRows } from '../detection/batch-rows.ts';
import type { Detector } from '../detection/detector.ts';

/** A group is inserted when it has this many bytes, or when its oldest batch has waited this long. */
const groupBytes = 24 * 1024 * 1024;
const groupBatches = 1_000;
const groupMilliseconds = 500;
const firstPause = 250;
const longestPause = 15_000;

export interface StorerPorts {
  readonly spool: BatchSpool;
  readonly registry: BatchRegistry;
  readonly rows: RowStore;
  readonly threats: Pick<ThreatStore, 'record'>;
  readonly detectors: readonly Detector[];
  readonly random: Random;
  readonly meter: Meter;
  readonly log: Log;
  readonly onThreat: (threat: Threat) => void;
}

/**
 * Moves accepted batches from the spool into the store: examines them, inserts them in groups, forgets them. What the
 * store can't take now is tried again under the same token; what it refuses is set aside and blocks nothing.
 */
export class Storer {
  readonly #ports: StorerPorts;
  readonly #collectorId: string;
  readonly #detectorFailures: Counter<'detector'>;
  readonly #stopping = new AbortController();
  #queue: SpooledBatch[] = [];
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #failure: string | undefined;

  constructor(ports: StorerPorts, collectorId: string) {
    this.#ports = ports;
    this.#collectorId = collectorId;
    this.#detectorFailures = ports.meter.counter(
      'sonde_detector_failures_total',
      'Batches that a detector failed on.',
      ['detector'],
    );
    ports.meter.gauge('sonde_spool_batches', 'Accepted batches that wait to be stored.', () => this.waiting);
    ports.meter.gauge(
      'sonde_spool_bytes',
      'Bytes of accepted rows that wait to be stored.',
      () => ports.spool.bytes,
    );
  }

  /** Batches that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Why batches can't be stored at present; undefined while they can. */
  get trouble(): string | undefined {
    return this.#failure;
  }

  add(batch: SpooledBatch): void {
    this.#queue.push(batch);
    this.#wake.resolve();
  }

  /** Takes up what an earlier process left, then stores until stopped. */
  async start(): Promise<void> {
    const { spool, registry } = this.#ports;
    const left = await spool.recover((ids) => registry.unfinished(this.#collectorId, ids));
    this.#queue.push(...left.batches);
    this.#running = this.#run(left.groups);
  }

  /** Ends after the insert under way; what waits stays in the spool. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    await this.#running;
  }

  async #run(groups: readonly SpooledGroup[]): Promise<void> {
    for (const group of groups) await this.#store(group);
    while (!this.#stopping.signal.aborted) {
      await this.#gather();
      const batches = this.#take();
      if (batches.length > 0) await this.#storeTogether(batches);
    }
  }

  /** Waits until there is something, and then a little for company. */
  async #gather(): Promise<void> {
    if (this.#queue.length === 0) {
      this.#wake = Promise.withResolvers();
      await this.#wake.promise;
    }
    const waiting = this.#queue.reduce((sum, batch) => sum + batch.bytes, 0);
    if (waiting < groupBytes && this.#queue.length < groupBatches) await this.#pause(groupMilliseconds);
  }

  #take(): SpooledBatch[] {
    let bytes = 0;
    let count = 0;
    while (count < this.#queue.length && count < groupBatches && bytes < groupBytes) {
      bytes += this.#queue[count]!.bytes;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #storeTogether(batches: readonly SpooledBatch[]): Promise<void> {
    let group: SpooledGroup | undefined;
    await this.#persist(async () => {
      group = await this.#ports.spool.join(this.#ports.random.uuid(), batches);
    });
    if (group !== undefined) await this.#store(group);
  }

  async #store(group: SpooledGroup): Promise<void> {
    try {
      await this.#persist(() => this.#insert(group));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await this.#refused(group, error);
    }
  }

  async #insert(group: SpooledGroup): Promise<void> {
    const { spool, registry, rows } = this.#ports;
    for (const batch of group.batches) await this.#examine(batch);
    if (group.batches.some((batch) => batch.bytes > 0)) await rows.insertFile(group.path, group.token);
    await registry.markStored(group.batches.map((batch) => batch.batchId));
    await spool.finish(group);
  }

  async #examine(batch: SpooledBatch): Promise<void> {
    const { detectors, spool, threats, onThreat } = this.#ports;
    const rows = new BatchRows(await spool.read(batch));
    const sightings = detectors.flatMap((detector) => this.#sightings(detector, rows));
    if (sightings.length === 0) return;
    for (const threat of await threats.record(batch.batchId, sightings)) onThreat(threat);
  }

  /** A detector that fails is a bug to be seen, and no reason to keep the rows out of the store. */
  #sightings(detector: Detector, rows: BatchRows): Sighting[] {
    try {
      rows.rewind();
      return detector.examine(rows);
    } catch (error) {
      this.#detectorFailures.add(1, { detector: detector.name });
      this.#ports.log.error({ error, detector: detector.name }, 'a detector failed on a batch');
      return [];
    }
  }

  /** The store will not have this group: its batches are tried alone, and one that is refused alone is set aside. */
  async #refused(group: SpooledGroup, error: StoreError): Promise<void> {
    const { spool, registry, random, log } = this.#ports;
    await spool.dissolve(group);
    if (group.batches.length > 1) {
      for (const batch of group.batches) await this.#store(await spool.join(random.uuid(), [batch]));
      return;
    }
    for (const batch of group.batches) {
      log.error(
        { batch: batch.batchId, reason: error.message },
        'the store refused a batch: it is set aside',
      );
      await spool.setAside(batch, error.message);
      await registry.markStored([batch.batchId]);
    }
  }

  /** Does it until it is done, however long the store is away; gives up only when stopping. */
  async #persist(action: () => Promise<void>): Promise<void> {
    let pause = firstPause;
    while (!this.#stopping.signal.aborted) {
      try {
        await action();
        this.#recovered();
        return;
      } catch (error) {
        if (!(error instanceof StoreError) || error.kind === 'refused') throw error;
        this.#failed(error);
        await this.#pause(pause);
        pause = Math.min(pause * 2, longestPause);
      }
    }
  }

  #failed(error: StoreError): void {
    if (this.#failure === undefined) {
      this.#ports.log.warn({ reason: error.message }, 'the store takes no rows: they wait in the spool');
    }
    this.#failure = error.message;
  }

  #recovered(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#ports.log.info({}, 'the store takes rows again');
  }

  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
