import type { ResolverCount, ResolverReports } from '../../../ports/resolvers/resolver-reports.ts';
import type { Postgres } from '../pool.ts';
import { storableText } from '../storable-text.ts';
import { sightingsStatement, sightingValues } from '../threats/record-sightings.ts';
import { type ThreatRow, toThreat } from '../threats/threat-row.ts';

/** A batch that is older than a month nobody repeats. */
const isPast = "accepted_at < now() - interval '30 days'";

/** Remembers a batch, or finds that it is known. */
const claim = `forgotten AS (DELETE FROM resolver_batches WHERE resolver_id = $1 AND ${isPast}),
fresh AS (
  INSERT INTO resolver_batches (resolver_id, batch_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING batch_id)`;

/** Bytes of a kind or name. */
const longest = 64;
/** The most that a number holds exactly. */
const most = Number.MAX_SAFE_INTEGER;

export function createResolverReports(postgres: Postgres): ResolverReports {
  return {
    addCounts: async (resolverId, batchId, counts) => {
      const rows = await postgres.query(
        `WITH ${claim},
         added AS (
           INSERT INTO resolver_counts AS c (resolver_id, day, kind, name, count)
           SELECT $1, n.day, n.kind, n.name, least(sum(n.count), ${most})
           FROM unnest($3::date[], $4::text[], $5::text[], $6::bigint[]) AS n (day, kind, name, count), fresh
           GROUP BY n.day, n.kind, n.name ORDER BY n.day, n.kind, n.name
           ON CONFLICT (resolver_id, day, kind, name)
           DO UPDATE SET count = least(c.count + excluded.count, ${most}))
         SELECT batch_id FROM fresh`,
        [
          resolverId,
          batchId,
          counts.map((count) => count.day),
          counts.map((count) => storableText(count.kind, longest)),
          counts.map((count) => storableText(count.name, longest)),
          counts.map((count) => count.count),
        ],
      );
      return rows.length > 0;
    },
    addAlerts: (resolverId, batchId, sightings) =>
      postgres.transaction(async (transaction) => {
        const fresh = await transaction.query(`WITH ${claim} SELECT batch_id FROM fresh`, [
          resolverId,
          batchId,
        ]);
        if (fresh.length === 0) return undefined;
        const rows = await transaction.query<ThreatRow>(
          sightingsStatement('examined AS (SELECT unnest($1::uuid[]) AS batch_id)'),
          sightingValues([{ batchId, sightings: sightings() }]),
        );
        return rows.map(toThreat);
      }),
    counts: async (resolverIds, from, to) => {
      const rows = await postgres.query<ResolverCount & { resolver_id: number }>(
        `SELECT resolver_id, day::text, kind, name, count FROM resolver_counts
         WHERE resolver_id = ANY ($1::bigint[]) AND day BETWEEN $2::date AND $3::date ORDER BY day, kind, name`,
        [[...resolverIds], from, to],
      );
      const byResolver = new Map<number, ResolverCount[]>(resolverIds.map((id) => [id, []]));
      for (const { resolver_id, ...count } of rows) byResolver.get(resolver_id)?.push(count);
      return byResolver;
    },
    forgetBefore: async (day) => {
      await postgres.query('DELETE FROM resolver_counts WHERE day < $1::date', [day]);
      // Of resolvers that report no more: others forget theirs as they report.
      await postgres.query(`DELETE FROM resolver_batches WHERE ${isPast}`, []);
    },
  };
}
