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

/** The names in what a receiver of that kind is posted, by what its maker publishes of the form. */
function takenAs(kind: string, text: string, documents: Map<string, string>) {
  const nameIn = (row: string): string => JSON.parse(row).query_name;
  if (kind === 'elasticsearch') {
    const lines = text.trimEnd().split('\n');
    const pairs = lines.flatMap((line, index) =>
      index % 2 === 0 ? [[JSON.parse(line).create._id as string, nameIn(lines[index + 1]!)] as const] : [],
    );
    const items = pairs.map(([id, name]) => {
      const status = documents.has(id) ? 409 : 201;
      documents.set(id, name);
      return { create: { status } };
    });
    return { items, found: pairs.map(([, name]) => name) };
  }
  if (kind === 'splunk') {
    const found = text.split('\n').map((line) => JSON.parse(line).event.query_name as string);
    return { items: [], found };
  }
  const whole = JSON.parse(text);
  const rows: string[] =
    kind === 'loki'
      ? whole.streams.flatMap(({ values }: { values: string[][] }) => values.map(([, row]) => row))
      : whole.resourceLogs[0].scopeLogs[0].logRecords.map(
          ({ body }: { body: { stringValue: string } }) => body.stringValue,
        );
  return { items: [], found: rows.map(nameIn) };
}

test('receivers that are away for an hour, and a collector that is killed twice, cost no row, and are sent one batch twice at most', async (t) => {
  t.timeout(600_000);
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
  // Each takes rows in its own form, and is away as long as the first one.
  const names: Record<string, string[]> = {};
  const documents = new Map<string, string>();
  let areOthersUp = false;
  const others = await startReceiver(t, ({ path, text }, response) => {
    if (!areOthersUp) return void response.writeHead(503).end();
    const [, kind = ''] = /^\/(\w+)\//.exec(path) ?? [];
    const { items, found } = takenAs(kind, text, documents);
    names[kind] = [...(names[kind] ?? []), ...found];
    response.end(JSON.stringify({ errors: false, items }));
  });
  for (const kind of ['elasticsearch', 'splunk', 'loki', 'otlp'])
    await client().call('POST /api/admin/sinks', {
      body: {
        ...{ name: kind, kind, config: { url: `${others.url}/${kind}` }, threats: false, test: false },
        presentation: 'json',
        ...(kind === 'splunk' && { secret: 'token' }),
      },
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
  await until(() => receiver.received.length > 0 && others.received.length >= 4, 60_000);
  collector.moveClock(3_600_000);
  await send(4, 5);
  await collector.kill('collector');
  await collector.start();

  // The receiver has the batch, and the collector never hears of it.
  const reached = Promise.withResolvers<void>();
  receiver.chosen.answer = ({ text }) => {
    taken.push(namesIn(text));
    reached.resolve();
  };
  areOthersUp = true;
  await reached.promise;
  await collector.kill('collector');
  receiver.chosen.answer = ({ text }, response) => {
    taken.push(namesIn(text));
    response.end('{}');
  };
  await collector.start();
  await send(5, 8);
  const arrived = () => new Set(taken.flat());
  await until(() => arrived().size >= expected.size, 60_000);
  t.deepEqual([...arrived()].sort(), [...expected].sort());
  const twice = taken.flat().length - expected.size;
  t.true(twice > 0 && twice <= taken[0]!.length, `${twice} rows came twice`);

  for (const kind of ['elasticsearch', 'splunk', 'loki', 'otlp']) {
    await until(() => new Set(names[kind]).size >= expected.size, 60_000);
    t.deepEqual([...new Set(names[kind])].sort(), [...expected].sort(), kind);
    // All that waited when the collector ended was one batch.
    t.true(names[kind]!.length - expected.size <= 5 * 40, kind);
  }
  t.is(documents.size, expected.size, 'Elasticsearch has each row once');

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
    ['away', 'elasticsearch', 'loki', 'on-disk', 'otlp', 'splunk'].map((name) => ({
      ...{ name, delivered: expected.size, lost: 0, refused: 0 },
    })),
  );
  await collector.stop();
});
