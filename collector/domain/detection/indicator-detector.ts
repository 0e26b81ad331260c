import { addressText } from '@sonde/shared/net/address.ts';
import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Sighting } from '../../ports/threats/threats.ts';
import { addressScope } from './addresses.ts';
import type { BatchRows } from './batch-rows.ts';
import type { Detector } from './detector.ts';
import { isExcluded } from './exclusions.ts';
import type { IndicatorHit, IndicatorMatcher } from './indicator-matcher.ts';
import { RowReferences } from './receipt/row-references.ts';
import { seal } from './receipt/seal.ts';
import { defaultSettings, type SettingsOf } from './settings.ts';

type Matcher = Pick<IndicatorMatcher, 'findName' | 'findAddress' | 'hit' | 'size'>;

interface Seen {
  readonly entry: number;
  readonly locationId: number;
  /** Of the newest query that hit. */
  clientAddress: string;
  queryName: string;
  observedAt: number;
  /** Of the oldest, in microseconds as well. */
  firstObservedAt: number;
  /** The answer that matched; undefined where the name did. */
  address: string | undefined;
  count: number;
  readonly rows: RowReferences;
}

interface Notes {
  readonly seen: Map<string, Seen>;
  readonly settingsOf: SettingsOf;
}

/**
 * Queries for names that an indicator lists, and answers with addresses that one lists; one sighting per location and
 * indicator of a batch. Names are looked up straight from the row's bytes, each different one once.
 */
export function createIndicatorDetector(
  matcher: Matcher,
  settingsOf: SettingsOf = () => defaultSettings,
): Detector {
  return {
    name: 'indicator',
    examine: (rows) => {
      if (matcher.size === 0) return [];
      return Array.from(collect(rows, matcher, settingsOf), (seen) =>
        seal(sighting(seen, matcher.hit(seen.entry)), seen.rows),
      );
    },
  };
}

function collect(rows: BatchRows, matcher: Matcher, settingsOf: SettingsOf): Iterable<Seen> {
  const verdicts: number[] = [];
  const seen: Notes = { seen: new Map(), settingsOf };
  while (rows.next()) {
    const id = rows.nameId;
    let entry = verdicts[id];
    if (entry === undefined) {
      entry = matcher.findName(rows.bytes, rows.nameStart, rows.nameEnd, rows.observedSeconds);
      verdicts[id] = entry;
    }
    if (entry !== -1) note(seen, rows, entry, undefined);
    else if (rows.answerCount > 0) matchAnswers(rows, matcher, seen);
  }
  return seen.seen.values();
}

function matchAnswers(rows: BatchRows, matcher: Matcher, seen: Notes): void {
  const { bytes, count } = rows.addresses;
  for (let start = 0; start < count * 16; start += 16) {
    const entry = matcher.findAddress(bytes, rows.observedSeconds, start);
    // Blockers and internal names answer with addresses that are nobody's on the internet.
    if (entry !== -1 && addressScope(bytes, start) === 'public')
      note(seen, rows, entry, addressText(bytes, start));
  }
}

function note(
  { seen, settingsOf }: Notes,
  rows: BatchRows,
  entry: number,
  address: string | undefined,
): void {
  const { locationId, observedAt, clientAddress, queryName } = rows;
  if (isExcluded(settingsOf(locationId).exclusions, queryName, clientAddress)) return;
  const key = `${locationId} ${entry}`;
  const known = seen.get(key);
  if (known === undefined) {
    const fresh = { entry, locationId, clientAddress, queryName, observedAt, address, count: 1 };
    const noted = { ...fresh, firstObservedAt: observedAt, rows: new RowReferences() };
    noted.rows.note(rows);
    seen.set(key, noted);
    return;
  }
  known.count++;
  known.rows.note(rows);
  if (observedAt < known.firstObservedAt) known.firstObservedAt = observedAt;
  if (observedAt >= known.observedAt) Object.assign(known, { clientAddress, queryName, observedAt, address });
}

function sighting(seen: Seen, { indicator, provenance, weight }: IndicatorHit): Sighting {
  const { locationId, clientAddress, queryName, observedAt, address, count } = seen;
  const what =
    address === undefined
      ? `${clientAddress} asked for ${queryName}: ${indicator.name} is listed by ${indicator.source}`
      : `${clientAddress} asked for ${queryName}, which is at ${address}: ${indicator.name} is listed by ${indicator.source}`;
  return {
    locationId,
    type: indicator.threatType,
    // Many names share an address, so that of a listed one says less than a listed name.
    severity: address === undefined ? indicator.severity : lower(indicator.severity),
    subject: indicator.name,
    clientAddress,
    queryName,
    source: indicator.source,
    message: what,
    observedAt: new Date(Math.floor(observedAt / 1_000)),
    firstObservedAt: new Date(Math.floor(seen.firstObservedAt / 1_000)),
    count,
    technique: techniqueOf(indicator.threatType),
    evidence: {
      method: address === undefined ? 'name or nearest listed parent' : 'longest listed prefix of an answer',
      feed: indicator.source,
      feed_weight: weight,
      indicator: indicator.name,
      feed_row: indicator.row ?? null,
      feed_fetched_at: provenance.fetchedAt === null ? null : new Date(provenance.fetchedAt).toISOString(),
      feed_sha256: provenance.contentHash,
      listed_since:
        indicator.firstSeenAt === undefined ? null : new Date(indicator.firstSeenAt * 1_000).toISOString(),
      description: indicator.description,
      answer: address ?? null,
      sample_names: [queryName],
    },
  };
}

function lower(severity: Sighting['severity']): Sighting['severity'] {
  return severities[Math.max(1, severities.indexOf(severity) - 1)]!;
}

/** Phishing is a way in (T1566); whatever else is listed is mostly what an intruder talks to (T1071). */
function techniqueOf(threatType: string): string {
  return /phish/.test(threatType) ? 'T1566.002' : 'T1071';
}
