import { setTimeout as delay } from 'node:timers/promises';
import { Conflict } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { SpooledBatch, SpooledGroup } from '../../../ports/ingest/batch-spool.ts';
import type { BatchRegistry } from '../../../ports/ingest/batches.ts';
import type { StoredRowFinder } from '../../../ports/ingest/stored-rows.ts';
import { StoreError } from '../../../ports/system/store-error.ts';
import { sampleOf } from './aside/read-batch.ts';
import { BatchQueue, fullBytes } from './batch-queue.ts';
import { GroupWriter, type GroupWriterPorts } from './group-writer.ts';

/** Between attempts for one group: doubled from the first to the longest. */
const firstPause = 250;
const longestPause = 15_000;
/** Groups that may wait for another attempt at once; beyond that no new one is begun. */
const mostRetries = 8;
/** Groups under way at once: one is examined while the other is inserted. */
const mostUnderWay = 2;
/** A group that failed this often, while this many others went in, is itself the trouble. */
const patience = 12;

/** Milliseconds that what is under way may take until nothing is. */
const longestDrain = 120_000;

export interface StorerPorts extends GroupWriterPorts {
  readonly registry: Pick<BatchRegistry, 'unfinished' | 'markStored'>;
  readonly finder: StoredRowFinder;
  readonly random: Random;
}

interface Hold {
  readonly begun: () => void;
  readonly released: Promise<void>;
}

interface Retry {
  readonly group: SpooledGroup;
  readonly storedBefore: number;
  attempts: number;
  pause: number;
  dueAt: number;
}

/**
 * A storer moves accepted batches from the spool into the store, in groups. What the store can't take now is tried
 * again under the same token while others go in; what it refuses is set aside.
 */
export class Storer {
  readonly #ports: StorerPorts;
  readonly #collectorId: string;
  readonly #writer: GroupWriter;
  readonly #stopping = new AbortController();
  readonly #queue = new BatchQueue();
  /** Batches of a group that was refused, each to be tried alone. */
  readonly #suspects: SpooledBatch[] = [];
  readonly #retries: Retry[] = [];
  /** Groups that lay aside and are to be tried again. */
  readonly #takenUp: SpooledGroup[] = [];
  readonly #underWay = new Set<Promise<void>>();
  /** Since when each batch that is not stored yet waits, the longest first. */
  readonly #since = new Map<string, number>();
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  /** A fault of the program itself, in an attempt: the loop fails with it. */
  #fault: { readonly error: unknown } | undefined;
  /** If there is no room on the disk to join batches, smaller groups are tried; a lone batch needs none. */
  #groupBytes = fullBytes;
  #storedGroups = 0;
  #trouble: string | undefined;
  #hold: Hold | undefined;

  constructor(ports: StorerPorts, collectorId: string) {
    this.#ports = ports;
    this.#collectorId = collectorId;
    this.#writer = new GroupWriter(ports);
    ports.meter.gauge(
      'sonde_spool_aside',
      'Batches that the store refused and that lie aside in the spool.',
      () => ports.spool.aside,
    );
    ports.meter.gauge(
      'sonde_spool_aside_bytes',
      'Bytes of batches that lie aside in the spool.',
      () => ports.spool.asideBytes,
    );
    ports.meter.gauge(
      'sonde_ingest_lag_seconds',
      'For how long the oldest accepted batch that is not stored yet has waited.',
      () => this.lag / 1_000,
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
    let waiting = this.#queue.length + this.#suspects.length;
    for (const { group } of this.#retries) waiting += group.batches.length;
    for (const group of this.#takenUp) waiting += group.batches.length;
    return waiting;
  }

  /** Milliseconds for which the oldest batch that is not stored has waited here; 0 if none waits. */
  get lag(): number {
    const [oldest] = this.#since.values();
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  /** Tells why the last attempt failed; undefined if it did not. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  add(batch: SpooledBatch): void {
    this.#writer.expect(batch);
    this.#since.set(batch.batchId, performance.now());
    this.#queue.add([batch], performance.now());
    this.#wake.resolve();
  }

  /** Stores a group that lay aside, under the token that it was tried with, as soon as nothing newer is due. */
  takeUp(group: SpooledGroup): void {
    for (const batch of group.batches) this.#writer.expect(batch);
    this.#takenUp.push(group);
    this.#wake.resolve();
  }

  /**
   * Takes up what an earlier process left, then stores until stopped, but nothing before `prepared`: what comes in
   * until then waits. Resolves when batches may be added.
   */
  async start(prepared: Promise<void> = Promise.resolve()): Promise<void> {
    const { spool, registry } = this.#ports;
    const left = await spool.recover((ids) => registry.unfinished(this.#collectorId, ids));
    for (const group of left.groups) {
      for (const batch of group.batches) this.#writer.expect(batch);
      this.#retries.push(this.#retry(group));
    }
    for (const batch of left.batches) this.#writer.expect(batch);
    const waiting = [...left.groups.flatMap(({ batches }) => batches), ...left.batches];
    for (const { batchId } of waiting) this.#since.set(batchId, performance.now());
    this.#queue.add(left.batches, performance.now());
    this.#running = this.#run(prepared);
  }

  /**
   * Runs the work while nothing is on its way into the store: what is accepted meanwhile waits in the spool. Throws a StoreError
   * if what is under way does not end, and a Conflict if somebody else holds it.
   */
  async hold<Result>(work: () => Promise<Result>, drain = longestDrain): Promise<Result> {
    if (this.#hold !== undefined) throw new Conflict('Somebody else holds the store.');
    const begun = Promise.withResolvers<boolean>();
    const released = Promise.withResolvers<void>();
    this.#hold = { begun: () => begun.resolve(true), released: released.promise };
    this.#wake.resolve();
    const timer = setTimeout(() => begun.resolve(false), drain);
    const onStop = () => begun.resolve(false);
    this.#stopping.signal.addEventListener('abort', onStop);
    try {
      if (this.#stopping.signal.aborted || !(await begun.promise))
        throw new StoreError('unavailable', 'What is on its way into the store does not end.');
      return await work();
    } finally {
      clearTimeout(timer);
      this.#stopping.signal.removeEventListener('abort', onStop);
      this.#hold = undefined;
      released.resolve();
    }
  }

  /** Ends after the inserts under way; what waits stays in the spool. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    try {
      await this.#running;
    } finally {
      await this.#writer.stop();
    }
  }

  async #run(prepared: Promise<void>): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      this.#stopping.signal.addEventListener('abort', () => resolve());
    });
    await Promise.race([prepared, stopped]);
    while (!this.#stopping.signal.aborted) {
      this.#failWithFault();
      if (this.#hold !== undefined) {
        const { begun, released } = this.#hold;
        await Promise.all(this.#underWay);
        begun();
        // Let go, it looks again; stopped, it ends.
        await Promise.race([released, stopped]);
        continue;
      }
      const due = this.#retries.findIndex((retry) => retry.dueAt <= performance.now());
      if (this.#underWay.size >= mostUnderWay) await Promise.race(this.#underWay);
      else if (due !== -1) this.#launch(this.#retries.splice(due, 1)[0]!);
      else if (this.#retries.length >= mostRetries) await this.#rest(Number.POSITIVE_INFINITY);
      else if (this.#suspects.length > 0) await this.#beginSuspect();
      else {
        const wait = this.#queue.dueIn(performance.now());
        const old = wait > 0 ? this.#takenUp.shift() : undefined;
        if (old !== undefined) this.#launch(this.#retry(old));
        else if (wait > 0) await this.#rest(wait);
        else await this.#beginGroup();
      }
    }
    await Promise.all(this.#underWay);
    this.#failWithFault();
  }

  #failWithFault(): void {
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  /** Tries a group without waiting for it. */
  #launch(retry: Retry): void {
    const attempt = this.#attempt(retry)
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#underWay.delete(attempt);
        this.#wake.resolve();
      });
    this.#underWay.add(attempt);
  }

  /** Waits for a batch, for the end of an attempt, for the next one to be due, or as long as that. */
  async #rest(most: number): Promise<void> {
    this.#wake = Promise.withResolvers();
    const now = performance.now();
    const wait = Math.min(most, ...this.#retries.map((retry) => retry.dueAt - now));
    if (wait === Number.POSITIVE_INFINITY) await this.#wake.promise;
    else await this.#pauseUntilWoken(wait);
  }

  async #beginGroup(): Promise<void> {
    const batches = this.#queue.take(performance.now(), this.#groupBytes);
    if (await this.#begin(batches)) {
      this.#groupBytes = Math.min(this.#groupBytes * 2, fullBytes);
      return;
    }
    this.#groupBytes = Math.max(this.#groupBytes / 2, 1);
    this.#queue.putBack(batches, performance.now());
    await this.#pause(firstPause);
  }

  async #beginSuspect(): Promise<void> {
    const batches = this.#suspects.splice(0, 1);
    if (await this.#begin(batches)) return;
    this.#suspects.unshift(...batches);
    await this.#pause(firstPause);
  }

  /** Makes a group of batches and tries it. False if none came about, so that they are still single. */
  async #begin(batches: readonly SpooledBatch[]): Promise<boolean> {
    try {
      this.#launch(this.#retry(await this.#ports.spool.join(this.#ports.random.uuid(), batches)));
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#failed(error);
      return false;
    }
  }

  async #attempt(retry: Retry): Promise<void> {
    try {
      await this.#writer.write(retry.group);
      this.#done(retry.group);
      this.#storedGroups++;
      this.#recovered();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.kind === 'refused') await this.#refused(retry, error);
      else await this.#postpone(retry, error);
    }
  }

  #done({ batches }: SpooledGroup): void {
    for (const { batchId } of batches) this.#since.delete(batchId);
  }

  async #postpone(retry: Retry, error: StoreError): Promise<void> {
    this.#failed(error);
    retry.attempts++;
    if (retry.attempts >= patience && this.#storedGroups - retry.storedBefore >= patience) {
      await this.#writer.setAside(retry.group, error.message);
      this.#done(retry.group);
      return;
    }
    retry.dueAt = performance.now() + retry.pause;
    retry.pause = Math.min(retry.pause * 2, longestPause);
    this.#retries.push(retry);
  }

  /**
   * The store will not have this group: its batches are tried alone, and one that is refused alone is set aside. But
   * if a view refused it, its rows are stored already: only under its token no row of it is stored twice.
   */
  async #refused(retry: Retry, error: StoreError): Promise<void> {
    const { group } = retry;
    try {
      if (group.batches.length === 1 || (await this.#isPartlyStored(group))) {
        await this.#writer.setAside(group, error.message);
        this.#done(group);
        return;
      }
    } catch (failure) {
      if (!(failure instanceof StoreError)) throw failure;
      return await this.#postpone(retry, failure);
    }
    await this.#ports.spool.dissolve(group);
    this.#suspects.push(...group.batches);
  }

  async #isPartlyStored(group: SpooledGroup): Promise<boolean> {
    const { spool, finder } = this.#ports;
    for (const batch of group.batches) {
      const sample = await sampleOf(await spool.read(batch));
      if (sample !== undefined && (await finder.countStored(sample)) > 0) return true;
    }
    return false;
  }

  #retry(group: SpooledGroup): Retry {
    return { group, storedBefore: this.#storedGroups, attempts: 0, pause: firstPause, dueAt: 0 };
  }

  #failed(error: StoreError): void {
    if (this.#trouble === undefined) {
      this.#ports.log.warn({ reason: error.message }, 'the store takes no rows: they wait in the spool');
    }
    this.#trouble = error.message;
  }

  #recovered(): void {
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#ports.log.info({}, 'the store takes rows again');
  }

  async #pause(milliseconds: number): Promise<void> {
    const time = Math.max(milliseconds, 0);
    await delay(time, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #pauseUntilWoken(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.#wake.resolve(), Math.max(milliseconds, 0));
    await this.#wake.promise;
    clearTimeout(timer);
  }
}
