import { setImmediate } from 'node:timers/promises';
import limitConcurrency from 'p-limit';
import type { BatchSpool, SpooledBatch, SpooledGroup } from '../../ports/ingest/batch-spool.ts';
import type { BatchRegistry } from '../../ports/ingest/batches.ts';
import type { RowStore } from '../../ports/ingest/row-store.ts';
import type { Log } from '../../ports/system/log.ts';
import type { Counter, Meter } from '../../ports/system/metrics.ts';
import type { Sighting, Threat, ThreatStore } from '../../ports/threats/threats.ts';
import { BatchRows } from '../detection/batch-rows.ts';
import type { Detector } from '../detection/detector.ts';
import { NameBook } from '../detection/names/name-book.ts';

/** Rows that are walked over before other requests get their turn. */
const rowsPerTurn = 1_024;

export interface GroupWriterPorts {
  readonly spool: BatchSpool;
  readonly registry: Pick<BatchRegistry, 'markStored'>;
  readonly rows: RowStore;
  readonly threats: Pick<ThreatStore, 'record'>;
  readonly detectors: readonly Detector[];
  readonly meter: Meter;
  readonly log: Log;
  readonly onThreat: (threat: Threat) => void;
}

/** Brings one group into the store. Every step may be repeated after a failure or a crash without doing more. */
export class GroupWriter {
  readonly #ports: GroupWriterPorts;
  readonly #detectorFailures: Counter<'detector'>;
  readonly #aside: Counter<never>;
  readonly #names = new NameBook();
  /** What detectors found in batches that are not stored yet. */
  readonly #examining = limitConcurrency(1);
  readonly #found = new WeakMap<SpooledBatch, Sighting[]>();

  constructor(ports: GroupWriterPorts) {
    this.#ports = ports;
    this.#detectorFailures = ports.meter.counter(
      'sonde_detector_failures_total',
      'Batches that a detector failed on.',
      ['detector'],
    );
    this.#aside = ports.meter.counter('sonde_batches_set_aside_total', 'Batches that the store refused.');
  }

  /** Throws a StoreError. */
  async write(group: SpooledGroup): Promise<void> {
    const { spool, registry, rows } = this.#ports;
    // One group at a time: what detectors remember of one batch is complete before the next.
    await this.#examining(async () => {
      for (const batch of group.batches) await this.#examine(batch);
    });
    if (group.batches.some((batch) => batch.bytes > 0)) await rows.insertFile(group.path, group.token);
    await registry.markStored(group.batches.map((batch) => batch.batchId));
    await spool.finish(group);
  }

  /** Gives the group up: its batches stay on disk with the reason, and block nothing. */
  async setAside(group: SpooledGroup, reason: string): Promise<void> {
    const { spool, registry, log } = this.#ports;
    await spool.dissolve(group);
    for (const batch of group.batches) {
      log.error({ batch: batch.batchId, reason }, 'the store refused a batch: it is set aside');
      await spool.setAside(batch, reason);
      this.#aside.add(1);
    }
    await registry.markStored(group.batches.map((batch) => batch.batchId));
  }

  /**
   * Evidence is recorded once for each batch, whatever is retried. A detector sees a batch once in this process: its
   * state counts what it saw, so that what it found is kept until it is recorded.
   */
  async #examine(batch: SpooledBatch): Promise<void> {
    if (batch.bytes === 0 || this.#ports.detectors.length === 0) return;
    const sightings = this.#found.get(batch) ?? (await this.#detect(batch));
    this.#found.set(batch, sightings);
    if (sightings.length === 0) return;
    const { threats, onThreat } = this.#ports;
    for (const threat of await threats.record(batch.batchId, sightings)) onThreat(threat);
  }

  async #detect(batch: SpooledBatch): Promise<Sighting[]> {
    const rows = new BatchRows(await this.#ports.spool.read(batch), this.#names);
    // The first walk is the dear one.
    for (let row = 1; rows.next(); row++) if (row % rowsPerTurn === 0) await setImmediate();
    const sightings: Sighting[] = [];
    for (const detector of this.#ports.detectors) {
      try {
        await setImmediate();
        rows.rewind();
        sightings.push(...(await inTurns(detector, rows)));
      } catch (error) {
        // A bug to be seen, and no reason to keep the rows out of the store.
        this.#detectorFailures.add(1, { detector: detector.name });
        this.#ports.log.error({ err: error, detector: detector.name }, 'a detector failed on a batch');
      }
    }
    return sightings;
  }
}

async function inTurns(detector: Detector, rows: BatchRows): Promise<Sighting[]> {
  const steps = detector.examineInTurns?.(rows);
  if (steps === undefined) return detector.examine(rows);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
