import test from 'ava';
import fc from 'fast-check';
import type { StoreError } from '../../../../collector/ports/system/store-error.ts';
import { modes, startTestStores, type TestStores } from '../../../support/engines/clickhouse-modes.ts';

let stores: TestStores;

test.before(async () => {
  stores = await startTestStores(modes);
});

test.after.always(() => stores.dispose());

const hostile = [
  "'; DROP TABLE queries; --",
  '\\',
  "\\'",
  '{x:String}',
  'a\tb\nc\rd\0e',
  '\u{1f600}é\u2028',
  "') OR 1 = 1 --",
  '/* */ -- ;',
  '',
];

for (const mode of modes) {
  test(`${mode}: parameters come back as they went in, whatever they hold`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const echo = async (text: string): Promise<void> => {
      const rows = await clickhouse.query<{ one: string; many: string[] }>(
        'SELECT {one:String} AS one, {many:Array(String)} AS many',
        { one: text, many: [text, 'x', text] },
      );
      t.deepEqual(rows, [{ one: text, many: [text, 'x', text] }]);
    };
    for (const text of hostile) await echo(text);
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), echo), { numRuns: 25 });
    t.is((await clickhouse.query('SELECT 1 FROM queries LIMIT 1')).length, 0);
  });

  test(`${mode}: numbers, addresses and times as parameters`, async (t) => {
    const rows = await stores.clickhouse[mode].query(
      `SELECT {big:UInt64} AS big, {at:DateTime64(6, 'UTC')} AS at, {address:IPv6} AS address, {numbers:Array(UInt32)} AS numbers`,
      {
        big: 2 ** 53 - 1,
        at: new Date(1_768_478_400_123),
        address: '2001:db8::1',
        numbers: [1, 4_294_967_295],
      },
    );
    t.deepEqual(rows, [
      {
        big: 2 ** 53 - 1,
        at: '2026-01-15 12:00:00.123000',
        address: '2001:db8::1',
        numbers: [1, 4_294_967_295],
      },
    ]);
  });

  // Alone: it takes all processors for a second, and others' questions have a time, too.
  test.serial(`${mode}: a question beyond a limit fails alone and says so`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const kindOf = async (promise: Promise<unknown>): Promise<string> =>
      ((await t.throwsAsync(promise, { name: 'StoreError' })) as StoreError).kind;
    t.is(await kindOf(clickhouse.query('SELECT number FROM numbers(101)', {}, { rows: 100 })), 'limit');
    t.is(
      await kindOf(
        clickhouse.query('SELECT sum(sipHash64(number)) FROM numbers(1000000000000)', {}, { seconds: 1 }),
      ),
      'limit',
    );
    t.is(
      await kindOf(
        clickhouse.query(
          'SELECT groupArray(toString(number)) FROM numbers(10000000)',
          {},
          { memoryBytes: 50_000_000 },
        ),
      ),
      'limit',
    );
    t.deepEqual(await clickhouse.query('SELECT 1 AS one'), [{ one: 1 }]);
  });

  test(`${mode}: faults of a statement are refused`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    for (const sql of [
      'SELECT nothing',
      'SELEKT 1',
      'SELECT {x:UInt8}',
      'SELECT 1; SELECT 2',
      'SELECT 1 /* ; */; DROP TABLE queries',
    ]) {
      const error = await t.throwsAsync(clickhouse.query(sql), { name: 'StoreError' });
      t.is((error as StoreError).kind, 'refused', sql);
    }
    const [row] = await clickhouse.query("SELECT 'a;b' AS text, 1 -- ; done\n AS one");
    t.deepEqual(row, { text: 'a;b', one: 1 });
  });

  test(`${mode}: a question cannot change anything`, async (t) => {
    if (mode === 'server') {
      t.pass('a server knows it from the rights of its user');
      return;
    }
    const change = 'WITH 1 AS x SELECT 1 SETTINGS readonly = 0';
    await t.throwsAsync(stores.clickhouse[mode].query(change), { name: 'StoreError' });
  });

  test(`${mode}: a stream gives all rows, and its errors have a kind as well`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    let count = 0;
    let sum = 0;
    for await (const rows of clickhouse.stream<{ number: number }>(
      'SELECT number FROM numbers({n:UInt32})',
      { n: 300_000 },
      { rows: 1_000_000 },
    )) {
      count += rows.length;
      for (const { number } of rows) sum += number;
    }
    t.is(count, 300_000);
    t.is(sum, (299_999 * 300_000) / 2);
    const error = await t.throwsAsync(async () => {
      const stream = clickhouse.stream(
        'SELECT throwIf(number = 250000, {m:String}) FROM numbers(300000)',
        {
          m: 'far along',
        },
        { rows: 1_000_000 },
      );
      for await (const rows of stream) t.true(rows.length > 0);
    });
    t.is((error as StoreError).kind, 'refused');
    t.regex(error.message, /far along/);
  });

  test(`${mode}: leaving a stream ends its question in the engine`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    for (const groups of [1, 2, 3, 4]) {
      let seen = 0;
      for await (const rows of clickhouse.stream(
        `SELECT number, '${mode}' AS marker FROM numbers(1000000000000)`,
        {},
        { rows: 2_000_000_000_000, seconds: 600 },
      )) {
        t.true(rows.length > 0);
        if (++seen === groups) break;
      }
    }
    // Before the engine knows of the question, and while it works on it.
    for (const milliseconds of [1, 5, 10, 20, 40, 100]) {
      const cancel = new AbortController();
      const slow = clickhouse.stream(
        `SELECT sum(sipHash64(number)), '${mode}' AS marker FROM numbers(10000000000000)`,
        {},
        { seconds: 600 },
        cancel.signal,
      );
      setTimeout(() => cancel.abort(), milliseconds);
      await t.throwsAsync(async () => {
        for await (const _ of slow);
      });
    }
    for (;;) {
      const [row] = await clickhouse.query<{ c: number }>(
        `SELECT count() AS c FROM system.processes WHERE query LIKE '%numbers(10000000%' AND query LIKE {like:String}
           AND query NOT LIKE '%system.processes%'`,
        { like: `%'${mode}' AS marker%` },
      );
      if (row!.c === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

test('more questions than sessions wait for each other', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      stores.clickhouse.embedded.query<{ x: number }>('SELECT {x:UInt32} AS x, sleep(0.001)', { x: index }),
    ),
  );
  t.deepEqual(
    answers.map(([row]) => row!.x),
    Array.from({ length: 100 }, (_, index) => index),
  );
});
