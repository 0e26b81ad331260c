import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { ChosenSink, FeedMessage, SinkState } from '../../../sensor/sinks/messages.ts';
import { readSinks } from '../../../sensor/sinks/read-sinks.ts';
import { SinkFeed } from '../../../sensor/sinks/sink-feed.ts';
import { ConfigError } from '../../../shared/settings/config-error.ts';
import { fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { startSinks } from '../../support/agent/sensor-sinks.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { startMosquitto, startNats } from '../../support/sinks/brokers.ts';
import { bucketKey, startBucket } from '../../support/sinks/bucket.ts';
import { startKafkaPeer } from '../../support/sinks/kafka-peer.ts';
import { NatsPeer } from '../../support/sinks/nats-peer.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const queriesAlone = {
  queries: true,
  connections: undefined,
  filter: { suffixes: [], queryTypes: [], responseCodes: [], sample: 1 },
};

/** An HTTP receiver: the records that it took, and how it answers. */
async function startReceiver(t: ExecutionContext) {
  const receiver = { records: [] as { id: string; query_name: string }[], status: 200, url: '' };
  let refused: string | undefined;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = gunzipSync(Buffer.concat(parts)).toString();
    const isRefused = refused !== undefined && text.includes(refused);
    const status = isRefused ? 400 : receiver.status;
    if (status === 200)
      receiver.records.push(
        ...text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    receiver,
    refuse: (name: string) => {
      refused = name;
    },
  };
}

function accountOf(state: SinkState | undefined): number {
  const dropped = Object.values(state!.rows_dropped).reduce((sum, rows) => sum + rows, 0);
  return state!.rows_delivered + state!.rows_filtered + state!.rows_refused + state!.rows_waiting + dropped;
}

test('files, HTTP, syslog over TLS and Kafka get each row beside the collector, under one id', async (t) => {
  const directory = await temporaryDirectory(t);
  const { receiver } = await startReceiver(t);
  const lines: string[] = [];
  const files = await makeCertificate(directory, 'syslog');
  const [cert, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')]);
  const broker = await startKafkaPeer(t);
  const syslog = createTlsServer({ cert, key }, (socket) => {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => lines.push(text));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => syslog.listen(0, '127.0.0.1', resolve));
  t.teardown(() => syslog.close());
  const described = {
    sinks: [
      { name: 'disk', kind: 'files' },
      { name: 'web', kind: 'http', config: { url: receiver.url } },
      {
        name: 'log',
        kind: 'syslog',
        config: { host: '127.0.0.1', port: (syslog.address() as AddressInfo).port, authority: cert },
      },
      {
        name: 'bus',
        kind: 'kafka',
        config: { brokers: [broker.broker], transport: 'tcp', compression: 'none' },
      },
    ],
  };
  const path = join(directory, 'sinks.json');
  await writeFile(path, JSON.stringify(described));
  const running = await startSinks(t, directory, await readSinks(path));
  running.send(3_000);
  running.send(100);
  await running.stop(120_000);
  const { states } = running.sinks;
  t.deepEqual(
    states.map(({ name, rows_offered: offered, rows_delivered: delivered, error }) => [
      name,
      offered,
      delivered,
      error,
    ]),
    [
      ['disk', 3_100, 3_100, null],
      ['web', 3_100, 3_100, null],
      ['log', 3_100, 3_100, null],
      ['bus', 3_100, 3_100, null],
    ],
  );
  const onDisk = (await readFile(join(directory, 'files', 'disk.ndjson'), 'utf8')).trim().split('\n');
  t.is(onDisk.length, 3_100);
  t.like(JSON.parse(onDisk[3_000]!), {
    sensor: 'sensor.example',
    query_name: 'b3000-0.example',
    query_type: 'A',
  });
  t.deepEqual(
    receiver.records.map(({ id }) => id),
    onDisk.map((line) => JSON.parse(line).id),
  );
  t.is(new Set(receiver.records.map(({ id }) => id)).size, 3_100);
  t.deepEqual(
    broker.keys(),
    receiver.records.map(({ id }) => id),
  );
  t.is(lines.join('').split('<134>1 ').length - 1, 3_100);
});

test('presentations, filters, NATS, MQTT, S3 and another Sonde are those of the collector', async (t) => {
  const directory = await temporaryDirectory(t);
  const [nats, mosquitto, bucket, other] = await Promise.all([
    startNats(t),
    startMosquitto(t),
    startBucket(t),
    startFakeCollector(t),
  ]);
  const peer = await NatsPeer.connect(t, nats.port);
  await peer.subscribe('sonde.>');
  const [key, secret] = [join(directory, 'key'), join(directory, 'secret')];
  await writeFile(key, `${fakeKey}\n`);
  await writeFile(secret, bucketKey);
  const local = { host: '127.0.0.1', transport: 'tcp' };
  const described = {
    sinks: [
      { name: 'ecs', kind: 'files', presentation: 'ecs', filter: { suffixes: ['b0-7.example'] } },
      { name: 'none', kind: 'files', presentation: 'cof' },
      { name: 'tenth', kind: 'files', presentation: 'zeek', filter: { sample: 10, query_types: ['A'] } },
      { name: 'nats', kind: 'nats', config: { ...local, port: nats.port, jetstream: false } },
      { name: 'mqtt', kind: 'mqtt', presentation: 'ocsf', config: { ...local, port: mosquitto.port } },
      {
        name: 'lake',
        kind: 's3',
        secret_file: secret,
        config: { url: bucket.url, bucket: bucket.bucket, compression: 'none', gather_seconds: 3_600 },
      },
      { name: 'other', kind: 'sonde', secret_file: key, config: { url: other.url } },
    ],
  };
  const path = join(directory, 'sinks.json');
  await writeFile(path, JSON.stringify(described));
  const running = await startSinks(t, directory, await readSinks(path));
  running.send(100);
  running.send(10);
  await until(() => running.sinks.states.find(({ name }) => name === 'other')?.rows_delivered === 110);
  // What gathers waits for more, until the end.
  t.deepEqual([...(await bucket.objects()).keys()], []);
  await running.stop(120_000);
  const { states } = running.sinks;
  for (const state of states) t.is(accountOf(state), 110, state.name);
  const linesOf = async (name: string) =>
    (await readFile(join(directory, 'files', `${name}.ndjson`), 'utf8')).trim().split('\n');
  const [ecs, ...more] = (await linesOf('ecs')).map((line) => JSON.parse(line));
  t.deepEqual(more, []);
  t.like(ecs, { dns: { question: { name: 'b0-7.example' } }, observer: { hostname: 'sensor.example' } });
  t.is(ecs.labels, undefined);
  const counts = (name: string) => {
    const { rows_delivered: delivered, rows_filtered: filtered } = states.find((one) => one.name === name)!;
    return { delivered, filtered };
  };
  t.deepEqual(counts('ecs'), { delivered: 1, filtered: 109 });
  // These rows have no answers.
  t.deepEqual(counts('none'), { delivered: 0, filtered: 110 });
  t.is((await linesOf('tenth')).length, counts('tenth').delivered);
  t.true(counts('tenth').delivered > 0 && counts('tenth').delivered < 50);
  t.deepEqual(new Set(peer.messages.map(({ subject }) => subject)), new Set(['sonde.queries.0']));
  t.like(JSON.parse(peer.messages[109]!.text), { sensor: 'sensor.example', query_name: 'b100-9.example' });
  t.deepEqual(counts('mqtt'), { delivered: 110, filtered: 0 });
  const [object, ...others] = [...(await bucket.objects()).values()];
  t.deepEqual(others, []);
  t.is(object!.toString().trim().split('\n').length, 110);
  t.deepEqual(
    other.rows.map(({ queryName }) => queryName),
    peer.messages.map(({ text }) => JSON.parse(text).query_name),
  );
});

test('rows wait on disk for a receiver that is away, over a restart, and arrive', async (t) => {
  const directory = await temporaryDirectory(t);
  const { receiver } = await startReceiver(t);
  receiver.status = 503;
  const chosen: ChosenSink[] = [
    {
      name: 'web',
      kind: 'http',
      presentation: 'json',
      ...queriesAlone,
      config: { url: receiver.url, body: 'ndjson', authentication: 'none', compression: 'gzip' },
    },
  ];
  const first = await startSinks(t, directory, chosen);
  first.send(500);
  await until(() => (first.sinks.states[0]?.failures ?? 0) > 0);
  await first.stop(0);
  t.like(first.sinks.states[0], { rows_offered: 500, rows_delivered: 0, rows_waiting: 500 });
  t.regex(
    first.log.join('\n'),
    /Delivery to the sink web fails and will be retried: The receiver answers 503/,
  );
  receiver.status = 200;
  const second = await startSinks(t, directory, chosen);
  second.send(50);
  await second.stop(120_000);
  t.like(second.sinks.states[0], {
    rows_offered: 50,
    rows_delivered: 50,
    earlier: { delivered: 500, lost: 0 },
  });
  t.is(new Set(receiver.records.map(({ id }) => id)).size, 550);
});

test('over the bound the oldest batches go, counted; a row that is refused for good is found and passed over', async (t) => {
  const directory = await temporaryDirectory(t);
  const { receiver, refuse } = await startReceiver(t);
  receiver.status = 503;
  const chosen: ChosenSink[] = [
    {
      name: 'web',
      kind: 'http',
      presentation: 'json',
      ...queriesAlone,
      config: { url: receiver.url, body: 'ndjson', authentication: 'none', compression: 'gzip' },
    },
  ];
  // Room for two batches of a block each.
  const running = await startSinks(t, directory, chosen, 8_192);
  for (let batch = 1; batch <= 5; batch++) {
    running.send(10, `batch${batch}-`);
    await until(() => running.sinks.states[0]?.rows_offered === batch * 10);
    // The first batch is held from its first attempt on.
    await until(() => (running.sinks.states[0]?.failures ?? 0) > 0);
    t.is(accountOf(running.sinks.states[0]), batch * 10);
  }
  await until(() => running.sinks.states[0]?.rows_waiting === 20);
  t.like(running.sinks.states[0], { rows_waiting: 20, rows_dropped: { queue: 0, spool: 30, damaged: 0 } });
  refuse('batch5-7.example');
  receiver.status = 200;
  await running.stop(120_000);
  const [state] = running.sinks.states;
  t.like(state, { rows_offered: 50, rows_delivered: 19, rows_refused: 1, rows_waiting: 0 });
  t.is(accountOf(state), 50);
  const names = receiver.records.map(({ query_name: name }) => name);
  t.is(names.length, 19);
  t.false(names.includes('batch5-7.example'));
});

test('what is over the bound of the way to the sinks is told of as lost, and there is room again for what was taken', (t) => {
  const { port1, port2 } = new MessageChannel();
  t.teardown(() => port2.close());
  const feed = new SinkFeed(port1, 100);
  const batch = (rows: number) => ({ batchId: 'b', bytes: Buffer.alloc(60), rows });
  for (const rows of [3, 4, 0]) feed.offer(batch(rows), 'rows');
  t.is(feed.bytes, 60);
  const heard = (): FeedMessage | undefined => receiveMessageOnPort(port2)?.message;
  t.like(heard(), { kind: 'batch', rows: 3, content: 'rows' });
  t.deepEqual(heard(), { kind: 'lost', rows: 4, content: 'rows' });
  t.is(heard(), undefined);
  port1.emit('message', 60);
  feed.offer(batch(5), 'flows');
  t.like(heard(), { kind: 'batch', rows: 5, content: 'flows' });
});

test('a file of sinks that is not sound is told of with its place', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'sinks.json');
  const faultOf = async (text: string): Promise<string> => {
    await writeFile(path, text);
    const error = await t.throwsAsync(readSinks(path), { instanceOf: ConfigError });
    return error.faults.join(' ').replaceAll(path, 'FILE');
  };
  const sink = (about: object): string => JSON.stringify({ sinks: [{ name: 'a', kind: 'http', ...about }] });
  t.regex(await faultOf('{'), /^The file of sinks FILE is not valid JSON/);
  t.regex(await faultOf('{}'), /^FILE: sinks Invalid input/);
  t.regex(await faultOf(sink({ kind: 'fax' })), /^FILE: sinks\.0\.kind must be one of files, syslog, http, /);
  t.regex(await faultOf(sink({ config: { url: 'ftp://x' } })), /^FILE: sinks\.0\.config\.url /);
  t.regex(
    await faultOf(sink({ config: { url: 'https://x', authentication: 'bearer' } })),
    /^FILE: sinks\.0\.secret_file must be given: a token/,
  );
  t.regex(await faultOf(sink({ kind: 'files', secret_file: path })), /this kind takes no secret/);
  t.regex(
    await faultOf(sink({ kind: 'files', filter: { query_types: ['A', 'NONSENSE'] } })),
    /^FILE: sinks\.0\.filter\.query_types\.1 "NONSENSE" is not known/,
  );
  const notHad = [
    [{ presentation: 'cef' }, /sinks\.0\.presentation cef shows only threats, which a sensor does not know/],
    [{ presentation: 'cof', connections: 'all' }, /sinks\.0\.connections cof shows no connections/],
    [{ queries: false }, /sinks\.0\.queries queries or threats must be passed on/],
    [{ connections: 'some' }, /sinks\.0\.connections Invalid option/],
    [
      { threats: true },
      /sinks\.0\.threats is available only in the sinks of the collector, because a sensor does not know threats/,
    ],
    [
      { filter: { location_ids: [1] } },
      /filter\.location_ids is available only in the sinks of the collector, because a sensor does not know its/,
    ],
    [
      { filter: { least_severity: 'low' } },
      /filter\.least_severity is available only in the sinks of the collector/,
    ],
    [
      { kind: 'mqtt', config: { host: 'h', home_assistant: 'homeassistant' } },
      /sinks\.0\.config home_assistant needs threats and agents/,
    ],
    [
      { kind: 's3', secret_file: path, config: { url: 'https://x', bucket: 'rows', format: 'parquet' } },
      /sinks\.0\.config format parquet is written by the collector's store alone/,
    ],
  ] as const;
  for (const [about, message] of notHad) t.regex(await faultOf(sink({ kind: 'files', ...about })), message);
  t.regex(await faultOf(sink({ name: '../x', kind: 'files' })), /sinks\.0\.name must be lower-case letters/);
  const twice = { name: 'a', kind: 'files' };
  t.regex(await faultOf(JSON.stringify({ sinks: [twice, twice] })), /two sinks have the name a\./);
  await t.throwsAsync(readSinks(join(directory, 'none')), { message: /can't be read: ENOENT/ });
});
