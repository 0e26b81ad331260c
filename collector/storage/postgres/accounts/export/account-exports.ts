import type {
  AccountExport,
  AccountExportStore,
  ExportStatus,
} from '../../../../ports/accounts/account-exports.ts';
import type { Postgres } from '../../pool.ts';
import { inTurnOfAccount } from '../in-turn-of-account.ts';

interface ExportRow {
  id: string;
  account_id: number;
  requested_by: string;
  queries: boolean;
  status: ExportStatus;
  done: number;
  total: number;
  rows: number;
  bytes: number;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

const columns =
  'id, account_id, requested_by, queries, status, done, total, rows, bytes, error, created_at, started_at, finished_at, expires_at';
const held = 'id = $2 AND holder = $1 AND finished_at IS NULL';

export function createAccountExportStore(postgres: Postgres): AccountExportStore {
  return {
    request: ({ id, accountId, requestedBy, queries }) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        // None takes the place of another that has just begun.
        await transaction.query(
          'DELETE FROM account_exports WHERE account_id = $1 AND finished_at IS NOT NULL',
          [accountId],
        );
        const [row] = await transaction.query<ExportRow>(
          `INSERT INTO account_exports (id, account_id, requested_by, queries) VALUES ($1, $2, $3, $4)
           ON CONFLICT (account_id) DO NOTHING RETURNING ${columns}`,
          [id, accountId, requestedBy, queries],
        );
        return row && toExport(row);
      }),
    find: async (accountId) => {
      const [row] = await postgres.query<ExportRow>(
        `SELECT ${columns} FROM account_exports
         WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > now())`,
        [accountId],
      );
      return row && toExport(row);
    },
    delete: async (accountId) => {
      const rows = await postgres.query<{ id: string }>(
        'DELETE FROM account_exports WHERE account_id = $1 RETURNING id',
        [accountId],
      );
      return rows.length > 0;
    },
    claim: (holder, leaseSeconds, mostAttempts) =>
      postgres.transaction(async (transaction) => {
        const free = 'finished_at IS NULL AND (held_until IS NULL OR held_until < now())';
        await transaction.query(
          `UPDATE account_exports SET status = 'failed', finished_at = now(), holder = NULL, held_until = NULL,
             expires_at = now() + interval '1 day', error = 'It was broken off again and again; the log may say more.'
           WHERE ${free} AND attempts >= $1`,
          [mostAttempts],
        );
        const [row] = await transaction.query<ExportRow>(
          `UPDATE account_exports SET status = 'running', holder = $1, attempts = attempts + 1,
             held_until = now() + make_interval(secs => $2), started_at = coalesce(started_at, now()),
             done = 0, total = 0, rows = 0, bytes = 0
           WHERE id = (
             SELECT id FROM account_exports WHERE ${free} ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING ${columns}`,
          [holder, leaseSeconds],
        );
        if (row === undefined) return undefined;
        await transaction.query('DELETE FROM account_export_parts WHERE export_id = $1', [row.id]);
        return toExport(row);
      }),
    progress: async (holder, id, { done, total, rows, bytes }, leaseSeconds) => {
      const found = await postgres.query<{ id: string }>(
        `UPDATE account_exports SET done = $3, total = $4, rows = $5, bytes = $6,
           held_until = now() + make_interval(secs => $7) WHERE ${held} RETURNING id`,
        [holder, id, done, total, rows, bytes, leaseSeconds],
      );
      return found.length > 0;
    },
    addPart: async (holder, id, position, { path, bytes, crc, content }) => {
      const added = await postgres.query<{ position: number }>(
        `INSERT INTO account_export_parts (export_id, position, path, bytes, crc, content)
         SELECT $2, $3, $4, $5, $6, $7 WHERE EXISTS (SELECT FROM account_exports WHERE ${held})
         RETURNING position`,
        [holder, id, position, path, bytes, crc, content],
      );
      return added.length > 0;
    },
    finish: async (holder, id, { keptSeconds, error }) => {
      const rows = await postgres.query<{ id: string }>(
        `UPDATE account_exports SET status = $3, error = $4, finished_at = now(), holder = NULL, held_until = NULL,
           expires_at = now() + make_interval(secs => $5) WHERE ${held} RETURNING id`,
        [holder, id, error === undefined ? 'completed' : 'failed', error ?? null, keptSeconds],
      );
      if (error !== undefined)
        await postgres.query('DELETE FROM account_export_parts WHERE export_id = $1', [id]);
      return rows.length > 0;
    },
    parts: (id) =>
      postgres.query(
        `SELECT position, path, bytes, crc, octet_length(content) AS deflated FROM account_export_parts
         WHERE export_id = $1 ORDER BY position`,
        [id],
      ),
    content: async (id, position) => {
      const [row] = await postgres.query<{ content: Buffer }>(
        'SELECT content FROM account_export_parts WHERE export_id = $1 AND position = $2',
        [id, position],
      );
      return row?.content;
    },
    forgetExpired: async () => {
      await postgres.query('DELETE FROM account_exports WHERE expires_at <= now()');
    },
  };
}

function toExport(row: ExportRow): AccountExport {
  return {
    id: row.id,
    accountId: row.account_id,
    requestedBy: row.requested_by,
    queries: row.queries,
    status: row.status,
    done: row.done,
    total: row.total,
    rows: row.rows,
    bytes: row.bytes,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  };
}
