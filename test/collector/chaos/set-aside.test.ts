import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { makeAccount } from '../../../collector/bench/api/accounts.ts';
import { benchSender } from '../../../collector/bench/api/uploads.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { ChaosCollector } from '../../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../../support/chaos/stubborn-sender.ts';
import { adminKey } from '../../support/ingest/running-collector.ts';
import { type Run, runSonde } from '../../support/run-sonde.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { testRandom } from '../../support/test-seed.ts';
import { until } from '../../support/until.ts';

/** Rounds of kills; more where the environment says so, for a long run. */
const rounds = Number(process.env.SONDE_CHAOS_ROUNDS ?? 4);
const batchesPerRound = 6;

test('what the store refused is stored once, retried by two at once while the collector is killed', async (t) => {
  t.timeout(300_000 + rounds * 120_000);
  const directory = await temporaryDirectory(t);
  const collector = new ChaosCollector(directory);
  await collector.start();
  t.teardown(() => collector.stop());
  const account = await makeAccount(collector.url, adminKey);
  const sender = benchSender(account.locationKeys[0]!);
  const ended = new AbortController();
  t.teardown(() => ended.abort());
  const clickhouse = new ClickHouse({ socketPath: join(directory, 'clickhouse', 'engine.sock') });
  t.teardown(() => clickhouse.close());
  const command = (sql: string) =>
    until(async () => {
      try {
        await clickhouse.command(sql);
        return true;
      } catch {
        return false;
      }
    }, 60_000);
  const aside = (...args: string[]): Promise<Run> =>
    runSonde(['aside', ...args, '--url', collector.url], { SONDE_KEY: adminKey });
  const list = async (): Promise<{ count: number; batches: { rows: number; tried_with: string[] }[] }> =>
    JSON.parse((await aside('list', '--json')).stdout);

  let rows = 0;
  for (let round = 0; round < rounds; round++) {
    const first = round * batchesPerRound;
    // In turns it refuses the rows themselves, and stores them and refuses what is counted of them.
    const refuses = `startsWith(query_name, 'r0.b') AND toUInt8(query_name) = 1`;
    if (round % 2 === 0) await command(`ALTER TABLE queries ADD CONSTRAINT poison CHECK NOT (${refuses})`);
    else
      await command(
        `CREATE MATERIALIZED VIEW poison (n UInt8) ENGINE = MergeTree ORDER BY n AS SELECT ${refuses} AS n FROM queries`,
      );
    const uploads = await Promise.all(
      Array.from({ length: batchesPerRound }, (_, index) => numberedBatch(first + index, sender)),
    );
    const send = () =>
      Promise.all(uploads.map((upload) => sendUntilAccepted(() => collector.url, upload, ended.signal)));
    await send();
    await until(async () => (await list()).count === batchesPerRound, 60_000);
    rows += uploads.reduce((sum, upload) => sum + upload.rows, 0);
    const { batches } = await list();
    t.true(batches.every((batch) => batch.rows === uploads[0]!.rows));

    await command('ALTER TABLE queries DROP CONSTRAINT IF EXISTS poison');
    await command('DROP TABLE IF EXISTS poison');
    const both = Promise.all([aside('retry', '--all'), aside('retry', '--all')]);
    await delay(200 + testRandom.fraction() * 600);
    await collector.kill(round % 3 === 0 ? 'everything' : 'collector');
    await both;
    await collector.start();
    // Senders did not hear of it either.
    await send();
    // What was not reached lies aside still; what was, is stored or waits.
    const again = await aside('retry', '--all');
    t.is(again.exitCode, 0, again.stdout + again.stderr);
    await until(async () => (await counted()).every((count) => count >= rows), 60_000);
    // What would come twice would come about now.
    await delay(1_000);
    t.deepEqual(await counted(), [rows, rows]);
    t.is((await list()).count, 0);
  }
  const metrics = await (
    await fetch(`${collector.url}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })
  ).text();
  t.regex(metrics, /^sonde_spool_aside 0$/m);
  t.regex(metrics, /^sonde_spool_aside_bytes 0$/m);
  t.regex(metrics, /^sonde_spool_bytes 0$/m);

  async function counted(): Promise<number[]> {
    try {
      const [row] = await clickhouse.query<{ rows: number; counts: number }>(
        `SELECT toUInt32(count()) AS rows, (SELECT toUInt32(sum(queries)) FROM traffic_minutes) AS counts FROM queries`,
      );
      return [row!.rows, row!.counts];
    } catch {
      return [0, 0];
    }
  }
});
