import { createAccountData } from '../../../../../collector/storage/postgres/accounts/export/account-data.ts';
import {
  exportedTables,
  leftOutTables,
} from '../../../../../collector/storage/postgres/accounts/export/exported-tables.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';

/** Exported although their names sound like secrets: they are the chain of the audit log. */
const chain = ['audit_entries.hash', 'audit_heads.hash'];

/** Exports of accounts: whatever goes with an account is exported, or named as left out. */
export const exportedAccountsSuite: PostgresSuite = {
  'every table that goes with an account is exported or left out for a reason, and so is every column':
    async (t, connection) => {
      const postgres = (await freshDatabase(t, connection)).open();
      const tables = await postgres.query<{ name: string }>(
        `WITH RECURSIVE belonging (id) AS (
         SELECT unnest(ARRAY['accounts'::regclass, 'people'::regclass])::oid
         UNION SELECT conrelid FROM pg_constraint JOIN belonging ON confrelid = belonging.id WHERE contype = 'f'
       )
       SELECT relname AS name FROM pg_class JOIN belonging ON belonging.id = pg_class.oid
       UNION
       SELECT relname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
         AND attnum > 0 AND NOT attisdropped
         AND attname IN ('account_id', 'location_id', 'resolver_id', 'agent_id', 'person_id', 'channel_id')
       ORDER BY 1`,
      );
      const known = [...Object.keys(exportedTables), ...Object.keys(leftOutTables)];
      t.deepEqual(
        tables.map(({ name }) => name).filter((name) => !known.includes(name)),
        [],
        'decide whether it is exported (exported-tables.ts)',
      );
      t.is(new Set(known).size, known.length);
      const columns = await postgres.query<{ owner: string; name: string }>(
        `SELECT relname AS owner, attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1) AND attnum > 0 AND NOT attisdropped`,
        [known],
      );
      const found = columns.filter(({ owner }) => owner in exportedTables);
      const said = Object.entries(exportedTables).flatMap(([owner, { columns, withheld = {} }]) =>
        [...columns, ...Object.keys(withheld)].map((name) => `${owner}.${name}`),
      );
      t.deepEqual(said.toSorted(), found.map(({ owner, name }) => `${owner}.${name}`).toSorted());
      t.deepEqual(
        Object.keys(leftOutTables).filter((name) => columns.every(({ owner }) => owner !== name)),
        [],
      );
      const exported = Object.entries(exportedTables).flatMap(([owner, { columns }]) =>
        columns.map((name) => `${owner}.${name}`),
      );
      const secrets = /hash|secret|token|seal|password|private|credential/;
      t.deepEqual(
        exported.filter((name) => secrets.test(name)),
        chain,
      );
    },
  'every table is read, of one account alone': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const [own, other] = [await someAccount(postgres, 2), await someAccount(postgres, 1)];
    const data = createAccountData(postgres);
    const rows: Record<string, number> = {};
    for (const table of data.tables) {
      await data.read(table, own.accountId, async (lines) => {
        rows[table] = (rows[table] ?? 0) + lines.length;
        for (const line of lines) t.false(line.includes('\n'));
        const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        for (const row of read) t.not(row.account_id ?? own.accountId, other.accountId);
      });
    }
    t.deepEqual(rows, { accounts: 1, api_keys: 2, locations: 2, agents: 2 });
    t.deepEqual(
      await data.locationIds(own.accountId),
      own.locations.map(({ id }) => id),
    );
    await data.read('locations', own.accountId, async ([line]) => {
      t.regex(line!, /"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
    });
  },
  'large rows are fetched a few at a time': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres);
    await postgres.query(
      `INSERT INTO bulk_jobs (id, account_id, options, total)
       VALUES ('00000000-0000-4000-8000-000000000001', $1, '{}', 60)`,
      [accountId],
    );
    await postgres.query(
      `INSERT INTO bulk_items (job_id, position, domain, scan)
       SELECT '00000000-0000-4000-8000-000000000001', n, 'a.example', jsonb_build_object('x', repeat('y', 100000))
       FROM generate_series(0, 59) AS n`,
    );
    const groups: number[] = [];
    await createAccountData(postgres).read('bulk_items', accountId, async (lines) => {
      groups.push(lines.length);
    });
    t.is(
      groups.reduce((sum, rows) => sum + rows, 0),
      60,
    );
    t.true(Math.max(...groups) <= 10, String(groups));
  },
};
