import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { DgaModel } from '../dga/dga-model.ts';
import type { DomainHash } from '../names/domain-hash.ts';
import type { RowDetector } from '../row-detector.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import { rowTraits } from '../rows/row-traits.ts';
import type { BeaconSettings } from '../settings.ts';
import type { DomainHistory } from '../state/domain-history.ts';
import { coverage, regularity } from '../state/interval-score.ts';
import { LocatedMap } from '../state/located-map.ts';
import { TransactionTable } from '../state/transaction-table.ts';

const followed = 20_000;
const kept = 64;
/** Clients with a domain that they visited once, and domains that many come back to, at 16 bytes each. */
const rememberedOnce = 1 << 18;
const rememberedPopular = 1 << 16;
const daySeconds = 86_400;
/** Clients of one domain that are followed: several infected machines do the same, a service's clients do not. */
const mostFollowed = 12;
/** Visits of a client from which its intervals tell whether it has a clock. */
const fewVisits = 6;
const clockedShare = 0.5;
/** Queries closer together than that are one visit: A and AAAA, retries. */
const oneVisitSeconds = 10;

interface Visits {
  readonly client: DomainHash;
  readonly times: number[];
  ttl: number;
  /** The first visit of an unbroken series, which may be older than the times that are kept. */
  since: number;
  count: number;
}

/** Askers are the clients that came back to a domain; undefined if it turned out to be popular. */
interface Askers {
  visits: Visits[] | undefined;
}

/**
 * Detects queries in time with a clock, over hours. Much that is good does so (time, updates, telemetry), so that alone
 * is a remark; it becomes more for a domain that is new at a settled location or looks made up, with hardly any client.
 */
export function createBeaconDetector(history: DomainHistory, model: DgaModel): RowDetector {
  const domains = new LocatedMap<Askers>(followed);
  // Most domains are visited by a client once: only those that it comes back to are worth an entry.
  const once = new TransactionTable(rememberedOnce);
  // What many ask for takes no room among those that are followed: the rare is what matters.
  const popular = new TransactionTable(rememberedPopular);
  return {
    name: 'beaconing',
    tables: [domains],
    needs: rowTraits.fresh,
    observe: (row, { beacon, newlyObserved }, report) => {
      if (row.nameService !== nameServices.dns) return;
      const { class: kind, registrable, label, hash } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      const at = row.observedSeconds;
      const low = hash.low ^ Math.imul(row.locationId, 0x9e37_79b1);
      const known = popular.find(low, hash.high);
      if (known !== -1 && at - popular.at(known) < daySeconds) return;
      const { hash: client } = row.client;
      let askers = domains.get(row.locationId, hash);
      let visits = visitsOf(askers, client);
      if (visits === undefined) {
        const first = firstVisit(once, low ^ Math.imul(client.low, 0x85eb_ca6b), hash.high ^ client.high, at);
        if (first === undefined) return;
        askers ??= domains.add(row.locationId, hash, { visits: [] });
        askers.visits ??= [];
        visits = { client, times: [first], ttl: 0, since: first, count: 1 };
        askers.visits.push(visits);
      }
      // Whoever has visits is among the askers.
      const all = askers!.visits!;
      if (isPopular(all, visits, beacon)) {
        askers!.visits = undefined;
        popular.set(low, hash.high, at, 0);
        return;
      }
      const { times } = visits;
      if (times.length > 0 && at - times[times.length - 1]! < oneVisitSeconds) return;
      if (times.length === 0 || at - times[times.length - 1]! >= beacon.leastSeconds) visits.since = at;
      times.push(at);
      visits.count++;
      if (visits.times.length >= beacon.leastSamples - 8) visits.ttl = leastTtl(row) ?? visits.ttl;
      if (visits.times.length > kept) visits.times.shift();
      // Not at each visit: sorting a hundred numbers is dear.
      if (visits.times.length < beacon.leastSamples || visits.count % 8 !== 0) return;
      if (at - visits.since < beacon.leastSeconds) return;
      const intervals = intervalsOf(visits.times);
      const free = withoutRefreshes(intervals, visits.ttl);
      if (free.length < beacon.leastSamples / 2 || free.length * 2 < intervals.length) return;
      const { score, median, skew, deviation } = regularity(free);
      const covered = coverage(visits.times);
      if (median < beacon.leastInterval || score * covered < beacon.remarkScore) return;
      const isNew =
        history.isSettled(row.locationId, at, newlyObserved.quietDays) &&
        history.knownSeconds(row.locationId, hash, at) < newlyObserved.quietDays * 86_400;
      const isMadeUp = model.isFlagged(label);
      report.add(row, {
        type: 'beaconing',
        severity: score * covered < beacon.score ? 'info' : isMadeUp ? 'medium' : isNew ? 'low' : 'info',
        subject: `${row.clientAddress} ${registrable}`,
        technique: 'T1071.004',
        count: visits.times.length,
        message: `${row.clientAddress} asks for ${registrable} every ${median} seconds`,
        evidence: {
          method:
            'Bowley skewness, median absolute deviation and a histogram of 24 parts, without refreshes by TTL',
          score: Number((score * covered).toFixed(3)),
          median_seconds: median,
          skew: Number(skew.toFixed(3)),
          deviation_seconds: deviation,
          samples: visits.times.length,
          ttl: visits.ttl,
          new_domain: isNew,
          clients: all.length,
          from: new Date(visits.since * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          thresholds: { ...beacon },
        },
      });
    },
  };
}

function visitsOf(askers: Askers | undefined, { low, high }: DomainHash): Visits | undefined {
  return askers?.visits?.find(({ client }) => client.low === low && client.high === high);
}

/** Many ask, or several without a clock. */
function isPopular(
  all: readonly Visits[],
  newest: Visits,
  { mostClients, remarkScore }: BeaconSettings,
): boolean {
  if (all.length > mostFollowed) return true;
  if (all.length <= mostClients || newest.times.length < fewVisits || newest.count % 8 !== fewVisits)
    return false;
  const settled = all.filter(({ times }) => times.length >= fewVisits);
  const clocked = settled.filter(({ times }) => regularity(intervalsOf(times)).score >= remarkScore);
  return clocked.length < settled.length * clockedShare;
}

function intervalsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - times[index]!);
}

/** The first visit of a client to a domain, if this is the second one. */
function firstVisit(once: TransactionTable, low: number, high: number, at: number): number | undefined {
  const mixed = low ^ (low >>> 15);
  const place = once.find(mixed, high);
  if (place === -1) {
    once.set(mixed, high, at, 0);
    return undefined;
  }
  const first = once.at(place);
  return at - first >= oneVisitSeconds ? first : undefined;
}

/** Leaves those out that are a cache's. */
function withoutRefreshes(intervals: readonly number[], ttl: number): number[] {
  return intervals.filter((interval) => !isRefresh(interval, ttl));
}

/** A cache asks again when the TTL has run out, or a few of them: that is its clock, not the client's. */
function isRefresh(interval: number, ttl: number): boolean {
  return ttl > 0 && interval >= ttl * 0.95 && interval <= ttl * 1.1 + 2;
}

function leastTtl(row: BatchRows): number | undefined {
  let least: number | undefined;
  row.records(({ section, type, ttl }) => {
    if (section === sectionNumbers.answer && type !== recordTypes.RRSIG) least = Math.min(least ?? ttl, ttl);
  });
  return least;
}
