import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { makeAccount } from '../../../collector/bench/api/accounts.ts';
import { benchSender, type PreparedUpload } from '../../../collector/bench/api/uploads.ts';
import { PseudoRandom } from '../../../collector/bench/pseudo-random.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { ChaosCollector, type Victim } from '../../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../../support/chaos/stubborn-sender.ts';
import { differences, expectedRollups, storedRollups } from '../../support/engines/rollup-rows.ts';
import { adminKey } from '../../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { givenSeed } from '../../support/test-seed.ts';
import { until } from '../../support/until.ts';

/** Rounds of mischief; more where the environment says so, for a long run. */
const rounds = Number(process.env.SONDE_CHAOS_ROUNDS ?? 4);
/** Chooses the order of mischiefs and every pause; a failure tells it, so that the same can be tried again. */
const seed = Number(process.env.SONDE_CHAOS_SEED ?? givenSeed ?? randomInt(1, 2 ** 31));
const random = new PseudoRandom(seed);
const batchesPerRound = 8;
const minute = 60_000;
/** Milliseconds until all is stored: an engine that was killed often is started again more slowly each time. */
const patience = minute;

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
    await delay(random.fraction() * 600);
    const receipt = await sendUntilAccepted(url, upload, ended.signal);
    accepted += receipt.accepted;
    // Again, as a sender does that did not hear the answer.
    if (random.fraction() < 0.3) await sendUntilAccepted(url, upload, ended.signal);
  };
  const order = shuffledRounds(mischiefs, rounds);
  const told = `SONDE_CHAOS_SEED=${seed} SONDE_CHAOS_ROUNDS=${rounds}: ${order.join(', ')}`;
  for (const [round, mischief] of order.entries()) {
    const first = round * batchesPerRound;
    const batches = await Promise.all(
      Array.from({ length: batchesPerRound }, (_, index) => numberedBatch(first + index, sender)),
    );
    sent.push(...batches);
    const delivered = Promise.all(batches.map(deliver));
    delivered.catch(() => undefined);
    await delay(random.fraction() * 800);
    await doMischief(mischief);
    await delivered;
    if (rounds > 10) t.log(`${round + 1}: ${mischief}`);
    // An old batch comes back.
    await sendUntilAccepted(url, sent[Math.floor(random.fraction() * sent.length)]!, ended.signal);
  }
  t.is(
    accepted,
    sent.reduce((sum, { rows }) => sum + rows, 0),
    told,
  );

  async function doMischief(mischief: Mischief): Promise<void> {
    if (mischief === 'clock') {
      collector.moveClock((random.fraction() - 0.5) * 50 * minute);
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

  /** What the collector says of itself, for whoever looks into a failure. */
  async function state(): Promise<string> {
    const ask = (path: string) =>
      fetch(collector.url + path)
        .then((answer) => answer.text())
        .catch(String);
    const spool = (await ask('/metrics')).split('\n').filter((line) => line.startsWith('sonde_spool'));
    return `${await ask('/health/ready')} ${spool.join(' ')}`;
  }

  const counted = async (sql: string): Promise<number> => {
    const rows = await clickhouse.query<{ count: number }>(sql).catch(() => []);
    return rows[0]?.count ?? -1;
  };
  try {
    await until(async () => (await counted('SELECT count() AS count FROM queries')) >= accepted, patience);
  } catch (error) {
    t.fail(
      `${told}: ${await counted('SELECT count() AS count FROM queries')} of ${accepted} rows. ${await state()}`,
    );
    throw error;
  }
  // What would come twice would come about now.
  await delay(1_500);
  t.is(await counted('SELECT count() AS count FROM queries'), accepted, told);
  t.is(await counted('SELECT uniqExact(query_name) AS count FROM queries'), accepted, told);
  // All that is counted of them, whichever tables these are. An insert that was cut off is still being repeated, it may be.
  let wrong: string[] = [];
  const compare = async (): Promise<boolean> => {
    wrong = differences(await storedRollups(clickhouse), await expectedRollups(clickhouse));
    return wrong.length === 0;
  };
  await until(compare, patience).catch(() => undefined);
  t.deepEqual(wrong, [], wrong.length === 0 ? told : `${told}. ${await state()}`);
});

/** Each mischief as often as any other, in an order that no run has in common with the next. */
function shuffledRounds(all: readonly Mischief[], count: number): Mischief[] {
  const order: Mischief[] = [];
  while (order.length < count) {
    const left = [...all];
    while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  }
  return order.slice(0, count);
}
