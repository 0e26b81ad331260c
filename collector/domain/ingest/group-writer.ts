import type { BatchSpool, SpooledBatch, SpooledGroup } from '../../ports/batch-spool.ts';
import type { BatchRegistry } from '../../ports/batches.ts';
import type { Log } from '../../ports/log.ts';
import type { Counter, Meter } from '../../ports/metrics.ts';
import type { RowStore } from '../../ports/row-store.ts';
import type { Sighting, Threat, ThreatStore } from '../../ports/threats.ts';
import { BatchRows } from '../detection/batch-rows.ts';
import type { Detector } from '../detection/detector.ts';

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
    for (const batch of group.batches) await this.#examine(batch);
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

  async #examine(batch: SpooledBatch): Promise<void> {
    const { detectors, spool, threats, onThreat } = this.#ports;
    if (batch.bytes === 0 || detectors.length === 0) return;
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
}
