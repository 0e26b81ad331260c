import type { DomainWatchStore, WatchedSets, WatchSchedule } from '../../../ports/scans/domain-watches.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';
import { sightingsStatement, sightingValues } from '../threats/record-sightings.ts';
import { type ThreatRow, toThreat } from '../threats/threat-row.ts';
import { insertEvents } from './domain-events.ts';

/** Whose turn is whose: each account's domains by themselves, so that a long list makes nobody else's wait. */
const due = `
WITH RECURSIVE a AS (
  (SELECT account_id FROM domain_watches ORDER BY account_id LIMIT 1)
  UNION ALL
  SELECT (SELECT w.account_id FROM domain_watches w WHERE w.account_id > a.account_id ORDER BY w.account_id LIMIT 1)
  FROM a WHERE a.account_id IS NOT NULL),
due AS (
  SELECT domain FROM a CROSS JOIN LATERAL (
    SELECT domain, due_at, row_number() OVER (ORDER BY due_at) AS turn FROM (
      SELECT domain, due_at FROM domain_watches
      WHERE account_id = a.account_id AND due_at <= now() ORDER BY due_at LIMIT $1) AS first) AS of_account
  WHERE a.account_id IS NOT NULL ORDER BY turn, due_at LIMIT $1)`;

export function createDomainWatchStore(postgres: Postgres): DomainWatchStore {
  return {
    follow: async (listed, perSecond) => {
      await postgres.transaction(async (transaction) => {
        // One collector after the other: both would add the same.
        await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended('domain watches', 0))");
        const wanted = `wanted AS (
          SELECT DISTINCT ON (domain) domain, account_id FROM (
            SELECT domain, coalesce(monitored_by, 0) AS account_id FROM tracked_domains WHERE monitored_until > now()
            UNION ALL
            SELECT l.domain, o.account_id FROM unnest($1::text[], $2::bigint[]) AS l (domain, location_id)
              JOIN locations o ON o.id = l.location_id AND o.deleted_at IS NULL) AS both_kinds
          ORDER BY domain, account_id DESC)`;
        const given = [listed.map(({ domain }) => domain), listed.map(({ locationId }) => locationId)];
        await transaction.query(
          `WITH ${wanted}
           DELETE FROM domain_watches w WHERE NOT EXISTS (SELECT FROM wanted WHERE wanted.domain = w.domain)`,
          given,
        );
        await transaction.query(
          `WITH ${wanted}
           INSERT INTO domain_watches (domain, account_id, due_at)
           SELECT domain, account_id, now() + make_interval(secs => (row_number() OVER (ORDER BY random()) - 1) / $3::float8)
           FROM wanted WHERE NOT EXISTS (SELECT FROM domain_watches w WHERE w.domain = wanted.domain)
           ON CONFLICT DO NOTHING`,
          [...given, perSecond],
        );
      });
    },
    claimDue: async (limit, leaseSeconds) => {
      const rows = await repeatable(() =>
        postgres.query<{ domain: string; account_id: number; version: number; sets: WatchedSets }>(
          `${due}
           UPDATE domain_watches SET due_at = now() + make_interval(secs => $2) WHERE domain IN (
             SELECT domain FROM domain_watches WHERE domain IN (SELECT domain FROM due) AND due_at <= now()
             FOR UPDATE SKIP LOCKED)
           RETURNING domain, account_id, version, sets`,
          [limit, leaseSeconds],
        ),
      );
      return rows.map(({ domain, account_id, version, sets }) => ({
        domain,
        accountId: account_id,
        version,
        sets,
      }));
    },
    settle: (looks) =>
      postgres.transaction(async (transaction) => {
        const rows = await transaction.query<{ domain: string }>(
          `UPDATE domain_watches w SET sets = g.sets, due_at = g.due_at, version = w.version + 1
           FROM unnest($1::text[], $2::bigint[], $3::jsonb[], $4::timestamptz[]) AS g (domain, version, sets, due_at)
           WHERE w.domain = g.domain AND w.version = g.version RETURNING w.domain`,
          [
            looks.map(({ domain }) => domain),
            looks.map(({ version }) => version),
            looks.map(({ sets }) => storableJson(sets)),
            looks.map(({ dueAt }) => dueAt),
          ],
        );
        const domains = new Set(rows.map(({ domain }) => domain));
        const believed = looks.filter(({ domain }) => domains.has(domain));
        await insertEvents(
          transaction,
          believed.flatMap(({ events }) => events),
        );
        const batches = believed
          .flatMap(({ batch }) => batch ?? [])
          .filter(({ sightings }) => sightings.length > 0);
        if (batches.length === 0) return { domains, opened: [] };
        const opened = await transaction.query<ThreatRow>(
          sightingsStatement('examined AS (SELECT unnest($1::uuid[]) AS batch_id)'),
          sightingValues(batches),
        );
        return { domains, opened: opened.map(toThreat) };
      }),
    hasten: async (domain) => {
      // The lease of one that is being looked at ends soon enough.
      const rows = await postgres.query(
        `UPDATE domain_watches SET due_at = least(due_at, now()), sets = coalesce(
           (SELECT jsonb_object_agg(key, value || '{"dueAt": 0}') FROM jsonb_each(sets)), '{}')
         WHERE domain = $1 RETURNING domain`,
        [domain],
      );
      return rows.length > 0;
    },
    schedule: async () => {
      const [row] = await postgres.query<{ watched: number; overdue: number; latest: number }>(
        `SELECT count(*) AS watched, count(*) FILTER (WHERE due_at < now()) AS overdue,
           greatest(0, extract(epoch FROM now() - min(due_at)))::float8 AS latest FROM domain_watches`,
      );
      return {
        watched: row!.watched,
        overdue: row!.overdue,
        latestSeconds: row!.latest ?? 0,
      } satisfies WatchSchedule;
    },
  };
}
