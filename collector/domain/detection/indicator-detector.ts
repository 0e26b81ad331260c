import type { Indicator } from '../../ports/indicators.ts';
import type { Sighting } from '../../ports/threats.ts';
import type { BatchRows } from './batch-rows.ts';
import type { Detector } from './detector.ts';
import type { IndicatorMatcher } from './indicator-matcher.ts';

interface Hit {
  readonly indicator: Indicator;
  readonly locationId: number;
  /** Of the newest query that hit. */
  clientAddress: string;
  queryName: string;
  observedAt: number;
  count: number;
}

/** Queries for names that an indicator lists, one sighting per location and indicator of a batch. */
export function createIndicatorDetector(matcher: Pick<IndicatorMatcher, 'match' | 'size'>): Detector {
  return {
    name: 'indicator',
    examine: (rows) => (matcher.size === 0 ? [] : sightings(collect(rows, matcher))),
  };
}

function collect(rows: BatchRows, matcher: Pick<IndicatorMatcher, 'match'>): Iterable<Hit> {
  // Names repeat within a batch, so each is looked up once.
  const verdicts = new Map<string, Indicator | undefined>();
  const hits = new Map<string, Hit>();
  while (rows.next()) {
    const queryName = rows.queryName;
    if (!verdicts.has(queryName)) verdicts.set(queryName, matcher.match(queryName));
    const indicator = verdicts.get(queryName);
    if (indicator === undefined) continue;
    const { locationId, observedAt, clientAddress } = rows;
    const key = `${locationId} ${indicator.name}`;
    const hit = hits.get(key);
    if (hit === undefined) {
      hits.set(key, { indicator, locationId, clientAddress, queryName, observedAt, count: 1 });
      continue;
    }
    hit.count++;
    if (observedAt >= hit.observedAt) Object.assign(hit, { clientAddress, queryName, observedAt });
  }
  return hits.values();
}

function sightings(hits: Iterable<Hit>): Sighting[] {
  return Array.from(hits, ({ indicator, locationId, clientAddress, queryName, observedAt, count }) => ({
    locationId,
    type: indicator.threatType,
    severity: indicator.severity,
    subject: indicator.name,
    clientAddress,
    queryName,
    source: indicator.source,
    message: `${clientAddress} asked for ${queryName}: ${indicator.name} is listed by ${indicator.source}`,
    observedAt: new Date(Math.floor(observedAt / 1_000)),
    count,
  }));
}
