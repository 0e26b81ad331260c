import type { FeedHits } from '../../../ports/threats/feed-hits.ts';
import type { Postgres } from '../pool.ts';

interface HitRow {
  source: string;
  subject: string;
  queries: number;
  first_seen_at: Date;
  listed_at: number | null;
}

/** Hits of sources, from the threats that they raised. */
export function createFeedHits(postgres: Postgres): FeedHits {
  return {
    since: async (accountId, time, most) => {
      const rows = await postgres.query<HitRow>(
        `SELECT t.source, t.subject, sum(t.count)::bigint AS queries, min(t.first_seen_at) AS first_seen_at,
           min(coalesce(i.first_seen_at, i.listed_at)) AS listed_at
         FROM threats t JOIN locations l ON l.id = t.location_id
           LEFT JOIN indicators i ON i.source = t.source AND i.name = t.subject
         WHERE l.account_id = $1 AND t.last_seen_at >= $2 AND t.source <> 'detection'
         GROUP BY t.source, t.subject ORDER BY queries DESC, t.source, t.subject LIMIT $3`,
        [accountId, time, most],
      );
      return rows.map((row) => ({
        source: row.source,
        subject: row.subject,
        queries: row.queries,
        firstSeenAt: row.first_seen_at,
        listedAt: row.listed_at === null ? null : new Date(row.listed_at * 1_000),
      }));
    },
  };
}
