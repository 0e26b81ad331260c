import type {
  FoundAddress,
  RangeChunk,
  RangeJob,
  RangeJobStore,
} from '../../../ports/addresses/range-jobs.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';

interface JobRow {
  id: string;
  cidr: string;
  lists: boolean;
  total: number;
  looked: number;
  named: number;
  listed: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
}

const columns =
  'id, cidr::text, lists, total, looked, named, listed, created_at, started_at, finished_at, cancelled';

/** The chunk of the open job that the fewest work on, so that a small job does not wait for a large one. */
const claim = `
WITH open AS (
  SELECT j.id FROM range_jobs j WHERE j.finished_at IS NULL
  ORDER BY (SELECT count(*) FROM range_chunks c WHERE c.job_id = j.id AND c.lease_ends_at >= now()), j.created_at, j.id
  LIMIT 20),
taken AS (
  SELECT c.job_id, c.position FROM open JOIN LATERAL (
    SELECT job_id, position FROM range_chunks WHERE job_id = open.id AND done < size
      AND (lease_ends_at IS NULL OR lease_ends_at < now())
    ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED) AS c ON true
  LIMIT 1),
claimed AS (
  UPDATE range_chunks c SET holder = $1, lease_ends_at = now() + make_interval(secs => $2)
  FROM taken t WHERE c.job_id = t.job_id AND c.position = t.position
  RETURNING c.job_id, c.position, host(c.first) AS first, c.size, c.done),
begun AS (
  UPDATE range_jobs j SET started_at = coalesce(j.started_at, now()) FROM claimed WHERE j.id = claimed.job_id
  RETURNING j.id, j.lists)
SELECT claimed.*, begun.lists FROM claimed JOIN begun ON begun.id = claimed.job_id`;

/** Counts nothing twice: whoever has lost the chunk, or is told to go on from elsewhere than it stands at, sets nothing down. */
const advance = `
WITH moved AS (
  UPDATE range_chunks c SET done = $5, lease_ends_at = now() + make_interval(secs => $6),
    holder = CASE WHEN $5 >= c.size THEN NULL ELSE c.holder END
  FROM range_jobs j WHERE c.job_id = $2 AND c.position = $3 AND c.holder = $1 AND c.done = $4
    AND j.id = c.job_id AND j.finished_at IS NULL
  RETURNING c.job_id, j.lists),
given AS (
  SELECT ip, ARRAY(SELECT jsonb_array_elements_text(names)) AS names,
    ARRAY(SELECT jsonb_array_elements_text(confirmed)) AS confirmed,
    ARRAY(SELECT jsonb_array_elements_text(listed_in)) AS listed_in,
    ARRAY(SELECT jsonb_array_elements_text(unknown)) AS unknown
  FROM jsonb_to_recordset($7::jsonb) AS g (ip inet, names jsonb, confirmed jsonb, listed_in jsonb, unknown jsonb)),
stored AS (
  INSERT INTO range_results (job_id, ip, names, confirmed, listed_in, unknown)
  SELECT moved.job_id, given.* FROM moved, given ON CONFLICT (job_id, ip) DO NOTHING),
-- What ranges are answered from knows of it, too: null where no list was asked, or one did not say.
scored AS (
  INSERT INTO address_scores AS a (ip, abuse_confidence, total_reports, blacklist_hits, has_ptr, last_seen)
  SELECT g.ip, 0, 0,
    CASE WHEN cardinality(g.listed_in) > 0 THEN cardinality(g.listed_in)
      WHEN moved.lists AND g.unknown <@ ARRAY['reverse_dns'] THEN 0 END,
    CASE WHEN 'reverse_dns' = ANY (g.unknown) THEN NULL ELSE cardinality(g.names) > 0 END, now()
  FROM given g, moved WHERE cardinality(g.names) > 0 OR cardinality(g.listed_in) > 0 ORDER BY g.ip
  ON CONFLICT (ip) DO UPDATE SET has_ptr = coalesce(excluded.has_ptr, a.has_ptr), last_seen = excluded.last_seen,
    blacklist_hits = greatest(a.blacklist_hits, excluded.blacklist_hits)),
counted AS (
  UPDATE range_jobs j SET looked = j.looked + ($5 - $4),
    named = j.named + (SELECT count(*) FROM given WHERE cardinality(names) > 0),
    listed = j.listed + (SELECT count(*) FROM given WHERE cardinality(listed_in) > 0),
    finished_at = CASE WHEN j.looked + ($5 - $4) >= j.total THEN now() ELSE j.finished_at END
  FROM moved WHERE j.id = moved.job_id)
SELECT count(*) AS count FROM moved`;

export function createRangeJobStore(postgres: Postgres): RangeJobStore {
  return {
    submit: ({ id, accountId, cidr, lists, chunks }, mostUnfinished) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [job] = await transaction.query<JobRow>(
          `INSERT INTO range_jobs (id, account_id, cidr, lists, total) SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM range_jobs WHERE account_id = $2 AND finished_at IS NULL) < $6
           RETURNING ${columns}`,
          [id, accountId, cidr, lists, chunks.reduce((sum, { size }) => sum + size, 0), mostUnfinished],
        );
        if (job === undefined) return undefined;
        await transaction.query(
          `INSERT INTO range_chunks (job_id, position, first, size)
           SELECT $1, place - 1, first, size FROM unnest($2::inet[], $3::int[]) WITH ORDINALITY AS given (first, size, place)`,
          [id, chunks.map(({ first }) => first), chunks.map(({ size }) => size)],
        );
        return toJob(job);
      }),
    find: async (accountId, jobId) => {
      const [row] = await postgres.query<JobRow>(
        `SELECT ${columns} FROM range_jobs WHERE account_id = $1 AND id = $2`,
        [accountId, jobId],
      );
      return row && toJob(row);
    },
    list: async (accountId, { limit, offset }) => {
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) AS count FROM range_jobs WHERE account_id = $1',
        [accountId],
      );
      const rows = await postgres.query<JobRow>(
        `SELECT ${columns} FROM range_jobs WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
        [accountId, limit, offset],
      );
      return { count: counted!.count, jobs: rows.map(toJob) };
    },
    cancel: async (accountId, jobId) => {
      const rows = await postgres.query<{ id: string }>(
        `UPDATE range_jobs SET cancelled = true, finished_at = now()
         WHERE account_id = $1 AND id = $2 AND finished_at IS NULL RETURNING id`,
        [accountId, jobId],
      );
      return rows.length > 0;
    },
    claim: async (holder, leaseSeconds) => {
      const [row] = await repeatable(() =>
        postgres.query<Omit<RangeChunk, 'jobId'> & { job_id: string }>(claim, [holder, leaseSeconds]),
      );
      if (row === undefined) return undefined;
      const { job_id: jobId, ...chunk } = row;
      return { jobId, ...chunk };
    },
    advance: async (holder, { jobId, position, done: before }, done, found, leaseSeconds) => {
      const rows = found.map(({ listedIn: listed_in, ...one }) => ({ ...one, listed_in }));
      const [row] = await repeatable(() =>
        postgres.query<{ count: number }>(advance, [
          ...[holder, jobId, position, before, done, leaseSeconds, JSON.stringify(rows)],
        ]),
      );
      return row!.count > 0;
    },
    release: async (holder) => {
      await postgres.query('UPDATE range_chunks SET holder = NULL, lease_ends_at = NULL WHERE holder = $1', [
        holder,
      ]);
    },
    results: async (jobId, { limit, offset }) => {
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) AS count FROM range_results WHERE job_id = $1',
        [jobId],
      );
      const rows = await postgres.query<Omit<FoundAddress, 'listedIn'> & { listed_in: string[] }>(
        `SELECT host(ip) AS ip, names, confirmed, listed_in, unknown FROM range_results r
         WHERE job_id = $1 ORDER BY r.ip LIMIT $2 OFFSET $3`,
        [jobId, limit, offset],
      );
      const results = rows.map(({ listed_in: listedIn, ...row }) => ({ ...row, listedIn }));
      return { count: counted!.count, results };
    },
    forgetBefore: async (time) => {
      const [row] = await postgres.query<{ count: number }>(
        'WITH gone AS (DELETE FROM range_jobs WHERE finished_at < $1 RETURNING 1) SELECT count(*) FROM gone',
        [time],
      );
      return row!.count;
    },
  };
}

function toJob(row: JobRow): RangeJob {
  const { created_at: createdAt, started_at: startedAt, finished_at: finishedAt, cancelled, ...job } = row;
  const isOver = finishedAt !== null;
  const status = cancelled ? 'cancelled' : isOver ? 'completed' : startedAt === null ? 'queued' : 'running';
  return { ...job, status, createdAt, startedAt, finishedAt };
}
