import type { Sink, SinkProgress, SinkStore } from '../../../ports/sinks/sinks.ts';
import { isUniqueViolation } from '../pool/errors.ts';
import type { Postgres } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';

interface SinkRow {
  id: number;
  name: string;
  kind: string;
  presentation: string;
  queries: boolean;
  threats: boolean;
  config: Sink['config'];
  filter: Sink['filter'];
  sealed: string | null;
  paused: boolean;
  created_at: Date;
}

interface ProgressRow {
  sink_id: number;
  stream: SinkProgress['stream'];
  collector_id: string;
  major: number;
  minor: number;
  delivered: number;
  filtered: number;
  refused: number;
  lost: number;
  batches: number;
  delivered_at: Date | null;
  waiting_since: Date | null;
  waiting_bytes: number;
  failing_since: Date | null;
  last_error: string | null;
}

/** Bytes of the reason for a failure. */
const longestError = 500;
const sinkColumns =
  'id, name, kind, presentation, queries, threats, config, filter, sealed, paused, created_at';
const position = 'sink_id = $1 AND stream = $2 AND collector_id = $3';

export function createSinkStore(postgres: Postgres): SinkStore {
  return {
    list: async () =>
      (await postgres.query<SinkRow>(`SELECT ${sinkColumns} FROM sinks ORDER BY name`)).map(toSink),
    find: async (name) => {
      const [row] = await postgres.query<SinkRow>(`SELECT ${sinkColumns} FROM sinks WHERE name = $1`, [name]);
      return row && toSink(row);
    },
    add: async (sink, most) => {
      try {
        return await postgres.transaction(async (transaction) => {
          // One at a time, so that the count holds.
          await transaction.query('LOCK TABLE sinks IN SHARE ROW EXCLUSIVE MODE');
          const [row] = await transaction.query<SinkRow>(
            `INSERT INTO sinks (name, kind, presentation, queries, threats, config, filter, sealed)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM sinks) < $9 RETURNING ${sinkColumns}`,
            [
              sink.name,
              sink.kind,
              sink.presentation,
              sink.queries,
              sink.threats,
              storableJson(sink.config),
              JSON.stringify(sink.filter),
              sink.sealed,
              most,
            ],
          );
          return row === undefined ? 'full' : toSink(row);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'sinks_name_key')) return 'taken';
        throw error;
      }
    },
    pause: async (name, paused) => {
      const rows = await postgres.query('UPDATE sinks SET paused = $2 WHERE name = $1 RETURNING id', [
        name,
        paused,
      ]);
      return rows.length > 0;
    },
    remove: async (name) =>
      (await postgres.query('DELETE FROM sinks WHERE name = $1 RETURNING id', [name])).length > 0,
    progress: async () =>
      (
        await postgres.query<ProgressRow>('SELECT * FROM sink_places ORDER BY sink_id, stream, collector_id')
      ).map(toProgress),
    begin: async ({ sinkId, stream, collectorId }, { major, minor }) => {
      await postgres.query(
        `INSERT INTO sink_places (sink_id, stream, collector_id, major, minor)
         SELECT id, $2, $3, $4, $5 FROM sinks WHERE id = $1 ON CONFLICT DO NOTHING`,
        [sinkId, stream, collectorId, major, minor],
      );
      const [row] = await postgres.query<{ major: number; minor: number }>(
        `SELECT major, minor FROM sink_places WHERE ${position}`,
        [sinkId, stream, collectorId],
      );
      return row;
    },
    settle: async ({ sinkId, stream, collectorId }, { place, counts, sent, waitingSince, waitingBytes }) => {
      const rows = await postgres.query(
        `UPDATE sink_places SET major = $4, minor = $5, delivered = delivered + $6, filtered = filtered + $7,
           refused = refused + $8, lost = lost + $9, batches = batches + $10::boolean::integer,
           delivered_at = CASE WHEN $10 THEN now() ELSE delivered_at END, waiting_since = $11, waiting_bytes = $12,
           failing_since = NULL, last_error = NULL
         WHERE ${position} RETURNING sink_id`,
        [
          sinkId,
          stream,
          collectorId,
          place.major,
          place.minor,
          counts.delivered,
          counts.filtered,
          counts.refused,
          counts.lost,
          sent,
          waitingSince,
          waitingBytes,
        ],
      );
      return rows.length > 0;
    },
    fail: async ({ sinkId, stream, collectorId }, message, { waitingSince, waitingBytes }) => {
      await postgres.query(
        `UPDATE sink_places SET failing_since = coalesce(failing_since, now()), last_error = $4, waiting_since = $5,
           waiting_bytes = $6
         WHERE ${position}`,
        [sinkId, stream, collectorId, storableText(message, longestError), waitingSince, waitingBytes],
      );
    },
    lose: async (collectorId, sequence, lost) => {
      const rows = await postgres.query<{ name: string }>(
        `UPDATE sink_places p SET lost = p.lost + $3 FROM sinks s
         WHERE s.id = p.sink_id AND s.queries AND p.collector_id = $1 AND p.stream = 'queries' AND p.major <= $2
         RETURNING s.name`,
        [collectorId, sequence, lost],
      );
      return rows.map(({ name }) => name);
    },
    furthest: async (collectorId) => {
      const [row] = await postgres.query<{ most: number }>(
        `SELECT coalesce(max(major), 0) AS most FROM sink_places WHERE collector_id = $1 AND stream = 'queries'`,
        [collectorId],
      );
      return row!.most;
    },
  };
}

function toSink({ created_at, ...row }: SinkRow): Sink {
  return { ...row, createdAt: created_at };
}

function toProgress(row: ProgressRow): SinkProgress {
  return {
    sinkId: row.sink_id,
    stream: row.stream,
    collectorId: row.collector_id,
    place: { major: row.major, minor: row.minor },
    delivered: row.delivered,
    filtered: row.filtered,
    refused: row.refused,
    lost: row.lost,
    batches: row.batches,
    deliveredAt: row.delivered_at,
    waitingSince: row.waiting_since,
    waitingBytes: row.waiting_bytes,
    failingSince: row.failing_since,
    lastError: row.last_error,
  };
}
