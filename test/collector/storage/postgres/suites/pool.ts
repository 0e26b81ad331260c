import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { openPostgres, type Queryable } from '../../../../../collector/storage/postgres/pool.ts';
import { freshSchema, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { silentLog } from '../../../../support/engines/postgres-silent-log.ts';

const unavailable = { instanceOf: StoreError };

/** Connections, transactions and errors. */
export const poolSuite: PostgresSuite = {
  'a server that is not there is unavailable': async (t) => {
    for (const host of ['/nonexistent', '127.0.0.1']) {
      const postgres = openPostgres({ host, port: 1, user: 'sonde', password: 'x' }, silentLog);
      const error = await t.throwsAsync(postgres.query('SELECT 1'), unavailable);
      t.like(error, { kind: 'unavailable' });
      await t.throwsAsync(
        postgres.transaction(async () => {}),
        unavailable,
      );
      await postgres.close();
      t.like(await t.throwsAsync(postgres.query('SELECT 1'), unavailable), { kind: 'unavailable' });
    }
  },
  'integers come as numbers and times as dates': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    const at = new Date('2026-03-04T05:06:07.089Z');
    const rows = await postgres.query<{ big: number; at: Date; text: string }>(
      'SELECT $1::bigint AS big, $2::timestamptz AS at, $3::text AS text',
      [Number.MAX_SAFE_INTEGER, at, "it's \u{1f600}"],
    );
    t.deepEqual(rows, [{ big: Number.MAX_SAFE_INTEGER, at, text: "it's \u{1f600}" }]);
    await t.throwsAsync(postgres.query('SELECT 9007199254740993'), { instanceOf: RangeError });
  },
  'a wrong password is no way in': async (t, connection) => {
    const postgres = openPostgres({ ...connection, password: 'wrong' }, silentLog);
    t.like(await t.throwsAsync(postgres.query('SELECT 1'), unavailable), { kind: 'unavailable' });
    await postgres.close();
    const superuser = openPostgres({ ...connection, user: 'postgres', database: 'postgres' }, silentLog);
    await t.throwsAsync(superuser.query('SELECT 1'), unavailable);
    await superuser.close();
  },
  'transactions of one lane run in order, one at a time, and the others of it wait without a connection':
    async (t, connection) => {
      const postgres = (await freshSchema(t, connection)).open();
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const begun: number[] = [];
      // More than there are connections.
      const works = Array.from({ length: 15 }, (_, n) =>
        postgres.transaction(
          async (transaction) => {
            begun.push(n);
            if (n === 0) await held;
            await transaction.query('SELECT 1');
          },
          { lane: 'one' },
        ),
      );
      const other = postgres.transaction(async () => 'done', { lane: 'other' });
      t.is(await other, 'done');
      t.deepEqual(await postgres.query('SELECT 1 AS one'), [{ one: 1 }]);
      t.like(postgres.pressure(), { inLanes: 14, givenUp: 0 });
      letGo();
      await Promise.all(works);
      t.deepEqual(begun, works.keys().toArray());
      t.is(postgres.pressure().inLanes, 0);
    },
  'a transaction is done whole or not at all': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    await postgres.query('CREATE TABLE numbers (n int PRIMARY KEY)');
    const insert = (queryable: Queryable, n: number) =>
      queryable.query('INSERT INTO numbers VALUES ($1)', [n]);
    const done = await postgres.transaction(async (transaction) => {
      await insert(transaction, 1);
      return 'done';
    });
    t.is(done, 'done');
    await t.throwsAsync(
      postgres.transaction(async (transaction) => {
        await insert(transaction, 2);
        throw new Error('no');
      }),
      { message: 'no' },
    );
    const refused = await t.throwsAsync(
      postgres.transaction(async (transaction) => {
        await insert(transaction, 3);
        await insert(transaction, 1);
      }),
      { instanceOf: StoreError },
    );
    t.is(refused?.kind, 'refused');
    t.deepEqual(await postgres.query<{ n: number }>('SELECT n FROM numbers'), [{ n: 1 }]);
  },
  'a deadlock is tried again': async (t, connection) => {
    const schema = await freshSchema(t, connection);
    const postgres = schema.open();
    await postgres.query('CREATE TABLE pair (id int PRIMARY KEY, n int); ');
    await postgres.query('INSERT INTO pair VALUES (1, 0), (2, 0)');
    let met = 0;
    const add = (first: number, second: number) =>
      postgres.transaction(async (transaction) => {
        await transaction.query('UPDATE pair SET n = n + 1 WHERE id = $1', [first]);
        met++;
        while (met < 2) await wait(5);
        await transaction.query('UPDATE pair SET n = n + 1 WHERE id = $1', [second]);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    t.deepEqual(await postgres.query<{ n: number }>('SELECT n FROM pair'), [{ n: 2 }, { n: 2 }]);
    t.true(met > 2);
  },
  'a statement that takes too long is broken off': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open({ statement_timeout: 50, max: 1 });
    const error = await t.throwsAsync(postgres.query('SELECT pg_sleep(30)'), unavailable);
    t.like(error, { kind: 'unavailable' });
    t.deepEqual(await postgres.query<{ one: number }>('SELECT 1 AS one'), [{ one: 1 }]);
  },
  'a transaction may be given more time': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open({
      statement_timeout: 50,
      query_timeout: 100,
      max: 1,
    });
    const sleep = (transaction: Queryable) =>
      transaction.query<{ slept: string }>('SELECT pg_sleep(0.2)::text AS slept');
    t.deepEqual(await postgres.transaction(sleep, { statementTimeout: 60_000 }), [{ slept: '' }]);
    await t.throwsAsync(postgres.transaction(sleep), unavailable);
  },
  'a connection that the server ends is replaced, in a transaction too': async (t, connection) => {
    const schema = await freshSchema(t, connection);
    const postgres = schema.open({ max: 1 });
    const other = schema.open({ max: 1 });
    const end = async () => {
      const [{ pid } = { pid: 0 }] = await postgres.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await other.query('SELECT pg_terminate_backend($1)', [pid]);
    };
    await end();
    await wait(20);
    const inTransaction = postgres.transaction(async (transaction) => {
      const [{ pid } = { pid: 0 }] = await transaction.query<{ pid: number }>(
        'SELECT pg_backend_pid() AS pid',
      );
      await other.query('SELECT pg_terminate_backend($1)', [pid]);
      await wait(20);
      await transaction.query('SELECT 1');
    });
    t.like(await t.throwsAsync(inTransaction, unavailable), { kind: 'unavailable' });
    t.deepEqual(await postgres.query<{ one: number }>('SELECT 1 AS one'), [{ one: 1 }]);
  },
  'a mistake of ours is not hidden as a StoreError': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    const error = await t.throwsAsync(postgres.query('SELECT nonsense FROM nowhere'));
    t.false(error instanceof StoreError);
  },
};
