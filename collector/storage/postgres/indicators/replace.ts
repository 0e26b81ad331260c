import type { Indicator, SourceAbout } from '../../../ports/threats/indicators.ts';
import type { Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';
import { changeVersion, lockIndicators } from './version.ts';

/** Indicators in one statement, so that none takes long, however many a source has. */
const writtenAtOnce = 5_000;

/** Bytes of UTF-8. */
const longest = { word: 128, name: 2_000, description: 2_000 };

/**
 * Makes a source's indicators these. Only the differences are written, so that a feed which is read again unchanged costs
 * little and changes no version. Of two with one name the first counts.
 */
export async function replaceIndicators(
  transaction: Queryable,
  source: string,
  indicators: Iterable<Indicator>,
  about: SourceAbout = { weight: 0.5, fetchedAt: null, contentHash: null },
): Promise<number> {
  await lockIndicators(transaction);
  await transaction.query('CREATE TEMPORARY TABLE incoming (name text PRIMARY KEY) ON COMMIT DROP');
  await setSource(transaction, source, 0, about);
  let changes = 0;
  let kept = 0;
  for (const some of chunks(indicators, writtenAtOnce)) {
    const { fresh, written } = await write(transaction, source, some);
    kept += fresh;
    changes += written;
  }
  changes += await removeOthers(transaction, source);
  await setSource(transaction, source, kept, about);
  if (changes > 0) await changeVersion(transaction);
  return kept;
}

const writeStatement = `
WITH given AS (
  SELECT * FROM unnest($2::text[], $3::text[], $4::severity[], $5::text[], $6::boolean[], $7::bigint[], $8::bigint[],
    $9::bigint[], $10::bigint[], $11::jsonb[]) WITH ORDINALITY
    AS g (name, threat_type, severity, description, exact, source_row, first_seen_at, last_seen_at, expires_at,
      details, position)),
once AS (SELECT DISTINCT ON (name) * FROM given ORDER BY name, position),
fresh AS (
  INSERT INTO incoming SELECT name FROM once ON CONFLICT (name) DO NOTHING RETURNING name),
written AS (
  INSERT INTO indicators AS i (source, name, threat_type, severity, description, exact, source_row, first_seen_at,
    last_seen_at, expires_at, details)
  SELECT $1, name, threat_type, severity, description, exact, source_row, first_seen_at, last_seen_at, expires_at,
    details
  FROM once JOIN fresh USING (name)
  ON CONFLICT (source, name) DO UPDATE SET
    threat_type = excluded.threat_type, severity = excluded.severity, description = excluded.description,
    exact = excluded.exact, source_row = excluded.source_row, first_seen_at = excluded.first_seen_at,
    last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at, details = excluded.details,
    changed_at = clock_timestamp()
  WHERE (i.threat_type, i.severity, i.description, i.exact, i.source_row, i.first_seen_at, i.last_seen_at,
      i.expires_at, i.details)
    IS DISTINCT FROM (excluded.threat_type, excluded.severity, excluded.description, excluded.exact,
      excluded.source_row, excluded.first_seen_at, excluded.last_seen_at, excluded.expires_at, excluded.details)
  RETURNING 1)
SELECT (SELECT count(*) FROM fresh) AS fresh, (SELECT count(*) FROM written) AS written`;

async function write(
  transaction: Queryable,
  source: string,
  indicators: readonly Indicator[],
): Promise<{ fresh: number; written: number }> {
  const column = <Value>(value: (indicator: Indicator) => Value): Value[] => indicators.map(value);
  const [counts] = await transaction.query<{ fresh: number; written: number }>(writeStatement, [
    source,
    column(({ name }) => storableText(name, longest.name)),
    column(({ threatType }) => storableText(threatType, longest.word)),
    column(({ severity }) => severity),
    column(({ description }) =>
      description === null ? null : storableText(description, longest.description),
    ),
    column(({ exact }) => exact ?? false),
    column(({ row }) => row ?? null),
    column(({ firstSeenAt }) => firstSeenAt ?? null),
    column(({ lastSeenAt }) => lastSeenAt ?? null),
    column(({ expiresAt }) => expiresAt ?? null),
    column(({ details }) => (details === undefined ? null : storableJson(details))),
  ]);
  return counts!;
}

async function removeOthers(transaction: Queryable, source: string): Promise<number> {
  await transaction.query('ANALYZE incoming');
  const [removed] = await transaction.query<{ count: number }>(
    `WITH gone AS (
       DELETE FROM indicators i WHERE i.source = $1 AND NOT EXISTS (SELECT FROM incoming n WHERE n.name = i.name)
       RETURNING 1)
     SELECT count(*) FROM gone`,
    [source],
  );
  return removed!.count;
}

async function setSource(
  transaction: Queryable,
  source: string,
  count: number,
  about: SourceAbout,
): Promise<void> {
  await transaction.query(
    `INSERT INTO indicator_sources (source, count, updated_at, weight, fetched_at, content_hash)
     VALUES ($1, $2, now(), $3, $4, $5)
     ON CONFLICT (source) DO UPDATE SET count = excluded.count, updated_at = excluded.updated_at,
       weight = excluded.weight, fetched_at = excluded.fetched_at, content_hash = excluded.content_hash`,
    [
      source,
      count,
      about.weight,
      about.fetchedAt === null ? null : new Date(about.fetchedAt),
      about.contentHash,
    ],
  );
}

function* chunks<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length === size) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}
