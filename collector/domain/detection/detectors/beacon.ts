import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { DgaModel } from '../dga/dga-model.ts';
import type { DomainHash } from '../names/domain-hash.ts';
import type { RowDetector } from '../row-detector.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import type { DomainHistory } from '../state/domain-history.ts';
import { coverage, regularity } from '../state/interval-score.ts';
import { LocatedMap } from '../state/located-map.ts';
import { TransactionTable } from '../state/transaction-table.ts';

const followed = 10_000;
const kept = 128;
const remembered = 32_768;
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

/** Askers are the clients that ask for a domain, at most as many as make a beacon; undefined if more do. */
interface Askers {
  visits: Visits[] | undefined;
}

/**
 * Detects queries in time with a clock, over hours. Much that is good does so (time, updates, telemetry), so that alone
 * is a remark; it becomes more for a domain that is new at a settled location or looks made up, with hardly any client.
 */
export function createBeaconDetector(history: DomainHistory, model: DgaModel): RowDetector {
  const domains = new LocatedMap<Askers>(followed);
  // Most domains are visited once: only the others are worth an entry.
  const once = new TransactionTable(remembered);
  return {
    name: 'beaconing',
    observe: (row, { beacon, newlyObserved }, report) => {
      if (row.nameService !== nameServices.dns) return;
      const { class: kind, registrable, label, hash } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      const at = row.observedSeconds;
      let askers = domains.get(row.locationId, hash);
      if (askers === undefined) {
        if (!isSecondVisit(once, hash.low ^ Math.imul(row.locationId, 0x9e37_79b1), hash.high, at)) return;
        askers = domains.add(row.locationId, hash, { visits: [] });
      }
      if (askers.visits === undefined) return;
      const visits = visitsOf(askers.visits, row.client.hash);
      if (askers.visits.length > beacon.mostClients) {
        // Many ask for it: what each of them does needs no following.
        askers.visits = undefined;
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
      const intervals = visits.times.slice(1).map((time, index) => time - visits.times[index]!);
      const free = intervals.filter((interval) => !isRefresh(interval, visits.ttl));
      if (free.length < beacon.leastSamples / 2 || free.length * 2 < intervals.length) return;
      const { score, median, skew, deviation } = regularity(free);
      const covered = coverage(visits.times);
      if (median < beacon.leastInterval || score * covered < beacon.score) return;
      const isNew =
        history.isSettled(row.locationId, at, newlyObserved.quietDays) &&
        history.knownSeconds(row.locationId, hash, at) < newlyObserved.quietDays * 86_400;
      report.add(row, {
        type: 'beaconing',
        severity: model.isFlagged(label) ? 'medium' : isNew ? 'low' : 'info',
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
          clients: askers.visits.length,
          from: new Date(visits.since * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          thresholds: { ...beacon },
        },
      });
    },
  };
}

function isSecondVisit(once: TransactionTable, low: number, high: number, at: number): boolean {
  const place = once.find(low, high);
  if (place === -1) once.set(low, high, at, 0);
  return place !== -1 && at - once.at(place) >= oneVisitSeconds;
}

function visitsOf(all: Visits[], client: DomainHash): Visits {
  for (const visits of all)
    if (visits.client.low === client.low && visits.client.high === client.high) return visits;
  const visits = { client, times: [], ttl: 0, since: 0, count: 0 };
  all.push(visits);
  return visits;
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
