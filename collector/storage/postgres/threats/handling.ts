import type { ThreatCount, ThreatHandling } from '../../../ports/threats/threats.ts';
import type { Postgres } from '../pool.ts';
import { filtered, filterValues, owned } from './threat-filter.ts';
import { type ThreatRow, threatColumns, toThreat } from './threat-row.ts';

interface NoteRow {
  id: number;
  author: string;
  text: string;
  created_at: Date;
}

/** Rows of counts: a year of days by type and severity, as there are few types. */
const mostCounts = 50_000;

export function createThreatHandling(postgres: Postgres): ThreatHandling {
  return {
    countByDay: (accountId, filter) => {
      const values = filterValues(accountId, filter);
      return postgres.query<ThreatCount>(
        `SELECT to_char(t.first_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, t.severity, t.type, count(*) AS count
         ${filtered} GROUP BY 1, t.severity, t.type ORDER BY 1, t.severity, t.type LIMIT $${values.length + 1}`,
        [...values, mostCounts],
      );
    },
    assign: async (accountId, id, owner) => {
      const [row] = await postgres.query<ThreatRow>(
        `UPDATE threats t SET owner = $3 FROM locations l
         WHERE l.id = t.location_id AND l.account_id = $1 AND t.id = $2 RETURNING ${threatColumns}`,
        [accountId, id, owner],
      );
      return row && toThreat(row);
    },
    notes: async (accountId, id, limit) => {
      const [known] = await postgres.query(`SELECT t.id ${owned} AND t.id = $2`, [accountId, id]);
      if (known === undefined) return undefined;
      const rows = await postgres.query<NoteRow>(
        'SELECT id, author, text, created_at FROM threat_notes WHERE threat_id = $1 ORDER BY id LIMIT $2',
        [id, limit],
      );
      return rows.map(toNote);
    },
    addNote: (accountId, id, { personId, text }, most) =>
      postgres.transaction(async (transaction) => {
        // Its row is what writers of one threat wait for, so that they count one after the other.
        const [known] = await transaction.query(`SELECT t.id ${owned} AND t.id = $2 FOR NO KEY UPDATE OF t`, [
          accountId,
          id,
        ]);
        if (known === undefined) return undefined;
        const [row] = await transaction.query<NoteRow>(
          `INSERT INTO threat_notes (threat_id, author, text)
           SELECT $1, coalesce((SELECT email FROM people WHERE id = $2), 'a key of the account'), $3 WHERE (SELECT count(*) FROM threat_notes WHERE threat_id = $1) < $4
           RETURNING id, author, text, created_at`,
          [id, personId, text, most],
        );
        return row === undefined ? 'full' : toNote(row);
      }),
  };
}

function toNote({ id, author, text, created_at: createdAt }: NoteRow) {
  return { id, author, text, createdAt };
}
