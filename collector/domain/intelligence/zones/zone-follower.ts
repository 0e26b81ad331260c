import { FetchError } from '@sonde/scanner/ports/fetch.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Leases } from '../../../ports/system/leases.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import type { SeenDomains } from '../../../ports/traffic/seen-domains.ts';
import {
  ZoneError,
  type ZoneSets,
  type ZoneState,
  type ZoneStateStore,
} from '../../../ports/traffic/zones.ts';
import { type CzdsClient, CzdsRefusal } from './czds-client.ts';
import { ZoneMeters } from './zone-meters.ts';

const hour = 3_600_000;
const day = 24 * hour;
const lease = 'follow-zones';
/** Prolonged while zones are looked at, and kept between: the sets lie on the disk of who has it. */
const leaseSeconds = 900;
const prolongMilliseconds = 60_000;
/** A zone that has less than this share of its names is not believed, unless it stays so. */
const leastShare = 0.5;
const believedAfter = 7 * day;

export interface ZoneFollowerParts {
  readonly client: Pick<CzdsClient, 'links' | 'zone'>;
  readonly choice: 'none' | 'all' | readonly string[];
  readonly sets: ZoneSets;
  readonly zoneStates: ZoneStateStore;
  readonly seenDomains: Pick<SeenDomains, 'note'>;
  readonly leases: Leases;
  readonly collectorId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** The follower reads each zone once a day, on one collector of several, and tells the names that came into it. */
export class ZoneFollower {
  readonly #parts: ZoneFollowerParts;
  readonly #meters: ZoneMeters;
  #links: { readonly at: number; readonly links: ReadonlyMap<string, string> } | undefined;
  #restUntil = 0;

  constructor(parts: ZoneFollowerParts) {
    this.#parts = parts;
    this.#meters = new ZoneMeters(parts.meter, parts.clock);
  }

  /** Looks at all zones that are due. */
  async follow(stopping: AbortSignal): Promise<void> {
    const { leases, collectorId, choice, clock } = this.#parts;
    if (choice === 'none' || clock.now() < this.#restUntil) return;
    if (!(await leases.take(lease, collectorId, leaseSeconds))) return;
    const lost = new AbortController();
    const prolong = setInterval(() => {
      leases.take(lease, collectorId, leaseSeconds).then(
        (isOurs) => isOurs || lost.abort(),
        () => lost.abort(),
      );
    }, prolongMilliseconds).unref();
    try {
      await this.#round(AbortSignal.any([stopping, lost.signal]));
    } catch (error) {
      this.#rest(error, stopping);
    } finally {
      clearInterval(prolong);
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { zoneStates, sets, clock, choice } = this.#parts;
    if (this.#links === undefined || clock.now() - this.#links.at >= hour) {
      const listed = await this.#parts.client.links(signal);
      // An empty list would take away every set.
      if (listed.size === 0) throw new CzdsRefusal('not_permitted', 'The account may have no zone.');
      this.#links = { at: clock.now(), links: chosen(listed, choice) };
      const zones = [...this.#links.links.keys()];
      await zoneStates.keepOnly(zones);
      await sets.keepOnly(zones);
      const missing = choice === 'all' || choice === 'none' ? [] : choice.filter((zone) => !listed.has(zone));
      if (missing.length > 0) this.#parts.log.warn({ zones: missing }, 'zones are not given to this account');
    }
    const known = new Map((await zoneStates.all()).map((state) => [state.zone, state]));
    this.#meters.show([...known.values()]);
    for (const [zone, link] of this.#links.links) {
      const before = known.get(zone) ?? newZoneState(zone);
      if (clock.now() < before.nextAttemptAt) continue;
      signal.throwIfAborted();
      const { state, stop } = await this.#look(zone, link, before, signal);
      known.set(zone, state);
      await zoneStates.save(state);
      this.#meters.show([...known.values()]);
      if (stop !== undefined) throw stop;
    }
  }

  async #look(zone: string, link: string, before: ZoneState, signal: AbortSignal) {
    const { sets, clock, log, zoneStates } = this.#parts;
    const at = clock.now();
    const tried = { ...before, lastAttemptAt: at };
    // Whoever falls over it shall not fetch it anew each time that he gets up.
    await zoneStates.save({ ...tried, nextAttemptAt: at + hour });
    try {
      return { state: await this.#read(zone, link, tried, signal) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error);
      // What is nothing of this zone's is for the job to report.
      if (reason === undefined) throw error;
      this.#meters.failure(reason);
      const failures = before.failures + 1;
      const pause = error instanceof CzdsRefusal ? error.pause : Math.min(hour * 2 ** (failures - 1), day);
      const note = error instanceof Error ? error.message : String(error);
      log.warn({ zone, reason, note }, 'a zone could not be read');
      const status = before.names === null ? ('failed' as const) : ('degraded' as const);
      // A file that was given whole and is of no use is not asked for again on the same day.
      const next = error instanceof ZoneError && error.fault !== 'cut' ? day : pause;
      const state = { ...tried, status, note, failures, nextAttemptAt: at + next };
      const isForAll =
        error instanceof CzdsRefusal && (error.reason === 'credentials' || error.reason === 'limited');
      return { state, stop: isForAll ? error : undefined };
    } finally {
      await sets.clean(zone);
    }
  }

  async #read(zone: string, link: string, tried: ZoneState, signal: AbortSignal): Promise<ZoneState> {
    const { client, sets, seenDomains, clock, log } = this.#parts;
    const kept = await sets.kept(zone);
    const at = tried.lastAttemptAt ?? clock.now();
    const good = {
      ...tried,
      status: 'active' as const,
      note: null,
      readAt: at,
      nextAttemptAt: at + day,
      failures: 0,
    };
    const answer = await client.zone(link, kept, signal);
    if (answer === undefined) return { ...good, newNames: 0, shrunkSince: null };
    const { etag = null, 'last-modified': lastModified = null } = answer.headers;
    const prepared = await sets.prepare(zone, this.#meters.counted(answer.body), signal);
    const { names, newNames, malformed } = prepared;
    if (malformed > 0) log.warn({ zone, malformed }, 'a zone has names that are none');
    if (kept !== undefined && names < kept.names * leastShare) {
      const shrunkSince = tried.shrunkSince ?? at;
      if (at - shrunkSince < believedAfter) {
        this.#meters.failure('shrunk');
        const note = `It has ${names} names and had ${kept.names}: the set before is kept.`;
        log.warn({ zone, names, before: kept.names }, 'a zone lost more than half of its names');
        return {
          ...tried,
          status: 'degraded',
          note,
          shrunkSince,
          nextAttemptAt: at + day,
          failures: tried.failures + 1,
        };
      }
    }
    // Before the set takes its place: what is broken off in between is told again, which is the same as once.
    for await (const part of prepared.fresh()) {
      signal.throwIfAborted();
      await seenDomains.note(
        'zone',
        part.map((domain) => ({ domain, at: new Date(at) })),
      );
      this.#meters.told(part.length);
    }
    await prepared.keep({ etag, lastModified });
    log.info({ zone, names, newNames }, 'a zone was read');
    return { ...good, names, newNames, shrunkSince: null };
  }

  #rest(error: unknown, stopping: AbortSignal): void {
    if (stopping.aborted) return;
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    this.#meters.failure(reason);
    const { clock, log } = this.#parts;
    this.#restUntil = clock.now() + (error instanceof CzdsRefusal ? error.pause : hour / 4);
    log.warn({ reason, note: (error as Error).message }, 'the zone data service is left alone for a while');
  }
}

export function newZoneState(zone: string): ZoneState {
  return {
    zone,
    status: 'pending',
    note: null,
    lastAttemptAt: null,
    readAt: null,
    nextAttemptAt: 0,
    names: null,
    newNames: null,
    failures: 0,
    shrunkSince: null,
  };
}

function chosen(
  listed: ReadonlyMap<string, string>,
  choice: ZoneFollowerParts['choice'],
): ReadonlyMap<string, string> {
  return choice === 'all' ? listed : new Map([...listed].filter(([zone]) => choice.includes(zone)));
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof CzdsRefusal) return error.reason;
  if (error instanceof ZoneError) return error.fault;
  return error instanceof FetchError ? error.failure : undefined;
}
