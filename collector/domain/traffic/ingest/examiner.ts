import { setImmediate } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type { BatchSpool, SpooledBatch } from '../../../ports/ingest/batch-spool.ts';
import type { Counter, Meter } from '../../../ports/system/metrics.ts';
import type { Sighting } from '../../../ports/threats/threats.ts';
import { BatchRows } from '../../detection/batch-rows.ts';
import type { Detector } from '../../detection/detector.ts';
import { NameBook } from '../../detection/names/name-book.ts';
import { ClientBook } from '../../detection/rows/client-book.ts';
import { SeenElsewhere } from '../../detection/rows/seen-elsewhere.ts';
import { freeBytes } from './free-bytes.ts';

/** Rows that are walked over before other requests get their turn. */
const rowsPerTurn = 1_024;
/** Bytes of batches that may be examined before they are asked for: what goes into the store next, and then. */
const aheadBytes = 96 * 1024 * 1024;

export interface ExaminerPorts {
  readonly spool: Pick<BatchSpool, 'read'>;
  readonly detectors: readonly Detector[];
  readonly meter: Meter;
  readonly log: Log;
}

/**
 * An examiner shows batches to the detectors: one after the other in the order in which they came, since a detector's
 * memory of one is to be complete before the next; and each once, whatever is tried again, since that memory counts
 * what it saw. It works ahead of the store, so that a group that is full can be inserted at once.
 */
export class Examiner {
  readonly #ports: ExaminerPorts;
  readonly #failures: Counter<'detector'>;
  readonly #names = new NameBook();
  readonly #clients = new ClientBook();
  readonly #elsewhere = new SeenElsewhere();
  /** Batches that came and are not examined yet, the first of them first. */
  readonly #waiting = new Set<SpooledBatch>();
  /** Sightings in batches that are not asked for yet, or not for the last time. */
  readonly #found = new WeakMap<SpooledBatch, Promise<Sighting[]>>();
  /** Batches that were begun and not asked for yet. */
  readonly #ahead = new Set<SpooledBatch>();
  #bytesAhead = 0;
  /** The end of what is under way. */
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ports: ExaminerPorts) {
    this.#ports = ports;
    this.#failures = ports.meter.counter(
      'sonde_detector_failures_total',
      'Batches that a detector failed on.',
      ['detector'],
    );
    ports.meter.gauge(
      'sonde_unexamined_batches',
      'Accepted batches that no detector has seen yet.',
      () => this.#waiting.size,
    );
  }

  /** Tells of a batch that will be asked for after those that came before. */
  expect(batch: SpooledBatch): void {
    if (!this.#isExaminable(batch)) return;
    this.#waiting.add(batch);
    this.#workAhead();
  }

  /** Tells of a batch that was examined before, and whose evidence is recorded. */
  forgo(batch: SpooledBatch): void {
    this.#found.set(batch, Promise.resolve([]));
  }

  /** Gives the sightings of a batch; batches that came before it are examined first. */
  async examine(batch: SpooledBatch): Promise<readonly Sighting[]> {
    if (!this.#isExaminable(batch)) return [];
    if (!this.#found.has(batch)) {
      const before = this.#waiting.has(batch) ? [...this.#waiting] : [batch];
      for (const each of before.slice(0, before.indexOf(batch) + 1)) this.#begin(each);
    }
    const sightings = await this.#found.get(batch)!;
    if (this.#ahead.delete(batch)) this.#bytesAhead -= batch.bytes;
    this.#workAhead();
    return sightings;
  }

  /** Ends after the batch under way. What is asked for before is examined, so that this comes last. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
  }

  #isExaminable(batch: SpooledBatch): boolean {
    return batch.bytes > 0 && this.#ports.detectors.length > 0;
  }

  #workAhead(): void {
    for (const batch of this.#waiting) {
      if (this.#isStopped || this.#bytesAhead >= aheadBytes) return;
      this.#begin(batch);
    }
  }

  #begin(batch: SpooledBatch): void {
    this.#waiting.delete(batch);
    if (!this.#ahead.has(batch)) this.#bytesAhead += batch.bytes;
    this.#ahead.add(batch);
    const examined = this.#last.then(() => this.#detect(batch));
    this.#found.set(batch, examined);
    // A file that could not be read is read again when it is asked for.
    this.#last = examined.catch(() => this.#found.delete(batch));
  }

  async #detect(batch: SpooledBatch): Promise<Sighting[]> {
    if (this.#isStopped) return [];
    const bytes = await this.#ports.spool.read(batch);
    const rows = new BatchRows(bytes, this.#names, this.#clients);
    // The first walk is the dear one.
    for (let row = 1; rows.next(); row++) {
      if (this.#elsewhere.has(rows)) rows.leaveOut();
      if (row % rowsPerTurn === 0) await setImmediate();
    }
    const sightings: Sighting[] = [];
    for (const detector of this.#ports.detectors) {
      try {
        await setImmediate();
        rows.rewind();
        sightings.push(...(await inTurns(detector, rows)));
      } catch (error) {
        // A bug to be seen, and no reason to keep the rows out of the store.
        this.#failures.add(1, { detector: detector.name });
        this.#ports.log.error({ err: error, detector: detector.name }, 'a detector failed on a batch');
      }
    }
    freeBytes(bytes);
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
