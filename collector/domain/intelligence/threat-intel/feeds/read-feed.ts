import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import type { Feed, FeedEntry } from '../../../../ports/threats/feed.ts';
import type { Indicator, IndicatorKind } from '../../../../ports/threats/indicators.ts';
import { SegmentBuilder } from '../index/segment-builder.ts';
import { indicatorKind } from '../indicator-kind.ts';
import {
  addressWithPort,
  normalCertificate,
  normalCve,
  normalDomain,
  normaliseIndicator,
  normalNetwork,
  normalUrl,
  refang,
} from '../normalise-indicator.ts';
import type { WarningList } from '../warning/warning-list.ts';
import { expiryOf, feedTime } from './feed-times.ts';

/** Indicators of one feed, at most. */
const mostIndicators = 3_000_000;
/** Characters of a description. */
const longestDescription = 200;

export interface FeedContent {
  readonly builder: SegmentBuilder;
  readonly rows: number;
  readonly malformedRows: number;
  readonly subtractedRows: number;
}

/** Parses a document into packed indicators. `nowSeconds` is when it was fetched. Throws a DocumentError. */
export async function readFeed(
  feed: Feed,
  content: AsyncIterable<Uint8Array>,
  {
    warnings,
    nowSeconds,
    more = noMore,
  }: {
    warnings: Pick<WarningList, 'covers'>;
    nowSeconds: number;
    more?: (path: string) => Promise<AsyncIterable<Uint8Array>>;
  },
): Promise<FeedContent> {
  const builder = new SegmentBuilder(feed.id, feed.weight);
  let rows = 0;
  let malformedRows = 0;
  let subtractedRows = 0;
  for await (const some of feed.format.parse(content, more)) {
    for (const parsed of some) {
      rows++;
      const indicator = 'malformed' in parsed ? undefined : toIndicator(feed, parsed, nowSeconds);
      if (indicator === undefined) {
        malformedRows++;
        continue;
      }
      const kind = indicatorKind(indicator.name);
      if (warnings.covers(kind, indicator.name)) subtractedRows++;
      else if (indicator.expiresAt === undefined || indicator.expiresAt > nowSeconds)
        builder.add(indicator, kind);
      if (builder.count > mostIndicators)
        throw new DocumentError('The feed has more entries than can be kept.');
    }
  }
  return { builder, rows, malformedRows, subtractedRows };
}

function toIndicator(feed: Feed, entry: FeedEntry, nowSeconds: number): Indicator | undefined {
  const name = normalised(entry.kind ?? feed.kind, refang(entry.value.trim()));
  if (name === undefined) return undefined;
  const kind = indicatorKind(name);
  const firstSeenAt = feedTime(entry.firstSeen);
  const lastSeenAt = feedTime(entry.lastSeen);
  // Where a list says no dates, that it still has an entry is its date.
  const expiresAt = expiryOf(
    kind,
    Math.min(lastSeenAt ?? firstSeenAt ?? nowSeconds, nowSeconds),
    feed.expiryDays,
  );
  return {
    name,
    source: feed.id,
    threatType: entry.threatType ?? feed.threatType,
    severity: entry.severity ?? feed.severity,
    description: entry.description?.slice(0, longestDescription) || null,
    row: entry.row,
    ...(feed.exact === true && { exact: true }),
    ...(firstSeenAt !== undefined && { firstSeenAt }),
    ...(lastSeenAt !== undefined && { lastSeenAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(entry.details !== undefined && { details: entry.details }),
  };
}

function normalised(kind: IndicatorKind | 'mixed', value: string): string | undefined {
  switch (kind) {
    case 'domain':
      return normalDomain(value);
    case 'ip':
      return normalNetwork(value) ?? addressWithPort(value);
    case 'url':
      return normalUrl(value);
    case 'certificate':
      return normalCertificate(value);
    case 'cve':
      return normalCve(value);
    case 'mixed':
      return normaliseIndicator(value);
  }
}

async function noMore(): Promise<never> {
  throw new DocumentError('The feed is more than one file.');
}
