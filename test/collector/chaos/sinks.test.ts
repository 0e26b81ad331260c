import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { SondeClient } from '../../../client/sonde-client.ts';
import { benchSender } from '../../../collector/bench/api/uploads.ts';
import { ChaosCollector } from '../../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../../support/chaos/stubborn-sender.ts';
import { startReceiver } from '../../support/sinks/receiver.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const adminKey = 'sonde_adm_0123456789012345678901234567890123456789';

test('a receiver that is away, and a collector that is killed twice, cost no row, and send one batch twice at most', async (t) => {
  t.timeout(300_000);
  const directory = await temporaryDirectory(t);
  const collector = new ChaosCollector(directory, '127.0.0.0/8');
  t.teardown(() => (collector.isRunning ? collector.kill('everything') : undefined));
  await collector.start();
  const client = () => new SondeClient({ url: collector.url, key: adminKey });
  const { api_key: key } = await client().call('POST /api/v1/dns-monitoring/locations', {
    body: { location_name: 'office' },
  });

  const taken: string[][] = [];
  const namesIn = (text: string): string[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).query_name);
  const receiver = await startReceiver(t, (_received, response) => void response.writeHead(503).end('away'));
  const receive = { kind: 'http', config: { url: receiver.url } } as const;
  await client().call('POST /api/admin/sinks', {
    body: { name: 'away', ...receive, test: false, threats: false },
  });
  await client().call('POST /api/admin/sinks', {
    body: { name: 'on-disk', kind: 'files', config: { compression: 'none' }, threats: false, test: false },
  });

  const sender = benchSender(key);
  const expected = new Set<string>();
  const send = async (from: number, to: number) => {
    for (let number = from; number < to; number++) {
      await sendUntilAccepted(
        () => collector.url,
        await numberedBatch(number, sender),
        AbortSignal.timeout(60_000),
      );
      for (let row = 0; row < 40; row++) expected.add(`r${row}.b${number}.example.net`);
    }
  };
  await send(0, 4);
  await until(() => receiver.received.length > 0, 60_000);
  await collector.kill('collector');
  await collector.start();

  // The receiver has the batch, and the collector never hears of it.
  const reached = Promise.withResolvers<void>();
  receiver.chosen.answer = ({ text }) => {
    taken.push(namesIn(text));
    reached.resolve();
  };
  await reached.promise;
  await collector.kill('collector');
  receiver.chosen.answer = ({ text }, response) => {
    taken.push(namesIn(text));
    response.end('{}');
  };
  await collector.start();
  await send(4, 8);
  const arrived = () => new Set(taken.flat());
  await until(() => arrived().size >= expected.size, 60_000);
  t.deepEqual(arrived(), expected);
  const twice = taken.flat().length - expected.size;
  t.true(twice > 0 && twice <= taken[0]!.length, `${twice} rows came twice`);

  const file = join(directory, 'sinks', 'on-disk.ndjson');
  const written = async () => namesIn(await readFile(file, 'utf8').catch(() => '{}'));
  await until(async () => (await written()).length >= expected.size, 60_000);
  t.deepEqual((await written()).sort(), [...expected].sort());

  // Seldom: each look counts against what an account may ask.
  const look = async () => (await client().call('GET /api/admin/sinks')).sinks;
  let sinks = await look();
  const isDone = () =>
    sinks.every(({ delivered, state }) => delivered === expected.size && state === 'up_to_date');
  for (let looks = 0; looks < 40 && !isDone(); looks++) {
    await delay(500);
    sinks = await look();
  }
  t.deepEqual(
    sinks.map(({ name, delivered, lost, refused }) => ({ name, delivered, lost, refused })),
    [
      { name: 'away', delivered: expected.size, lost: 0, refused: 0 },
      { name: 'on-disk', delivered: expected.size, lost: 0, refused: 0 },
    ],
  );
  await collector.stop();
});
