import type { Indicator } from '../../../ports/indicators.ts';
import type { Queryable } from '../pool.ts';
import { storableText } from '../storable-text.ts';
import { changeVersion, lockIndicators } from './version.ts';

const insertedAtOnce = 5_000;

/** Characters, as bounded as the threats that they lead to. */
const longest = { word: 128, name: 1_020, description: 2_000 };

/**
 * Makes a source's indicators these. They are gathered in a temporary table and only the differences are written, so
 * that a feed which is read again unchanged costs nothing and changes no version. Of two with one name the first counts.
 */
export async function replaceIndicators(
  transaction: Queryable,
  source: string,
  indicators: Iterable<Indicator>,
): Promise<number> {
  await lockIndicators(transaction);
  await transaction.query(
    `CREATE TEMPORARY TABLE incoming
       (name text PRIMARY KEY, threat_type text NOT NULL, severity severity NOT NULL, description text)
     ON COMMIT DROP`,
  );
  for (const some of chunks(indicators, insertedAtOnce)) await gather(transaction, some);
  await transaction.query('ANALYZE incoming');
  return apply(transaction, source);
}

async function gather(transaction: Queryable, indicators: readonly Indicator[]): Promise<void> {
  await transaction.query(
    `INSERT INTO incoming SELECT * FROM unnest($1::text[], $2::text[], $3::severity[], $4::text[])
     ON CONFLICT (name) DO NOTHING`,
    [
      indicators.map((indicator) => storableText(indicator.name, longest.name)),
      indicators.map((indicator) => storableText(indicator.threatType, longest.word)),
      indicators.map((indicator) => indicator.severity),
      indicators.map(({ description }) =>
        description === null ? null : storableText(description, longest.description),
      ),
    ],
  );
}

/** Returns how many indicators the source has now. */
async function apply(transaction: Queryable, source: string): Promise<number> {
  const [kept] = await transaction.query<{ count: number }>(
    `INSERT INTO indicator_sources (source, count, updated_at)
     SELECT $1, count(*), now() FROM incoming
     ON CONFLICT (source) DO UPDATE SET count = excluded.count, updated_at = excluded.updated_at
     RETURNING count`,
    [source],
  );
  const [removed] = await transaction.query<{ count: number }>(
    `WITH gone AS (
       DELETE FROM indicators i WHERE i.source = $1 AND NOT EXISTS (SELECT FROM incoming n WHERE n.name = i.name)
       RETURNING 1)
     SELECT count(*) FROM gone`,
    [source],
  );
  const [changed] = await transaction.query<{ count: number }>(
    `WITH written AS (
       INSERT INTO indicators AS i (source, name, threat_type, severity, description)
       SELECT $1, name, threat_type, severity, description FROM incoming
       ON CONFLICT (source, name) DO UPDATE SET
         threat_type = excluded.threat_type, severity = excluded.severity, description = excluded.description
       WHERE (i.threat_type, i.severity, i.description)
         IS DISTINCT FROM (excluded.threat_type, excluded.severity, excluded.description)
       RETURNING 1)
     SELECT count(*) FROM written`,
    [source],
  );
  if (removed!.count + changed!.count > 0) await changeVersion(transaction);
  return kept!.count;
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
