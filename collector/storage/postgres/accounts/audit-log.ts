import { beginningOfChain, chainHash } from '../../../ports/accounts/audit-chain.ts';
import type {
  AuditEntry,
  AuditHead,
  AuditLog,
  ChainedAuditEntry,
  RecordedAuditEntry,
} from '../../../ports/accounts/audit-log.ts';
import type { Postgres } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';

interface AuditRow {
  id: number;
  at: Date;
  account_id: number | null;
  key_id: number | null;
  address: string;
  request_id: string;
  action: string;
  object: string;
  details: Record<string, unknown>;
}

interface ChainedRow extends AuditRow {
  position: number;
  previous: Buffer;
  hash: Buffer;
}

interface HeadRow {
  position: number;
  hash: Buffer;
  forgotten: number;
}

/** Bytes of UTF-8. */
const longest = { word: 128, object: 512 };
const columns = 'id, at, account_id, key_id, address, request_id, action, object, details';
/** The acts of nobody known form a chain too. */
const nobody = 0;

const filtered = `FROM audit_entries WHERE ($1::bigint IS NULL OR account_id = $1)
  AND ($2::text IS NULL OR action = $2) AND ($3::text IS NULL OR object = $3)`;

export function createAuditLog(postgres: Postgres): AuditLog {
  return {
    record: (given) => {
      const entry = storable(given);
      const account = entry.accountId ?? nobody;
      // Whoever writes for an account waits for who writes before: the chain has one end.
      return postgres.transaction(
        async (transaction) => {
          await transaction.query(
            'INSERT INTO audit_heads (account_id, position, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING',
            [account, beginningOfChain],
          );
          const [head] = await transaction.query<HeadRow>(
            'SELECT position, hash, forgotten FROM audit_heads WHERE account_id = $1 FOR UPDATE',
            [account],
          );
          const place = { position: head!.position + 1, previous: head!.hash };
          const at = new Date();
          const hash = chainHash(place, at, entry);
          await transaction.query(
            `INSERT INTO audit_entries
             (account_id, key_id, address, request_id, action, object, details, at, position, previous, hash)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
            [
              entry.accountId,
              entry.keyId,
              entry.address,
              entry.requestId,
              entry.action,
              entry.object,
              JSON.stringify(entry.details),
              at,
              place.position,
              place.previous,
              hash,
            ],
          );
          await transaction.query('UPDATE audit_heads SET position = $2, hash = $3 WHERE account_id = $1', [
            account,
            place.position,
            hash,
          ]);
        },
        { lane: `audit ${account}` },
      );
    },
    list: async ({ accountId, action, object }, page) => {
      const values = [accountId ?? null, action ?? null, object ?? null];
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<AuditRow>(
        `SELECT ${columns} ${filtered} ORDER BY id DESC LIMIT $4 OFFSET $5`,
        [...values, page.limit, page.offset],
      );
      return { count: counted!.count, entries: rows.map(toEntry) };
    },
    chain: async (accountId, after, limit) => {
      const rows = await postgres.query<ChainedRow>(
        `SELECT ${columns}, position, previous, hash FROM audit_entries
         WHERE coalesce(account_id, 0) = $1 AND position > $2 ORDER BY position LIMIT $3`,
        [accountId ?? nobody, after, limit],
      );
      return rows.map(toChainedEntry);
    },
    head: async (accountId) => {
      const [row] = await postgres.query<HeadRow>(
        'SELECT position, hash, forgotten FROM audit_heads WHERE account_id = $1',
        [accountId ?? nobody],
      );
      return row satisfies AuditHead | undefined;
    },
    forgetBefore: (time) =>
      postgres.transaction(async (transaction) => {
        // By position, so that no hole is left where clocks of collectors differ.
        const gone = await transaction.query<{ account: number; position: number | null }>(
          `WITH old AS (
             SELECT coalesce(account_id, 0) AS account, max(position) AS position FROM audit_entries
             WHERE at < $1 GROUP BY 1)
           DELETE FROM audit_entries AS entry USING old
           WHERE coalesce(entry.account_id, 0) = old.account
             AND (entry.position <= old.position OR (entry.position IS NULL AND entry.at < $1))
           RETURNING old.account, entry.position`,
          [time],
        );
        await transaction.query(
          `UPDATE audit_heads AS head SET forgotten = greatest(head.forgotten, gone.position)
           FROM (SELECT account, max(position) AS position FROM unnest($1::bigint[], $2::bigint[])
             AS one (account, position) GROUP BY 1) AS gone
           WHERE head.account_id = gone.account AND gone.position IS NOT NULL`,
          [gone.map(({ account }) => account), gone.map(({ position }) => position)],
        );
        return gone.length;
      }),
  };
}

/** Makes an entry as the database gives it back, so that its hash can be computed again. */
function storable(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    address: storableText(entry.address, longest.word),
    requestId: storableText(entry.requestId, longest.word),
    action: storableText(entry.action, longest.word),
    object: storableText(entry.object, longest.object),
    details: JSON.parse(storableJson(entry.details)) as AuditEntry['details'],
  };
}

function toChainedEntry(row: ChainedRow): ChainedAuditEntry {
  const { position, previous, hash } = row;
  return { ...toEntry(row), position, previous, hash };
}

function toEntry(row: AuditRow): RecordedAuditEntry {
  return {
    id: row.id,
    at: row.at,
    accountId: row.account_id,
    keyId: row.key_id,
    address: row.address,
    requestId: row.request_id,
    action: row.action,
    object: row.object,
    details: row.details,
  };
}
