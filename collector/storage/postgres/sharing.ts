import {
  type SharedItem,
  type SharedQuestion,
  type SharingStore,
  sharedParts,
} from '../../ports/threats/sharing.ts';
import type { Postgres } from './pool.ts';

interface ItemRow {
  changed_at: string;
  part: number;
  key: string;
  subject: string;
  opened_at: Date;
  types: string[];
  severity: SharedItem['severity'];
  techniques: string[];
  sources: string[];
  first_seen_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
  count: number;
  description: string | null;
  exact: boolean;
}

/** RFC 3339 to the microsecond, which a JavaScript date does not have. */
const stamp = `to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Everything before this is told by transactions that have ended: those that have written something began after it, and those
 * that have not will write with a later time. The moment before now is for writers who have read the clock and are about to
 * write.
 */
const horizon = `SELECT to_char(least(clock_timestamp() - interval '200 milliseconds', min(xact_start))
  AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
FROM pg_stat_activity
WHERE datname = current_database() AND backend_xid IS NOT NULL AND backend_type = 'client backend'`;

/** A page of items, in their order; $1 to $6 are `pageValues`. */
const page = `SELECT ${stamp} AS changed_at, part, key, subject, opened_at, types, severity, techniques, sources,
  first_seen_at, last_seen_at, ended_at, count, description, exact
FROM items
WHERE part = ANY ($1::int[]) AND ($2::timestamptz IS NULL OR changed_at > $2)
  AND ($3::timestamptz IS NULL OR (items.changed_at, part, key COLLATE "C") > ($3, $4::int, $5::text))
ORDER BY items.changed_at, part, key COLLATE "C" LIMIT $6`;

const ofThreats = `WITH own AS (
  SELECT t.* FROM threats t JOIN locations l ON l.id = t.location_id
  WHERE l.account_id = $8 AND ($9::bigint[] IS NULL OR t.location_id = ANY ($9)) AND t.severity >= $10::severity
    AND t.type <> ALL ($11::text[]) AND t.subject <> t.client_address AND t.subject !~ '\\s'
    AND t.changed_at < $7::timestamptz),
items AS (
  SELECT g.*, parts.part FROM (
    SELECT max(changed_at) AS changed_at, subject AS key, subject, min(opened_at) AS opened_at,
      array_agg(DISTINCT type) AS types, max(severity) AS severity,
      array_remove(array_agg(DISTINCT technique), NULL) AS techniques, array_agg(DISTINCT source) AS sources,
      min(first_seen_at) AS first_seen_at, max(last_seen_at) AS last_seen_at,
      CASE WHEN bool_and(resolved_at IS NOT NULL) THEN max(resolved_at) END AS ended_at, sum(count)::bigint AS count,
      NULL::text AS description, false AS exact
    FROM own GROUP BY subject) g, (VALUES (0), (1)) AS parts (part)
  UNION ALL
  SELECT changed_at, id::text, subject, opened_at, ARRAY[type], severity,
    array_remove(ARRAY[technique], NULL), ARRAY[source], first_seen_at, last_seen_at, resolved_at, count, NULL, false,
    parts.part
  FROM own, (VALUES (2), (3)) AS parts (part))
${page}`;

const ofLists = `WITH items AS (
  SELECT g.*, parts.part FROM (
    SELECT max(changed_at) AS changed_at, name AS key, name AS subject,
      to_timestamp(coalesce(min(listed_at), 0)) AS opened_at,
      array_agg(DISTINCT threat_type) AS types, max(severity) AS severity, ARRAY[]::text[] AS techniques,
      array_agg(DISTINCT source) AS sources,
      to_timestamp(coalesce(min(first_seen_at), min(listed_at), 0)) AS first_seen_at,
      to_timestamp(coalesce(max(last_seen_at), max(listed_at), 0)) AS last_seen_at,
      CASE WHEN bool_and(expires_at IS NOT NULL) THEN to_timestamp(max(expires_at)) END AS ended_at,
      0::bigint AS count, max(description) AS description, bool_and(exact) AS exact
    FROM indicators WHERE source <> ALL ($8::text[]) AND changed_at < $7::timestamptz
    GROUP BY name) g, (VALUES (0), (1)) AS parts (part))
${page}`;

/** Creates the store of what is shared. */
export function createSharingStore(postgres: Postgres): SharingStore {
  const ask = async (statement: string, question: SharedQuestion, values: unknown[]) => {
    // Asked before, so that whatever it is about is seen by the statement itself.
    const [until] = await postgres.query<{ at: string }>(horizon);
    const rows = await postgres.query<ItemRow>(statement, [...pageValues(question), until!.at, ...values]);
    return rows.map(toItem);
  };
  return {
    ofThreats: ({ accountId, locationIds, leastSeverity, notTypes }, question) =>
      ask(ofThreats, question, [accountId, locationIds, leastSeverity, notTypes]),
    ofLists: (notSources, question) => ask(ofLists, question, [notSources]),
  };
}

function pageValues({ parts, addedAfter, after, limit }: SharedQuestion): unknown[] {
  return [
    parts.map((part) => sharedParts.indexOf(part)),
    addedAfter ?? null,
    after?.changedAt ?? null,
    after === undefined ? null : sharedParts.indexOf(after.part),
    after?.key ?? null,
    limit,
  ];
}

function toItem(row: ItemRow): SharedItem {
  return {
    part: sharedParts[row.part]!,
    key: row.key,
    subject: row.subject,
    changedAt: row.changed_at,
    openedAt: row.opened_at,
    types: row.types,
    severity: row.severity,
    techniques: row.techniques,
    sources: row.sources,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    endedAt: row.ended_at,
    count: row.count,
    description: row.description,
    exact: row.exact,
  };
}
