import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { openPostgres } from '../../../../../collector/storage/postgres/pool.ts';
import { freshSchema, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { silentLog } from '../../../../support/engines/postgres-silent-log.ts';

const own = 'SELECT $1::int AS n, pg_backend_pid() AS connection';

/** Short reads that share a connection. */
export const lookUpSuite: PostgresSuite = {
  'many at once are answered each with its own, over one connection': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    const rows = await Promise.all(
      Array.from({ length: 400 }, (_, n) => postgres.lookUp<{ n: number; connection: number }>(own, [n])),
    );
    t.deepEqual(
      rows.map(([row]) => row?.n),
      Array.from({ length: 400 }, (_, n) => n),
    );
    t.is(new Set(rows.map(([row]) => row?.connection)).size, 1);
    const [prepared] = await postgres.lookUp<{ count: number }>(
      'SELECT count(*) FROM pg_prepared_statements WHERE statement = $1',
      [own],
    );
    t.is(prepared?.count, 1);
  },
  'more than one connection has room for are answered too': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    const rows = await Promise.all(
      Array.from({ length: 700 }, (_, n) => postgres.lookUp<{ n: number }>(own, [n])),
    );
    t.deepEqual(
      rows.map(([row]) => row?.n),
      Array.from({ length: 700 }, (_, n) => n),
    );
  },
  'one that fails leaves the others alone': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    const [before, failed, tooLarge, after] = await Promise.allSettled([
      postgres.lookUp<{ n: number }>(own, [1]),
      postgres.lookUp('SELECT 1 / $1::int', [0]),
      postgres.lookUp('SELECT 9007199254740993 + $1::bigint', [0]),
      postgres.lookUp<{ n: number }>(own, [2]),
    ]);
    t.is(failed.status === 'rejected' && (failed.reason as StoreError).kind, 'refused');
    t.true(tooLarge.status === 'rejected' && tooLarge.reason instanceof RangeError);
    t.is(before.status === 'fulfilled' && before.value[0]?.n, 1);
    t.is(after.status === 'fulfilled' && after.value[0]?.n, 2);
  },
  'a connection that breaks is made anew': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    const [first] = await postgres.lookUp<{ connection: number }>(own, [1]);
    const broken = t.throwsAsync(postgres.lookUp('SELECT pg_sleep($1)', [10]), { instanceOf: StoreError });
    await postgres.query('SELECT pg_terminate_backend($1)', [first?.connection]);
    t.is((await broken)?.kind, 'unavailable');
    const [second] = await postgres.lookUp<{ connection: number; n: number }>(own, [2]);
    t.is(second?.n, 2);
    t.not(second?.connection, first?.connection);
  },
  'a table that changed meanwhile is read as it is': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    await postgres.query('CREATE TABLE things (id int, value int)');
    await postgres.query('INSERT INTO things VALUES (1, 5)');
    const read = () => postgres.lookUp<{ value: unknown }>('SELECT value FROM things WHERE id = $1', [1]);
    t.deepEqual(await read(), [{ value: 5 }]);
    await postgres.query('ALTER TABLE things ALTER value TYPE text');
    t.deepEqual(await Promise.all([read(), read(), read()]), Array(3).fill([{ value: '5' }]));
  },
  'a statement that is run often is prepared once for a connection, and again if a table changed': async (
    t,
    connection,
  ) => {
    const postgres = (await freshSchema(t, { ...connection, max: 1 })).open();
    await postgres.query('CREATE TABLE things (id int, value int)');
    const text = 'INSERT INTO things VALUES ($1, $2) RETURNING value';
    const add = (id: number) => postgres.queryOften<{ value: unknown }>(text, [id, 5]);
    const prepared = () =>
      postgres.query('SELECT 1 FROM pg_prepared_statements WHERE statement = $1', [text]);
    for (let id = 0; id < 3; id++) t.deepEqual(await add(id), [{ value: 5 }]);
    t.is((await prepared()).length, 1);
    await postgres.query('ALTER TABLE things ALTER value TYPE text');
    for (let id = 3; id < 6; id++) t.deepEqual(await add(id), [{ value: '5' }]);
    t.is((await prepared()).length, 2);
    t.deepEqual(await postgres.query<{ count: number }>('SELECT count(*) FROM things'), [{ count: 6 }]);
  },
  'a server that is not there is unavailable, to those who come later too': async (t) => {
    const postgres = openPostgres({ host: '/nonexistent', user: 'sonde', password: 'x' }, silentLog);
    for (let round = 0; round < 2; round++) {
      for (const answer of await Promise.allSettled([postgres.lookUp(own, [1]), postgres.lookUp(own, [2])])) {
        t.is(answer.status === 'rejected' && (answer.reason as StoreError).kind, 'unavailable');
      }
    }
    await postgres.close();
    const closed = await t.throwsAsync(postgres.lookUp(own, [1]), { instanceOf: StoreError });
    t.is(closed?.kind, 'unavailable');
  },
};
