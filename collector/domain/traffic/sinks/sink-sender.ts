import { setTimeout as delay } from 'node:timers/promises';
import { BatchBound } from '@sonde/shared/sinks/batch-bound.ts';
import type { BatchSize, Delivered, OutgoingBatch, SinkStream } from '@sonde/shared/sinks/define-sink.ts';
import { deliveryKey, deliveryTime, RetryPause, usualSize } from '@sonde/shared/sinks/delivery.ts';
import { sinkKind } from '@sonde/shared/sinks/kinds/index.ts';
import type { Outlets } from '@sonde/shared/sinks/outlets.ts';
import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { uuidOf } from '@sonde/shared/text/uuid-of-digest.ts';
import type { AgentStates } from '../../../ports/sinks/agent-states.ts';
import type { JournalEntry, SinkJournal } from '../../../ports/sinks/journal.ts';
import type {
  Sink,
  SinkPlace,
  SinkPosition,
  SinkStep,
  SinkStore,
  ThreatChanges,
} from '../../../ports/sinks/sinks.ts';
import type { Leases } from '../../../ports/system/leases.ts';
import type { Counter } from '../../../ports/system/metrics.ts';
import type { MadeQueries, PreparedQueries, PrepareQueries } from './prepare-queries.ts';
import { prepareThreats } from './prepare-threats.ts';
import { presentations } from './presentations/index.ts';
import type { SinkPace } from './sink-pace.ts';

/** Characters that an octet of a stored row comes to, at least. */
const growth = 3;
const changesAtOnce = 500;
/** Between two looks for threats. */
const threatsEvery = 2_000;
const leaseSeconds = 30;
/** Between two words about what waits while nothing is passed on. */
const waitingToldEvery = 5_000;
/** Between two states of agents, and agents in one. */
const agentsEvery = 60_000;
const mostAgents = 1_000;

export interface SenderPorts {
  readonly sinkStore: Pick<SinkStore, 'begin' | 'settle' | 'fail'>;
  readonly threatChanges: Pick<ThreatChanges, 'after' | 'end'>;
  readonly agentStates: AgentStates;
  readonly journal: Pick<SinkJournal, 'from' | 'bytesFrom' | 'end'>;
  readonly leases: Leases;
  readonly prepare: (given: PrepareQueries, signal: AbortSignal) => Promise<MadeQueries>;
  readonly pace: Pick<SinkPace, 'allowance' | 'spent' | 'forget'>;
  readonly outlets: Outlets;
  readonly openSecret: (sink: Pick<Sink, 'name' | 'kind' | 'sealed'>) => string | undefined;
  readonly records: Counter<'sink' | 'result'>;
  readonly failures: Counter<'sink'>;
  readonly collectorId: string;
  readonly host: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds, if a test has no time. */
  readonly pauses?: { readonly first: number; readonly threats: number };
}

const nothing = { delivered: 0, filtered: 0, refused: 0, lost: 0 };

/**
 * A sink sender passes on to one sink what this collector has for it, batch by batch: each is settled in the database
 * once the receiver has it, so that an end in between sends one batch again and none is left out.
 */
export class SinkSender {
  readonly sink: Sink;
  /** The next batch of the store; undefined until that is known. */
  place: SinkPlace | undefined;
  readonly #ports: SenderPorts;
  readonly #ending = new AbortController();
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #threatPlace: SinkPlace | undefined;
  #threatsDueAt = 0;
  #agentsDueAt = 0;
  readonly #size: BatchSize;
  readonly #runId: string;
  readonly #memory: unknown;
  readonly #sent = { batches: 0, records: 0 };
  readonly #bound: BatchBound;
  /** Made, and not taken yet: it goes out again as it was, so that the receiver knows it by its key. */
  #waitingBatch: { prepared: PreparedQueries; sequence: number } | undefined;
  readonly #pause: RetryPause;
  #isFailing = false;
  #waitingToldAt = 0;
  #isGone = false;
  /** The receiver has this, and the database does not know it yet. */
  #unsettled: { position: SinkPosition; step: SinkStep } | undefined;

  constructor(sink: Sink, ports: SenderPorts) {
    this.sink = sink;
    this.#ports = ports;
    this.#pause = new RetryPause(ports.pauses?.first);
    this.#size = sinkKind(sink.kind)?.size?.(sink.config) ?? usualSize;
    this.#memory = sinkKind(sink.kind)?.begin?.();
    this.#bound = new BatchBound(this.#size.records);
    this.#runId = uuidOf(`sink ${sink.id} ${ports.collectorId} ${ports.clock.now()}`);
  }

  /** Finds the place, so that nothing that comes from now on is left out. */
  async begin(): Promise<void> {
    const { sinkStore, threatChanges, journal } = this.#ports;
    const { queries, threats } = this.sink;
    if (queries)
      this.place = await sinkStore.begin(this.#position('queries'), { major: journal.end, minor: 0 });
    if (threats)
      this.#threatPlace = await sinkStore.begin(this.#position('threats'), await threatChanges.end());
  }

  start(): void {
    this.#running ??= this.#run();
  }

  wake(): void {
    this.#wake.resolve();
  }

  /** Waits for the batch under way for a moment; what was not settled is sent again. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.wake();
    await this.#running;
    this.#ports.pace.forget(this.sink.name);
    await this.#ports.leases.release(this.#lease, this.#ports.collectorId).catch(() => undefined);
  }

  /** Milliseconds since the oldest batch that waits was stored. */
  get lag(): number {
    const oldest = this.place && this.#ports.journal.from(this.place.major, 1)[0];
    return oldest === undefined ? 0 : Math.max(0, this.#ports.clock.now() - oldest.storedAt);
  }

  get waitingBytes(): number {
    return this.place === undefined ? 0 : this.#ports.journal.bytesFrom(this.place.major);
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted && !this.#isGone) {
      this.#wake = Promise.withResolvers();
      try {
        await this.#agents();
        // Queries last: where an outage left many of them, threats need not wait until all are through.
        const sent = (await this.#threats()) || (await this.#queries());
        this.#recovered();
        if (!sent) await this.#rest(this.#threatsPause);
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        await this.#failed(error);
      }
    }
  }

  async #queries(): Promise<boolean> {
    await this.#settle();
    if (!this.sink.queries || this.place === undefined) return false;
    const { journal } = this.#ports;
    const files = journal.from(this.place.major, this.#size.files);
    const [first] = files;
    if (first === undefined) return false;
    if (this.#gathers(first)) return false;
    const allowance = this.#ports.pace.allowance(this.sink.name, first.storedAt);
    // What is made already has cost what it costs.
    if (allowance === 'nothing' && this.#waitingBatch === undefined) {
      await this.#tellWaiting(this.place);
      return false;
    }
    const prepared = await this.#prepared(files, allowance !== 'all');
    const { filtered, place } = prepared;
    this.#waitingBatch = { prepared, sequence: first.sequence };
    const counts = await this.#deliver(prepared, prepared.rows, 'queries');
    this.#waitingBatch = undefined;
    if (counts === undefined) return true;
    await this.#came('queries', place, { ...nothing, ...counts, filtered }, prepared.records > 0);
    return true;
  }

  /** Tells how much waits, which otherwise each batch does. */
  async #tellWaiting(place: SinkPlace): Promise<void> {
    const now = this.#ports.clock.now();
    if (now < this.#waitingToldAt + waitingToldEvery) return;
    this.#waitingToldAt = now;
    await this.#came('queries', place, nothing, false);
  }

  /** Whether what waits is to wait for more. */
  #gathers({ storedAt }: JournalEntry): boolean {
    const { wait, characters } = this.#size;
    return this.waitingBytes * growth < characters && this.#ports.clock.now() < storedAt + wait;
  }

  async #prepared(files: readonly JournalEntry[], little: boolean): Promise<PreparedQueries> {
    const { prepare, pace, host, log } = this.#ports;
    const { records, files: mostFiles, wait } = this.#size;
    // A batch that is to be the same after a crash, or few large ones, stay as large as they are: their rest is longer.
    const most = little && mostFiles > 1 && wait === 0 ? Math.min(records, usualSize.records) : records;
    const { name, kind, presentation, config, filter } = this.sink;
    const { sequence } = files[0]!;
    const waiting = this.#waitingBatch;
    // If its first file is gone meanwhile, its rows count as lost already.
    if (waiting?.sequence === sequence) return waiting.prepared;
    const given = {
      sink: name,
      kind,
      presentation: presentation as PresentationId,
      config,
      filter,
      host,
      files,
      offset: sequence === this.place!.major ? this.place!.minor : 0,
      mostRecords: Math.min(this.#bound.records, most),
      mostCharacters: this.#size.characters,
    };
    const prepared = await prepare(given, this.#ending.signal);
    pace.spent(name, prepared.milliseconds);
    if (prepared.damaged.length > 0)
      log.error({ sink: name, batches: prepared.damaged }, 'stored batches cannot be read for a sink');
    return prepared;
  }

  async #agents(): Promise<void> {
    const { leases, agentStates, collectorId, clock, failures, log } = this.#ports;
    const { agents } = sinkKind(this.sink.kind)!;
    const now = clock.now();
    if (agents?.areWanted(this.sink.config) !== true || now < this.#agentsDueAt) return;
    this.#agentsDueAt = now + agentsEvery;
    if (!(await leases.take(this.#lease, collectorId, leaseSeconds))) return;
    const states = await agentStates.latest(this.sink.filter.locationIds, mostAgents);
    if (states.length === 0) return;
    const payload = agents.frame(states, this.sink.config, now);
    const key = deliveryKey(this.sink.name, 'agents', String(now));
    try {
      await this.#send({ payload, key, records: states.length }, 'agents');
    } catch (error) {
      // The next ones are not far: rows need not wait for these.
      failures.add(1, { sink: this.sink.name });
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ sink: this.sink.name, reason }, 'a sink does not take how agents do');
    }
  }

  async #threats(): Promise<boolean> {
    const { leases, threatChanges, collectorId, clock, host, sinkStore } = this.#ports;
    if (!this.sink.threats || clock.now() < this.#threatsDueAt) return false;
    this.#threatsDueAt = clock.now() + this.#threatsPause;
    if (!(await leases.take(this.#lease, collectorId, leaseSeconds))) return false;
    // Another collector may have come further.
    this.#threatPlace = await sinkStore.begin(
      this.#position('threats'),
      this.#threatPlace ?? (await threatChanges.end()),
    );
    if (this.#threatPlace === undefined) return false;
    const changes = await threatChanges.after(
      this.#threatPlace,
      Math.min(changesAtOnce, this.#bound.records),
    );
    const last = changes.at(-1);
    if (last === undefined) return false;
    const presentation = presentations[this.sink.presentation as PresentationId];
    const { records, chosen } = prepareThreats(changes, this.sink, presentation);
    const { id, isJson } = presentation;
    const context = { config: this.sink.config, isJson, presentation: id, host };
    const payload =
      records.length === 0 ? new Uint8Array() : sinkKind(this.sink.kind)!.frame(records, context);
    const key = deliveryKey(this.sink.name, String(changes[0]!.id), String(last.id));
    const counts = await this.#deliver({ payload, key, records: records.length }, chosen, 'threats');
    if (counts !== undefined) {
      const filtered = changes.length - chosen;
      await this.#came('threats', last.place, { ...nothing, ...counts, filtered }, records.length > 0);
    }
    this.#threatsDueAt = 0;
    return true;
  }

  /** Undefined if the receiver refused the batch, and a smaller one is to be tried. `chosen`: rows that it stands for. */
  async #deliver(
    { payload, key, records }: Omit<OutgoingBatch, 'presentation'>,
    chosen: number,
    stream: SinkPosition['stream'],
  ): Promise<{ delivered: number; refused: number } | undefined> {
    if (records === 0) return { delivered: 0, refused: 0 };
    try {
      const { refused } = await this.#send({ payload, key, records }, stream);
      this.#bound.taken();
      this.#sent.batches++;
      this.#sent.records += records;
      return { delivered: chosen - Math.min(refused, chosen), refused: Math.min(refused, chosen) };
    } catch (error) {
      if (this.#bound.halves(error, records, chosen)) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      this.#ports.log.warn({ sink: this.sink.name, reason }, 'a receiver refuses a record');
      return { delivered: 0, refused: chosen };
    }
  }

  #send(batch: Omit<OutgoingBatch, 'presentation'>, stream: SinkStream | 'agents'): Promise<Delivered> {
    const { sink } = this;
    const presentation = sink.presentation as PresentationId;
    return sinkKind(sink.kind)!.deliver(
      { ...batch, presentation },
      {
        name: sink.threats && sink.queries ? `${sink.name}-${stream}` : sink.name,
        config: sink.config,
        secret: this.#ports.openSecret(sink),
        outlets: this.#ports.outlets,
        host: this.#ports.host,
        run: { id: this.#runId, ...this.#sent, sample: sink.filter.sample },
        memory: this.#memory,
        now: this.#ports.clock.now(),
        signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(deliveryTime)]),
      },
    );
  }

  async #came(
    stream: SinkPosition['stream'],
    place: SinkPlace,
    counts: SinkStep['counts'],
    sent: boolean,
  ): Promise<void> {
    const waiting =
      stream === 'queries' ? this.#waiting(place.major) : { waitingSince: null, waitingBytes: 0 };
    this.#unsettled = { position: this.#position(stream), step: { place, counts, sent, ...waiting } };
    for (const result of ['delivered', 'filtered', 'refused'] as const)
      if (counts[result] > 0) this.#ports.records.add(counts[result], { sink: this.sink.name, result });
    if (stream === 'threats') this.#threatPlace = place;
    else this.place = place;
    await this.#settle();
  }

  async #settle(): Promise<void> {
    if (this.#unsettled === undefined) return;
    const { position, step } = this.#unsettled;
    if (!(await this.#ports.sinkStore.settle(position, step))) this.#isGone = true;
    this.#unsettled = undefined;
  }

  #waiting(sequence: number): Pick<SinkStep, 'waitingSince' | 'waitingBytes'> {
    const { journal } = this.#ports;
    const oldest = journal.from(sequence, 1)[0];
    return {
      waitingSince: oldest === undefined ? null : new Date(oldest.storedAt),
      waitingBytes: journal.bytesFrom(sequence),
    };
  }

  async #failed(error: unknown): Promise<void> {
    const { sinkStore, log, failures } = this.#ports;
    const message = error instanceof Error ? error.message : String(error);
    failures.add(1, { sink: this.sink.name });
    if (!this.#isFailing)
      log.warn({ sink: this.sink.name, reason: message }, 'a sink takes nothing: it is tried again');
    this.#isFailing = true;
    const stream = this.sink.queries ? 'queries' : 'threats';
    const waiting = this.#waiting(this.place?.major ?? Number.MAX_SAFE_INTEGER);
    await sinkStore.fail(this.#position(stream), message, waiting).catch(() => undefined);
    await delay(this.#pause.after(error), undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  #recovered(): void {
    this.#pause.reset();
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#ports.log.info({ sink: this.sink.name }, 'a sink takes what it is given again');
  }

  async #rest(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.wake(), milliseconds);
    await this.#wake.promise;
    clearTimeout(timer);
  }

  #position(stream: SinkPosition['stream']): SinkPosition {
    return { sinkId: this.sink.id, stream, collectorId: stream === 'queries' ? this.#ports.collectorId : '' };
  }

  get #lease(): string {
    return `sink ${this.sink.id} threats`;
  }

  get #threatsPause(): number {
    return this.#ports.pauses?.threats ?? threatsEvery;
  }
}
