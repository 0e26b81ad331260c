import limitConcurrency from 'p-limit';
import type { BatchSpool, SpooledBatch, SpooledGroup } from '../../../ports/ingest/batch-spool.ts';
import type { BatchRegistry } from '../../../ports/ingest/batches.ts';
import type { RowStore } from '../../../ports/ingest/row-store.ts';
import type { JournalKeeper } from '../../../ports/sinks/journal.ts';
import type { Counter } from '../../../ports/system/metrics.ts';
import type { ExaminedBatch, Threat, ThreatStore } from '../../../ports/threats/threats.ts';
import type { Completion } from '../../detection/new-elsewhere.ts';
import type { LiveTail } from '../live/live-tail.ts';
import { Examiner, type ExaminerPorts } from './examiner.ts';
import { withLatestEvidence } from './latest-evidence.ts';

/** Sightings that are recorded at once, unless a single batch has more. */
const sightingsAtOnce = 5_000;
/** Batches set aside that are remembered as examined; others are shown to the detectors again if they are taken up. */
const mostExaminedAside = 10_000;

export interface GroupWriterPorts extends ExaminerPorts {
  readonly spool: BatchSpool;
  readonly registry: Pick<BatchRegistry, 'markStored'>;
  readonly rows: RowStore;
  readonly threats: Pick<ThreatStore, 'record'>;
  readonly onThreat: (threat: Threat) => void;
  /** Says more in the evidence of what is recorded. */
  readonly complete?: Completion | undefined;
  /** Shows what is stored to those who watch. */
  readonly tail?: Pick<LiveTail, 'take'> | undefined;
  /** Keeps what is stored for those whom it is passed on to. */
  readonly journal?: JournalKeeper | undefined;
}

/**
 * A group writer brings one group into the store. Every step may be repeated after a failure or a crash without doing
 * more.
 */
export class GroupWriter {
  readonly #ports: GroupWriterPorts;
  readonly #aside: Counter<never>;
  readonly #examiner: Examiner;
  /** The sightings of one group are recorded before the sightings of the next. */
  readonly #turn = limitConcurrency(1);
  /** Groups whose evidence is recorded, and of those that were set aside their batches. */
  readonly #recorded = new WeakSet<SpooledGroup>();
  readonly #examinedAside = new Set<string>();

  constructor(ports: GroupWriterPorts) {
    this.#ports = ports;
    this.#examiner = new Examiner(ports);
    this.#aside = ports.meter.counter('sonde_batches_set_aside_total', 'Batches that the store refused.');
  }

  /** Tells of a batch that will be written, in a group, after those that came before. */
  expect(batch: SpooledBatch): void {
    if (this.#examinedAside.delete(batch.batchId)) this.#examiner.forgo(batch);
    else this.#examiner.expect(batch);
  }

  /** To be called when nothing is being written any more. */
  async stop(): Promise<void> {
    await this.#examiner.stop();
  }

  /** Throws a StoreError. */
  async write(group: SpooledGroup): Promise<void> {
    const { spool, registry, rows, tail, journal } = this.#ports;
    await this.#turn(() => this.#record(group.batches));
    this.#recorded.add(group);
    if (group.batches.some((batch) => batch.bytes > 0)) await rows.insertFile(group.path, group.token);
    // Before the registry hears of it: after a crash the group is stored again, and kept once.
    await journal?.keep(group.batches);
    await registry.markStored(group.batches.map((batch) => batch.batchId));
    for (const batch of group.batches) await tail?.take(batch.bytes, () => spool.read(batch));
    await spool.finish(group);
    journal?.publish(group.batches);
  }

  /**
   * Gives the group up: its batches stay on disk with the reason, and block nothing. The registry keeps them as not yet
   * stored, so that it does not forget them before they are taken up or discarded.
   */
  async setAside(group: SpooledGroup, reason: string): Promise<void> {
    const { spool, log, journal } = this.#ports;
    for (const { batchId } of group.batches) {
      log.error({ batch: batchId, reason }, 'the store refused a batch: it is set aside');
      if (this.#recorded.has(group) && this.#examinedAside.size < mostExaminedAside)
        this.#examinedAside.add(batchId);
    }
    await spool.setAside(group, reason);
    this.#aside.add(group.batches.length);
    // Kept only if the store has them all the same.
    journal?.publish(group.batches);
  }

  /** Evidence is recorded once for each batch, whatever is retried. */
  async #record(batches: readonly SpooledBatch[]): Promise<void> {
    let examined: ExaminedBatch[] = [];
    let count = 0;
    for (const batch of batches) {
      const sightings = await this.#examiner.examine(batch);
      if (sightings.length === 0) continue;
      examined.push({ batchId: batch.batchId, sightings });
      count += sightings.length;
      if (count < sightingsAtOnce) continue;
      await this.#tell(examined);
      examined = [];
      count = 0;
    }
    if (count > 0) await this.#tell(examined);
  }

  async #tell(examined: readonly ExaminedBatch[]): Promise<void> {
    const { threats, complete, onThreat } = this.#ports;
    const latest = withLatestEvidence(examined);
    for (const threat of await threats.record((await complete?.(latest)) ?? latest)) onThreat(threat);
  }
}
