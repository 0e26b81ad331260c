import type { AuditLog, RecordedAuditEntry } from '../../../ports/accounts/audit-log.ts';
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

/** Bytes of UTF-8. */
const longest = { word: 128, object: 512 };

const filtered = `FROM audit_entries WHERE ($1::bigint IS NULL OR account_id = $1)
  AND ($2::text IS NULL OR action = $2) AND ($3::text IS NULL OR object = $3)`;

export function createAuditLog(postgres: Postgres): AuditLog {
  return {
    record: async (entry) => {
      await postgres.query(
        `INSERT INTO audit_entries (account_id, key_id, address, request_id, action, object, details)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          entry.accountId,
          entry.keyId,
          storableText(entry.address, longest.word),
          storableText(entry.requestId, longest.word),
          storableText(entry.action, longest.word),
          storableText(entry.object, longest.object),
          storableJson(entry.details),
        ],
      );
    },
    list: async ({ accountId, action, object }, page) => {
      const values = [accountId ?? null, action ?? null, object ?? null];
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<AuditRow>(
        `SELECT id, at, account_id, key_id, address, request_id, action, object, details
         ${filtered} ORDER BY id DESC LIMIT $4 OFFSET $5`,
        [...values, page.limit, page.offset],
      );
      return { count: counted!.count, entries: rows.map(toEntry) };
    },
    forgetBefore: async (time) => {
      const [forgotten] = await postgres.query<{ count: number }>(
        'WITH gone AS (DELETE FROM audit_entries WHERE at < $1 RETURNING 1) SELECT count(*) FROM gone',
        [time],
      );
      return forgotten!.count;
    },
  };
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
