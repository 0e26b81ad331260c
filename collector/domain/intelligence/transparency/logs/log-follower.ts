import { setTimeout as delay } from 'node:timers/promises';
import { type Fetch, FetchError } from '@sonde/scanner/ports/fetch.ts';
import type { ListedLog } from '@sonde/scanner/protocols/transparency/followed-logs.ts';
import { IssuerNames } from '@sonde/scanner/protocols/transparency/issuer-text.ts';
import { LogDataError } from '@sonde/scanner/protocols/transparency/log-data-error.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Leases } from '../../../../ports/system/leases.ts';
import type { Meter } from '../../../../ports/system/metrics.ts';
import { StoreError } from '../../../../ports/system/store-error.ts';
import type { CertificateLogStore, LogProgress } from '../../../../ports/transparency/certificate-logs.ts';
import type { FollowLogPorts } from './follow-log.ts';
import { followLog } from './follow-log.ts';
import { FollowerMeters } from './follower-meters.ts';
import { isGone, type LogDirectory } from './log-directory.ts';
import { LogRefusal, LogViolation } from './log-errors.ts';
import { createLogGet } from './log-fetch.ts';
import { createRfc6962Log } from './rfc6962-log.ts';
import { createTiledLog } from './tiled-log.ts';

/** Seconds that a log is one collector's; prolonged with each part that is taken. */
const leaseSeconds = 120;
/** Milliseconds: between looks at what is due, after a log that another collector has, and bounds of the pause after failures. */
const pauses = { turn: 500, elsewhere: 10_000, firstFailure: 5_000, longestFailure: 900_000 };
/** Looks in a row at a contradiction that may be a fault on the way, such as a cache that mixes tiles up. */
const patience = 2;

export interface LogFollowerPorts extends Pick<FollowLogPorts, 'certificateArchive' | 'match' | 'onTaken'> {
  readonly directory: LogDirectory;
  readonly certificateLogs: CertificateLogStore;
  readonly leases: Leases;
  readonly fetch: Fetch;
  readonly collectorId: string;
  /** Whether what was taken can be told now; nothing is taken while it can't. */
  readonly hasRoom: () => boolean;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly log: Log;
}

export interface LogFollowerOptions {
  readonly from: 'now' | 'beginning';
  /** Milliseconds between two looks at a log that has nothing new. */
  readonly everyMilliseconds: number;
  /** Logs that are looked at at once. */
  readonly atOnce: number;
  readonly mostEntries: number;
  /** Milliseconds between two looks at which logs are due; half a second if absent. */
  readonly turnMilliseconds?: number;
}

interface Local {
  dueAt: number;
  contradictions: number;
  isUnderWay: boolean;
  bytes: number;
}

/**
 * A log follower follows the chosen logs, as many at once as is allowed, sharing them with other collectors by leases.
 */
export class LogFollower {
  readonly #ports: LogFollowerPorts;
  readonly #options: LogFollowerOptions;
  readonly #meters: FollowerMeters;
  readonly #issuers = new IssuerNames();
  readonly #stopping = new AbortController();
  readonly #locals = new Map<string, Local>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopped = new Map<string, string>();
  #running: Promise<void> | undefined;

  constructor(ports: LogFollowerPorts, options: LogFollowerOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#meters = new FollowerMeters(ports.meter, ports.clock);
    ports.meter.gauge(
      'sonde_certificate_logs_stopped',
      'Logs that contradicted themselves and are followed no more.',
      () => this.#stopped.size,
    );
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** For people; empty if all is well. */
  warnings(): string[] {
    const { problem } = this.#ports.directory;
    const stopped = [...this.#stopped.values()];
    return problem === undefined ? stopped : [problem, ...stopped];
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { directory, clock, hasRoom } = this.#ports;
      await directory.refresh(clock.now(), signal);
      if (hasRoom()) for (const log of directory.chosen(clock.now())) this.#launch(log);
      await delay(this.#options.turnMilliseconds ?? pauses.turn, undefined, { signal }).catch(
        () => undefined,
      );
    }
    await Promise.all(this.#underWay);
  }

  #launch(log: ListedLog): void {
    const local = this.#local(log.id);
    if (local.isUnderWay || this.#underWay.size >= this.#options.atOnce) return;
    if (this.#ports.clock.now() < local.dueAt) return;
    local.isUnderWay = true;
    const look = this.#look(log, local)
      .catch((error: unknown) => {
        // Of the store, mostly: the log itself is not to blame.
        local.dueAt = this.#ports.clock.now() + pauses.firstFailure;
        if (!this.#stopping.signal.aborted)
          this.#ports.log.warn({ err: error, log: log.name }, 'a certificate log could not be followed');
      })
      .finally(() => {
        local.isUnderWay = false;
        this.#underWay.delete(look);
      });
    this.#underWay.add(look);
  }

  #local(id: string): Local {
    const local = this.#locals.get(id) ?? { dueAt: 0, contradictions: 0, isUnderWay: false, bytes: 0 };
    this.#locals.set(id, local);
    return local;
  }

  /** One look at a log, if no other collector is at it and nobody asked to leave it alone. */
  async #look(log: ListedLog, local: Local): Promise<void> {
    const { leases, collectorId, certificateLogs, clock } = this.#ports;
    const lease = `certificate-log ${log.id}`;
    if (!(await leases.take(lease, collectorId, leaseSeconds))) {
      local.dueAt = clock.now() + pauses.elsewhere;
      return;
    }
    try {
      const known = await certificateLogs.load(log.id);
      if (known !== undefined && known.nextLookAt.getTime() > clock.now()) {
        local.dueAt = known.nextLookAt.getTime();
      } else if (known === undefined || known.status === 'following')
        await this.#follow(log, known, local, lease);
      else {
        this.#noteStopped(log, known);
        local.dueAt = clock.now() + pauses.elsewhere;
      }
    } finally {
      await leases.release(lease, collectorId);
    }
  }

  #noteStopped({ id, name }: ListedLog, { status, reason }: Pick<LogProgress, 'status' | 'reason'>): void {
    if (status === 'stopped')
      this.#stopped.set(
        id,
        `The certificate log ${name} contradicts itself (${reason}) and is followed no more.`,
      );
    else this.#stopped.delete(id);
  }

  async #follow(log: ListedLog, known: LogProgress | undefined, local: Local, lease: string): Promise<void> {
    const { certificateLogs, clock, leases, collectorId } = this.#ports;
    this.#stopped.delete(log.id);
    if (isGone(log))
      return await certificateLogs.stop(log.id, { status: 'ended', reason: 'retired', evidence: {} });
    const { signal } = this.#stopping;
    const get = createLogGet(log.url, {
      fetch: this.#ports.fetch,
      clock,
      signal,
      onBytes: (bytes) => {
        local.bytes += bytes;
        this.#meters.bytes(log, bytes);
      },
    });
    const reader = log.kind === 'tiled' ? createTiledLog(log, get) : createRfc6962Log(log, get);
    let before = known?.size;
    try {
      const round = await followLog(
        log,
        known,
        {
          ...this.#ports,
          reader,
          issuers: this.#issuers,
          onTaken: (certificates) => this.#ports.onTaken(certificates),
          takeBytes: () => {
            const { bytes } = local;
            local.bytes = 0;
            return bytes;
          },
          holds: async () =>
            !signal.aborted && this.#ports.hasRoom() && (await leases.take(lease, collectorId, leaseSeconds)),
        },
        this.#options,
      );
      local.contradictions = 0;
      if (round === undefined) return;
      const { progress, head, isBehind } = round;
      before ??= progress.firstEntry;
      this.#meters.taken(log, progress.size - before);
      this.#meters.lag(log, progress.size, head);
      if (log.finalSize !== null && progress.size >= log.finalSize) {
        await certificateLogs.stop(log.id, { status: 'ended', reason: 'complete', evidence: {} });
        this.#ports.log.info({ log: log.name }, 'a certificate log has ended, and all of it is taken');
        return;
      }
      const nextLookAt = new Date(clock.now() + (isBehind ? 0 : this.#options.everyMilliseconds));
      local.dueAt = nextLookAt.getTime();
      await certificateLogs.noteLook(log.id, { head, error: null, nextLookAt });
    } catch (error) {
      if (signal.aborted) return;
      await this.#failed(log, known, local, error);
    }
  }

  async #failed(log: ListedLog, known: LogProgress | undefined, local: Local, error: unknown): Promise<void> {
    const { certificateLogs, clock } = this.#ports;
    if (error instanceof StoreError || !isOfTheLog(error)) throw error;
    if (error instanceof LogViolation) {
      this.#meters.failure(log, error.kind);
      // What was served beside the heads may have been mixed up on the way.
      if (error.isProven || ++local.contradictions >= patience) return await this.#contradicted(log, error);
    } else this.#meters.failure(log, kindOf(error));
    const asked = error instanceof LogRefusal ? error.retryAfter : undefined;
    const failures = (known?.failures ?? 0) + 1;
    const backoff = Math.min(pauses.firstFailure * 2 ** Math.min(failures - 1, 10), pauses.longestFailure);
    const nextLookAt = new Date(clock.now() + Math.max(asked ?? 0, backoff * (0.75 + Math.random() / 2)));
    local.dueAt = nextLookAt.getTime();
    this.#ports.log.debug(
      { log: log.name, reason: error.message },
      'a certificate log did not give what it has',
    );
    await certificateLogs.noteLook(log.id, { head: null, error: error.message, nextLookAt });
  }

  async #contradicted(log: ListedLog, { kind, message, evidence }: LogViolation): Promise<void> {
    const { certificateLogs, log: logger } = this.#ports;
    logger.error(
      { log: log.name, id: log.id, violation: kind, evidence },
      `a certificate log contradicts itself: ${message}`,
    );
    await certificateLogs.stop(log.id, { status: 'stopped', reason: kind, evidence });
    this.#noteStopped(log, { status: 'stopped', reason: kind });
  }
}

type OfTheLog = LogViolation | LogRefusal | LogDataError | FetchError;

function isOfTheLog(error: unknown): error is OfTheLog {
  return [LogViolation, LogRefusal, LogDataError, FetchError].some((kind) => error instanceof kind);
}

function kindOf(error: Exclude<OfTheLog, LogViolation>): string {
  if (error instanceof LogRefusal) return error.status === 429 ? 'limited' : 'refused';
  return error instanceof FetchError ? error.failure : 'malformed';
}
