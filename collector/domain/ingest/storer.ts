import { setTimeout as delay } from 'node:timers/promises';
import type { SpooledBatch, SpooledGroup } from '../../ports/ingest/batch-spool.ts';
import type { BatchRegistry } from '../../ports/ingest/batches.ts';
import type { Random } from '../../ports/system/random.ts';
import { StoreError } from '../../ports/system/store-error.ts';
import { GroupWriter, type GroupWriterPorts } from './group-writer.ts';

/** A group is inserted when it has this many bytes or batches, or when this time has passed since its first. */
const groupBytes = 24 * 1024 * 1024;
const groupBatches = 1_000;
const groupMilliseconds = 500;
/** Between attempts for one group: doubled from the first to the longest. */
const firstPause = 250;
const longestPause = 15_000;
/** Groups that may wait for another attempt at once; beyond that no new one is begun. */
const mostRetries = 8;
/** Groups under way at once: one is examined while the other is inserted. */
const mostUnderWay = 2;
/** A group that failed this often, while this many others went in, is itself the trouble. */
const patience = 12;

export interface StorerPorts extends GroupWriterPorts {
  readonly registry: BatchRegistry;
  readonly random: Random;
}

interface Retry {
  readonly group: SpooledGroup;
  readonly storedBefore: number;
  attempts: number;
  pause: number;
  dueAt: number;
}

/**
 * Moves accepted batches from the spool into the store, in groups. What the store can't take now is tried again under the
 * same token while others go in; what it refuses is set aside.
 */
export class Storer {
  readonly #ports: StorerPorts;
  readonly #collectorId: string;
  readonly #writer: GroupWriter;
  readonly #stopping = new AbortController();
  readonly #queue: SpooledBatch[] = [];
  /** Batches of a group that was refused, each to be tried alone. */
  readonly #suspects: SpooledBatch[] = [];
  readonly #retries: Retry[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  /** Of the program itself, in an attempt: the loop fails with it. */
  #fault: { readonly error: unknown } | undefined;
  #storedGroups = 0;
  #trouble: string | undefined;

  constructor(ports: StorerPorts, collectorId: string) {
    this.#ports = ports;
    this.#collectorId = collectorId;
    this.#writer = new GroupWriter(ports);
    ports.meter.gauge('sonde_spool_batches', 'Accepted batches that wait to be stored.', () => this.waiting);
    ports.meter.gauge(
      'sonde_spool_bytes',
      'Bytes of accepted rows that wait to be stored.',
      () => ports.spool.bytes,
    );
  }

  /** Batches that wait. */
  get waiting(): number {
    return this.#retries.reduce(
      (sum, retry) => sum + retry.group.batches.length,
      this.#queue.length + this.#suspects.length,
    );
  }

  /** Why the last attempt failed; undefined where it did not. */
  get trouble(): string | undefined {
    return this.#trouble;
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
    for (const group of left.groups) this.#retries.push(this.#retry(group));
    this.#running = this.#run();
  }

  /** Ends after the inserts under way; what waits stays in the spool. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#failWithFault();
      const due = this.#retries.findIndex((retry) => retry.dueAt <= performance.now());
      if (this.#underWay.size >= mostUnderWay) await Promise.race(this.#underWay);
      else if (due !== -1) this.#launch(this.#retries.splice(due, 1)[0]!);
      else if (!this.#mayBegin) await this.#rest();
      else if (this.#suspects.length > 0) await this.#begin(this.#suspects, 1);
      else await this.#begin(this.#queue, groupBatches);
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

  get #mayBegin(): boolean {
    return this.#queue.length + this.#suspects.length > 0 && this.#retries.length < mostRetries;
  }

  /** Waits for a batch, for the end of an attempt, or for the next one to be due. */
  async #rest(): Promise<void> {
    this.#wake = Promise.withResolvers();
    const due = Math.min(...this.#retries.map((retry) => retry.dueAt));
    if (due === Number.POSITIVE_INFINITY) await this.#wake.promise;
    else await Promise.race([this.#wake.promise, this.#pause(due - performance.now())]);
  }

  /** Makes a group of the first batches of a list and tries it. */
  async #begin(list: SpooledBatch[], most: number): Promise<void> {
    if (most > 1) await this.#waitForCompany();
    if (this.#stopping.signal.aborted) return;
    const batches = take(list, most);
    try {
      this.#launch(this.#retry(await this.#ports.spool.join(this.#ports.random.uuid(), batches)));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // No group came about, so the batches are still single.
      list.unshift(...batches);
      this.#failed(error);
      await this.#pause(firstPause);
    }
  }

  async #waitForCompany(): Promise<void> {
    const bytes = this.#queue.reduce((sum, batch) => sum + batch.bytes, 0);
    if (bytes < groupBytes && this.#queue.length < groupBatches) await this.#pause(groupMilliseconds);
  }

  async #attempt(retry: Retry): Promise<void> {
    try {
      await this.#writer.write(retry.group);
      this.#storedGroups++;
      this.#recovered();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.kind === 'refused') await this.#refused(retry.group, error);
      else await this.#postpone(retry, error);
    }
  }

  async #postpone(retry: Retry, error: StoreError): Promise<void> {
    this.#failed(error);
    retry.attempts++;
    if (retry.attempts >= patience && this.#storedGroups - retry.storedBefore >= patience) {
      await this.#writer.setAside(retry.group, error.message);
      return;
    }
    retry.dueAt = performance.now() + retry.pause;
    retry.pause = Math.min(retry.pause * 2, longestPause);
    this.#retries.push(retry);
  }

  /** The store will not have this group: its batches are tried alone, and one that is refused alone is set aside. */
  async #refused(group: SpooledGroup, error: StoreError): Promise<void> {
    if (group.batches.length === 1) {
      await this.#writer.setAside(group, error.message);
      return;
    }
    await this.#ports.spool.dissolve(group);
    this.#suspects.push(...group.batches);
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
}

/** Removes the first batches of a list, up to the bounds of a group. */
function take(list: SpooledBatch[], most: number): SpooledBatch[] {
  let bytes = 0;
  let count = 0;
  while (count < list.length && count < most && bytes < groupBytes) {
    bytes += list[count]!.bytes;
    count++;
  }
  return list.splice(0, count);
}
