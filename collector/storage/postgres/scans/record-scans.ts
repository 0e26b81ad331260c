import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { RecordedScan } from '../../../ports/scans/tracked-domains.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableJson } from '../storable-text.ts';

/**
 * One statement for all, since scans come by the hundred: JSON of a part replaces that of the same key. What a scan did
 * not look at keeps its earlier summary. Those that are monitored are due a tenth sooner or later, so that what was scanned together does
 * not stay together.
 */
const upsert = `
INSERT INTO tracked_domains AS t
  (domain, first_scanned_at, last_scanned_at, summary, parts, certificate_ends_at, monitored_until, due_at,
   monitored_by)
SELECT domain, at, at, summary, parts, ends_at,
  CASE WHEN monitor > 0 THEN now() + make_interval(secs => monitor) END,
  CASE WHEN monitor > 0 THEN now() + make_interval(secs => $7 * (0.9 + 0.2 * random())) END,
  (SELECT id FROM accounts WHERE id = monitored_by)
FROM unnest($1::text[], $2::timestamptz[], $3::jsonb[], $4::jsonb[], $5::timestamptz[], $6::float8[], $8::bigint[])
  AS given (domain, at, summary, parts, ends_at, monitor, monitored_by)
ON CONFLICT (domain) DO UPDATE SET
  last_scanned_at = greatest(t.last_scanned_at, excluded.last_scanned_at),
  summary = t.summary || excluded.summary,
  parts = t.parts || excluded.parts,
  certificate_ends_at = CASE WHEN excluded.summary ? 'certificate'
    THEN excluded.certificate_ends_at ELSE t.certificate_ends_at END,
  monitored_until = greatest(t.monitored_until, excluded.monitored_until),
  due_at = CASE WHEN greatest(t.monitored_until, excluded.monitored_until) > now()
    THEN now() + make_interval(secs => $7 * (0.9 + 0.2 * random())) END,
  monitored_by = coalesce(excluded.monitored_by, t.monitored_by)`;

/** Sets scans down; answers with what was known of their domains before. */
export function recordScans(
  postgres: Postgres,
  given: readonly RecordedScan[],
  dueSeconds: number,
): Promise<ReadonlyMap<string, ScannedParts>> {
  // Two of one domain can't be in one statement.
  const scans = [...new Map(given.map((one) => [one.scan.domain, one])).values()];
  return postgres.transaction(async (transaction) => {
    const before = await lockKnown(
      transaction,
      scans.map(({ scan }) => scan.domain),
    );
    await transaction.query(upsert, [
      scans.map(({ scan }) => scan.domain),
      scans.map(({ scan }) => new Date(scan.startedAt.getTime() + scan.milliseconds)),
      scans.map(({ scan }) => storableJson(scan.summary)),
      scans.map(({ scan }) => storableJson(scan.parts)),
      scans.map(({ scan }) => scan.summary.certificate?.validUntil ?? null),
      scans.map(({ monitorSeconds }) => monitorSeconds),
      dueSeconds,
      scans.map(({ monitoredBy }) => monitoredBy ?? null),
    ]);
    return before;
  });
}

/** Locks by name rather than by row: of a domain that nobody knows yet there is no row to lock. */
async function lockKnown(
  transaction: Queryable,
  domains: readonly string[],
): Promise<ReadonlyMap<string, ScannedParts>> {
  await transaction.query(
    `SELECT pg_advisory_xact_lock(key) FROM (
       SELECT DISTINCT hashtextextended(domain, 0) AS key FROM unnest($1::text[]) AS domain ORDER BY key OFFSET 0) AS k`,
    [domains],
  );
  const rows = await transaction.query<{ domain: string; parts: ScannedParts }>(
    'SELECT domain, parts FROM tracked_domains WHERE domain = ANY ($1::text[])',
    [domains],
  );
  return new Map(rows.map(({ domain, parts }) => [domain, parts]));
}
