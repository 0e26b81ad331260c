import { readFile } from 'node:fs/promises';
import test from 'ava';
import fc from 'fast-check';
import { readBatch } from '../../../../collector/domain/traffic/ingest/aside/read-batch.ts';
import { oneMachine } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { arbitraryRow } from '../../../support/engines/arbitrary-row.ts';
import { modes, startTestStores, type TestStores } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';

let stores: TestStores;
test.before(async () => {
  stores = await startTestStores(modes);
});
test.after.always(() => stores?.dispose());

for (const mode of modes) {
  test.serial(`${mode}: rows of a batch are found once it is stored, whatever they hold`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const finder = createClickHouseStores(clickhouse).finder;
    const lean = new ClickHouseRowStore(clickhouse, oneMachine, 'lean');
    let locationId = 500;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 90 }), async (rows) => {
        locationId++;
        const path = await writeRows(stores.engine.directory, rows, { locationId, agentId: 5 });
        const read = await readBatch(await readFile(path), () => 0);
        t.is(read.rows, rows.length);
        const days = new Set(rows.map(({ observedAt }) => Math.floor(observedAt / 86_400_000_000)));
        t.true(read.sample.traces.length <= 64 + days.size);
        t.is(await finder.countStored(read.sample), 0);
        await new ClickHouseRowStore(clickhouse).insertFile(path, `${mode}-${locationId}`);
        t.is(await finder.countStored(read.sample), read.sample.traces.length);
        t.is(await finder.countStored({ ...read.sample, agentId: 6 }), 0);
        const elsewhere = await writeRows(stores.engine.directory, rows, { locationId, agentId: 7 });
        await lean.insertFile(elsewhere, `${mode}-${locationId}-lean`);
        t.is(
          await finder.countStored({ ...read.sample, agentId: 7 }),
          read.sample.traces.length,
          'as a lean store has them',
        );
      }),
      { numRuns: 8 },
    );
  });

  test.serial(`${mode}: the longest sample is asked for, and only what is there is counted`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const finder = createClickHouseStores(clickhouse).finder;
    const start = Date.UTC(2026, 0, 15, 12) * 1_000;
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      makeRow({
        observedAt: start + index * 1_000_003,
        messageId: 65_535 - index,
        latency: 4_000_000_000 + index,
      }),
    );
    const place = { locationId: 700, agentId: 1 };
    const { directory } = stores.engine;
    const { sample } = await readBatch(await readFile(await writeRows(directory, rows, place)), () => 0);
    t.is(sample.traces.length, 64);
    t.is(sample.traces.at(-1)?.messageId, 65_535 - 999, 'the last is among them');
    // As many days as a batch may span, all but the first in one row each, between those that are taken evenly.
    const spread = rows.slice(0, 900).concat(
      Array.from({ length: 31 }, (_, day) =>
        makeRow({ observedAt: start + (day + 1) * 86_400_000_000 + day }),
      ),
      rows.slice(900),
    );
    const wide = { locationId: 701, agentId: 1 };
    const path = await writeRows(directory, spread, wide);
    const widest = await readBatch(await readFile(path), () => 0);
    const sampledDays = widest.sample.traces.map(({ observedAt }) => Math.floor(observedAt / 86_400_000_000));
    t.is(new Set(sampledDays).size, 32);
    await new ClickHouseRowStore(clickhouse).insertFile(path, `${mode}-wide`);
    t.is(await finder.countStored(widest.sample), widest.sample.traces.length);
    const half = await writeRows(directory, rows.slice(0, 500), place);
    await new ClickHouseRowStore(clickhouse).insertFile(half, `${mode}-half`);
    t.is(await finder.countStored(sample), 32);
    const bare = rows.slice(0, 500).map((row) => ({ ...row, clientPort: 0, messageId: 0, records: [] }));
    const elsewhere = { locationId: 702, agentId: 1 };
    const cleared = await writeRows(directory, bare, elsewhere);
    await new ClickHouseRowStore(clickhouse).insertFile(cleared, `${mode}-cleared`);
    t.is(
      await finder.countStored({ ...sample, ...elsewhere }),
      32,
      'rows that lost their details are theirs',
    );
    const later = await readBatch(await readFile(half), () => start + 400 * 1_000_003);
    t.is(later.sample.traces.length, 64);
    t.true(later.sample.traces.every(({ observedAt }) => observedAt >= start + 400 * 1_000_003));
    t.is(await finder.countStored({ ...sample, traces: [] }), 0);
  });
}
