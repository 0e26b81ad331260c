import type { SavedView, SavedViewStore, ViewPage } from '../../ports/accounts/saved-views.ts';
import { inTurnOfAccount } from './accounts/in-turn-of-account.ts';
import type { Postgres } from './pool.ts';

interface ViewRow {
  id: number;
  person_id: number | null;
  page: ViewPage;
  name: string;
  query: string;
  created_at: Date;
}

const columns = 'id, person_id, page, name, query, created_at';

export function createSavedViews(postgres: Postgres): SavedViewStore {
  return {
    list: async (accountId, personId) => {
      const rows = await postgres.query<ViewRow>(
        `SELECT ${columns} FROM saved_views WHERE account_id = $1 AND (person_id IS NULL OR person_id = $2)
         ORDER BY page, name COLLATE "C", id`,
        [accountId, personId],
      );
      return rows.map(toView);
    },
    save: (accountId, { personId, page, name, query }, most) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [row] = await transaction.query<ViewRow>(
          `INSERT INTO saved_views (account_id, person_id, page, name, query)
           SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM saved_views WHERE account_id = $1 AND person_id IS NOT DISTINCT FROM $2
             AND NOT (page = $3 AND name = $4)) < $6
           ON CONFLICT (account_id, person_id, page, name) DO UPDATE SET query = excluded.query
           RETURNING ${columns}`,
          [accountId, personId, page, name, query, most],
        );
        return row && toView(row);
      }),
    remove: async (accountId, personId, shared, id) => {
      const rows = await postgres.query<{ id: number }>(
        `DELETE FROM saved_views WHERE account_id = $1 AND id = $4
           AND (person_id = $2 OR $3 AND person_id IS NULL) RETURNING id`,
        [accountId, personId, shared, id],
      );
      return rows.length > 0;
    },
  };
}

function toView({ id, person_id: personId, page, name, query, created_at: createdAt }: ViewRow): SavedView {
  return { id, personId, page, name, query, createdAt };
}
