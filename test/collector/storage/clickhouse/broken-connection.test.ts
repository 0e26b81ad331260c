import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';

/** A server that hangs up on so many questions before it answers one. */
async function start(t: ExecutionContext, hangUps: number) {
  const asked = { count: 0 };
  const server = createServer((request, response) => {
    request.resume();
    if (asked.count++ < hangUps) request.socket.destroy();
    else response.end('{"one":1}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clickhouse = new ClickHouse({ url: `http://127.0.0.1:${port}` });
  t.teardown(async () => {
    await clickhouse.close();
    server.close();
  });
  return { clickhouse, asked };
}

test('a question is asked once more where its connection breaks', async (t) => {
  const { clickhouse, asked } = await start(t, 1);
  t.deepEqual(await clickhouse.query('SELECT 1 AS one'), [{ one: 1 }]);
  t.is(asked.count, 2);
});

test('and not again and again', async (t) => {
  const { clickhouse, asked } = await start(t, 9);
  const error = await t.throwsAsync(clickhouse.query('SELECT 1 AS one'), { instanceOf: StoreError });
  t.is(error.kind, 'unavailable');
  t.is(asked.count, 2);
});
