import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { makeAccount } from '../../../collector/bench/api/accounts.ts';
import { benchSender, type PreparedUpload } from '../../../collector/bench/api/uploads.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { ChaosCollector, type Victim } from '../../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../../support/chaos/stubborn-sender.ts';
import { adminKey } from '../../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

/** Rounds of mischief; more where the environment says so, for a long run. */
const rounds = Number(process.env.SONDE_CHAOS_ROUNDS ?? 4);
const batchesPerRound = 8;
const minute = 60_000;

type Mischief = Victim | 'clock' | 'engine error';
const mischiefs: readonly Mischief[] = [
  'everything',
  'collector',
  'clickhouse',
  'engine error',
  'clock',
  'postgres',
];

test('acknowledged rows are there once, whatever is killed, fails, jumps, comes twice or out of order', async (t) => {
  t.timeout(120_000 + rounds * 30_000);
  const directory = await temporaryDirectory(t);
  const collector = new ChaosCollector(directory);
  await collector.start();
  t.teardown(() => collector.stop());
  const account = await makeAccount(collector.url, adminKey);
  const sender = benchSender(account.locationKeys[0]!);
  // A test that fails gives its senders up.
  const ended = new AbortController();
  t.teardown(() => ended.abort());
  const url = (): string => collector.url;
  const socketPath = join(directory, 'clickhouse', 'engine.sock');
  const clickhouse = new ClickHouse({ socketPath });
  t.teardown(() => clickhouse.close());

  const sent: PreparedUpload[] = [];
  let accepted = 0;
  const deliver = async (upload: PreparedUpload): Promise<void> => {
    await delay(Math.random() * 600);
    const receipt = await sendUntilAccepted(url, upload, ended.signal);
    accepted += receipt.accepted;
    // Again, as a sender does that did not hear the answer.
    if (Math.random() < 0.3) await sendUntilAccepted(url, upload, ended.signal);
  };
  for (let round = 0; round < rounds; round++) {
    const first = round * batchesPerRound;
    const batches = await Promise.all(
      Array.from({ length: batchesPerRound }, (_, index) => numberedBatch(first + index, sender)),
    );
    sent.push(...batches);
    const delivered = Promise.all(batches.map(deliver));
    delivered.catch(() => undefined);
    await delay(Math.random() * 800);
    const mischief = mischiefs[round % mischiefs.length]!;
    await doMischief(mischief);
    await delivered;
    if (rounds > 10) t.log(`${round + 1}: ${mischief}`);
    // An old batch comes back.
    await sendUntilAccepted(url, sent[Math.floor(Math.random() * sent.length)]!, ended.signal);
  }
  t.is(
    accepted,
    sent.reduce((sum, { rows }) => sum + rows, 0),
  );

  async function doMischief(mischief: Mischief): Promise<void> {
    if (mischief === 'clock') {
      collector.moveClock((Math.random() - 0.5) * 50 * minute);
    } else if (mischief === 'engine error') {
      // What a view writes to is gone for a while: rows are stored, and what is counted of them is not.
      await command('DETACH TABLE IF EXISTS domains');
      await delay(700);
      await command('ATTACH TABLE IF NOT EXISTS domains');
    } else {
      await collector.kill(mischief);
      if (!collector.isRunning) await collector.start();
    }
  }

  /** The engine may be on its way up after an earlier round. */
  async function command(sql: string): Promise<void> {
    await until(
      () =>
        clickhouse.command(sql).then(
          () => true,
          () => false,
        ),
      60_000,
    );
  }

  const counted = async (sql: string): Promise<number> => {
    const rows = await clickhouse.query<{ count: number }>(sql).catch(() => []);
    return rows[0]?.count ?? -1;
  };
  await until(async () => (await counted('SELECT count() AS count FROM queries')) >= accepted, 60_000);
  // What would come twice would come about now.
  await delay(1_500);
  t.is(await counted('SELECT count() AS count FROM queries'), accepted);
  t.is(await counted('SELECT uniqExact(query_name) AS count FROM queries'), accepted);
  for (const [table, column] of Object.entries({
    traffic_minutes: 'queries',
    hour_names: 'queries',
    name_days: 'queries',
    domains: 'queries',
    domain_days: 'queries',
    hour_clients: 'queries',
    client_days: 'queries',
    passive_dns: 'sightings',
    passive_dns_by_data: 'sightings',
  })) {
    t.is(await counted(`SELECT sum(${column}) AS count FROM ${table}`), accepted, table);
  }
});
