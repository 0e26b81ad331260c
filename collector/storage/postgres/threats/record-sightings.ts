import type { ExaminedBatch, Threat } from '../../../ports/threats/threats.ts';
import type { Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';
import { enqueueNotifications } from './enqueue-notifications.ts';
import { sightedAddresses } from './sighted-addresses.ts';
import { type ThreatRow, threatColumns, toThreat } from './threat-row.ts';

/** Clients that a threat names: those that were seen first. */
const mostClients = 100;

/** Bytes of UTF-8. A name has at most 1,020 (RFC 1035 section 2.3.4, every octet escaped). */
const longest = { word: 128, name: 1_020, message: 2_000 };

/** Writes the condition that evidence names stored rows. */
function showsRows(evidence: string): string {
  return `coalesce(jsonb_path_exists(${evidence}, '$.rows[0]'), false)`;
}

/**
 * Writes the one statement that records sightings: `examined` is a table of the batches that count (of those whose ids
 * are $1); it opens a threat for each subject or adds to the open one, and queues who is to be told. The worst severity
 * is kept, and the circumstances and evidence of the latest sighting that names rows, of the latest one if none does:
 * what only tells of queries takes the place of nothing that shows them. Addresses that are spoken against are taken
 * down beside the threats, and matches with the rules that had them. A sighting whose queries were all told before counts nothing, unless it opens a threat.
 */
export function sightingsStatement(examined: string): string {
  return `
WITH ${examined},
seen AS (
  SELECT *, ${showsRows('evidence')} AS shows
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::severity[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::timestamptz[], $11::bigint[], $12::text[], $13::jsonb[], $14::uuid[], $15::timestamptz[], $18::text[]) WITH ORDINALITY
    AS s (location_id, type, subject, severity, client_address, query_name, source, message, observed_at, count,
      technique, evidence, batch_id, first_observed_at, clients, place) JOIN examined USING (batch_id)),
asked AS (
  SELECT location_id, type, subject, (array_agg(DISTINCT client))[1:${mostClients}] AS clients
  FROM seen, string_to_table(seen.clients, ' ') AS client WHERE client <> '' GROUP BY location_id, type, subject),
merged AS (
  SELECT DISTINCT ON (location_id, type, subject) location_id, type, subject,
    max(severity) OVER one AS severity, client_address, query_name, source, message,
    (sum(count) OVER one)::bigint AS count, min(first_observed_at) OVER one AS first_seen_at, max(observed_at) OVER one AS last_seen_at,
    technique, evidence, batch_id, shows
  FROM seen WINDOW one AS (PARTITION BY location_id, type, subject)
  ORDER BY location_id, type, subject, shows DESC, observed_at DESC, place DESC),
addressed AS (
  INSERT INTO address_sightings AS a (ip, type, source, severity, first_seen_at, last_seen_at)
  SELECT n.ip, s.type, s.source, max(s.severity), min(s.first_observed_at), max(s.observed_at)
  FROM unnest($16::inet[], $17::bigint[]) AS n (ip, place) JOIN seen s USING (place)
  GROUP BY n.ip, s.type, s.source ORDER BY n.ip, s.type, s.source
  ON CONFLICT (ip, type, source) DO UPDATE SET
    severity = greatest(a.severity, excluded.severity),
    first_seen_at = least(a.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(a.last_seen_at, excluded.last_seen_at)),
ruled AS (
  SELECT r.id, sum(s.count) AS count, max(s.observed_at) AS observed_at
  FROM seen s JOIN locations l ON l.id = s.location_id
    JOIN sigma_rules r ON r.account_id = l.account_id AND r.id = (s.evidence->>'rule_number')::bigint
  WHERE s.type = 'sigma' AND s.source = 'detection' GROUP BY r.id),
-- In one order, so that two collectors do not wait for each other.
locked AS (SELECT id FROM sigma_rules WHERE id IN (SELECT id FROM ruled) ORDER BY id FOR NO KEY UPDATE),
counted AS (
  UPDATE sigma_rules r SET matches = r.matches + ruled.count,
    last_matched_at = greatest(r.last_matched_at, ruled.observed_at)
  FROM ruled JOIN locked USING (id) WHERE r.id = ruled.id),
known AS (
  SELECT t.id, t.severity, location_id, type, subject
  FROM threats t JOIN merged USING (location_id, type, subject) WHERE t.resolved_at IS NULL),
recorded AS (
  INSERT INTO threats AS t (location_id, type, subject, severity, client_address, query_name, source, message, count,
    first_seen_at, last_seen_at, technique, evidence, opened_by, clients)
  SELECT location_id, type, subject, m.severity, client_address, query_name, source, message,
    CASE WHEN k.id IS NULL THEN greatest(count, 1) ELSE count END, first_seen_at, last_seen_at, technique, evidence, batch_id,
    coalesce(a.clients, '{}')
  FROM merged m LEFT JOIN known k USING (location_id, type, subject) LEFT JOIN asked a USING (location_id, type, subject)
  ORDER BY location_id, type, subject
  ON CONFLICT (location_id, type, subject) WHERE resolved_at IS NULL DO UPDATE SET
    severity = greatest(t.severity, excluded.severity),
    count = t.count + excluded.count,
    first_seen_at = least(t.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(t.last_seen_at, excluded.last_seen_at),
    clients = CASE WHEN t.clients @> excluded.clients THEN t.clients ELSE t.clients || (ARRAY(
      SELECT unnest(excluded.clients) EXCEPT SELECT unnest(t.clients)))[1:${mostClients} - cardinality(t.clients)] END,
    (client_address, query_name, source, message, technique, evidence) = (
      SELECT CASE WHEN later THEN excluded.client_address ELSE t.client_address END,
        CASE WHEN later THEN excluded.query_name ELSE t.query_name END,
        CASE WHEN later THEN excluded.source ELSE t.source END,
        CASE WHEN later THEN excluded.message ELSE t.message END,
        CASE WHEN later THEN excluded.technique ELSE t.technique END,
        CASE WHEN later THEN excluded.evidence ELSE t.evidence END
      FROM (SELECT CASE WHEN ${showsRows('t.evidence')} = ${showsRows('excluded.evidence')}
        THEN excluded.last_seen_at >= t.last_seen_at ELSE ${showsRows('excluded.evidence')} END AS later) AS compared)
  RETURNING ${threatColumns}, t.opened_by),
${enqueueNotifications}
SELECT ${threatColumns} FROM recorded t LEFT JOIN known ON known.id = t.id
WHERE t.opened_by IN (SELECT batch_id FROM examined) OR t.severity > known.severity ORDER BY t.id`;
}

const marked = `marking AS (
  SELECT batch_id FROM accepted_batches WHERE batch_id = ANY ($1::uuid[]) AND examined_at IS NULL
  ORDER BY batch_id FOR UPDATE),
examined AS (
  UPDATE accepted_batches b SET examined_at = now() FROM marking WHERE b.batch_id = marking.batch_id
  RETURNING b.batch_id)`;

/** Marks batches as examined and records what was seen in them. Returns the threats that they opened or made worse. */
export async function recordSightings(
  postgres: Queryable,
  batches: readonly ExaminedBatch[],
): Promise<Threat[]> {
  const rows = await postgres.query<ThreatRow>(sightingsStatement(marked), sightingValues(batches));
  return rows.map(toThreat);
}

/** Lists the statement's values. */
export function sightingValues(batches: readonly ExaminedBatch[]): unknown[] {
  const sightings = batches.flatMap((batch) => batch.sightings);
  const addressed = sightings.flatMap((sighting, at) =>
    sightedAddresses(sighting).map((ip) => ({ ip, place: at + 1 })),
  );
  return [
    batches.map(({ batchId }) => batchId),
    sightings.map((sighting) => sighting.locationId),
    sightings.map((sighting) => storableText(sighting.type, longest.word)),
    sightings.map((sighting) => storableText(sighting.subject, longest.name)),
    sightings.map((sighting) => sighting.severity),
    sightings.map((sighting) => storableText(sighting.clientAddress, longest.word)),
    sightings.map((sighting) => storableText(sighting.queryName, longest.name)),
    sightings.map((sighting) => storableText(sighting.source, longest.word)),
    sightings.map((sighting) => storableText(sighting.message, longest.message)),
    sightings.map((sighting) => sighting.observedAt),
    sightings.map((sighting) => sighting.count),
    sightings.map(({ technique }) =>
      technique === undefined ? null : storableText(technique, longest.word),
    ),
    sightings.map(({ evidence }) => (evidence === undefined ? null : storableJson(evidence))),
    batches.flatMap(({ batchId, sightings: own }) => own.map(() => batchId)),
    sightings.map(({ observedAt, firstObservedAt = observedAt }) => firstObservedAt),
    addressed.map(({ ip }) => ip),
    addressed.map(({ place }) => place),
    sightings.map(({ clients, clientAddress }) =>
      (clients ?? [clientAddress]).map((client) => storableText(client, longest.word)).join(' '),
    ),
  ];
}
