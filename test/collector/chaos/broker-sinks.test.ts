import test from 'ava';
import { SondeClient } from '../../../client/sonde-client.ts';
import { benchSender } from '../../../collector/bench/api/uploads.ts';
import { ChaosCollector } from '../../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../../support/chaos/stubborn-sender.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { startKafka, startMosquitto, startNats } from '../../support/sinks/brokers.ts';
import { NatsPeer } from '../../support/sinks/nats-peer.ts';
import { startReceiver } from '../../support/sinks/receiver.ts';
import { startRelay } from '../../support/sinks/relay.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const adminKey = 'sonde_adm_0123456789012345678901234567890123456789';

test('brokers, objects and another Sonde that are away, and a collector that is killed twice, cost no row', async (t) => {
  t.timeout(300_000);
  const directory = await temporaryDirectory(t);
  const collector = new ChaosCollector(directory, '127.0.0.0/8');
  t.teardown(() => (collector.isRunning ? collector.kill('everything') : undefined));
  await collector.start();
  const client = () => new SondeClient({ url: collector.url, key: adminKey });
  const makeLocation = (name: string) =>
    client().call('POST /api/v1/dns-monitoring/locations', { body: { location_name: name } });
  const office = await makeLocation('office');
  const above = await makeLocation('above');

  const behind: { mqtt?: number; nats?: number } = {};
  let isBucketUp = false;
  const mqtt = await startRelay(t, () => behind.mqtt);
  const nats = await startRelay(t, () => behind.nats);
  const other = await startRelay(t, () => (isBucketUp ? Number(new URL(collector.url).port) : undefined));
  const kafka = await startKafka(t, 'sonde');
  const objects = new Map<string, string>();
  const bucket = await startReceiver(t, ({ path, text }, response) => {
    if (isBucketUp) objects.set(path, text);
    response.writeHead(isBucketUp ? 200 : 503).end();
  });
  const host = '127.0.0.1';
  const sinks = [
    { name: 'mqtt', kind: 'mqtt', config: { host, port: mqtt.port, transport: 'tcp' } },
    { name: 'nats', kind: 'nats', config: { host, port: nats.port, transport: 'tcp' } },
    { name: 'kafka', kind: 'kafka', config: { brokers: kafka.brokers, transport: 'tcp' } },
    {
      name: 's3',
      kind: 's3',
      config: { url: bucket.url, bucket: 'rows', compression: 'none', gather_seconds: 0 },
      secret: 'id:secret',
    },
    { name: 'above', kind: 'sonde', config: { url: `http://${host}:${other.port}` }, secret: above.api_key },
  ];
  const filter = { location_ids: [office.id] };
  for (const sink of sinks)
    await client().call('POST /api/admin/sinks', { body: { ...sink, filter, threats: false, test: false } });

  const sender = benchSender(office.api_key);
  const expected = new Set<string>();
  const send = async (from: number, to: number) => {
    for (let number = from; number < to; number++) {
      const batch = await numberedBatch(number, sender);
      await sendUntilAccepted(() => collector.url, batch, AbortSignal.timeout(60_000));
      for (let row = 0; row < 40; row++) expected.add(`r${row}.b${number}.example.net`);
    }
  };
  await send(0, 3);
  await until(() => bucket.received.length > 0 && kafka.messages.length > 0, 60_000);
  await collector.kill('collector');
  const mosquitto = await startMosquitto(t);
  const reader = runProgram(t, 'stdbuf', [
    ...['-oL', 'mosquitto_sub', '-h', host, '-p', String(mosquitto.port), '-q', '1', '-d', '-t', '#'],
    ...['-F', 'got %p'],
  ]);
  await until(() => reader.output().includes('SUBACK'));
  const published: string[] = [];
  reader.child.stdout!.on('data', (chunk) => published.push(String(chunk)));
  const server = await startNats(t);
  const peer = await NatsPeer.connect(t, server.port);
  await peer.ask('$JS.API.STREAM.CREATE.dns', { name: 'dns', subjects: ['sonde.>'], storage: 'memory' });
  await peer.subscribe('sonde.>');
  Object.assign(behind, { mqtt: mosquitto.port, nats: server.port });
  isBucketUp = true;
  await collector.start();
  await send(3, 5);
  await until(() => peer.messages.length > 0, 60_000);
  await collector.kill('collector');
  await collector.start();
  await send(5, 7);

  const namesIn = (texts: readonly string[]) => texts.map((text) => JSON.parse(text).query_name as string);
  const got = {
    mqtt: () => namesIn([...published.join('').matchAll(/^got (\{.*\})$/gm)].map(([, text]) => text!)),
    nats: () =>
      namesIn(peer.messages.filter(({ subject }) => subject.startsWith('sonde.')).map(({ text }) => text)),
    kafka: () => namesIn(kafka.messages.map(({ payload }) => payload)),
    s3: () => namesIn([...objects.values()].flatMap((text) => text.trim().split('\n'))),
  };
  for (const [name, names] of Object.entries(got)) {
    await until(() => new Set(names()).size >= expected.size, 60_000);
    t.deepEqual([...new Set(names())].sort(), [...expected].sort(), name);
    // Each end of the collector costs one batch at most, and none has more than all that was waiting.
    t.true(names().length <= 2 * expected.size, `${name}: ${names().length} rows`);
  }
  // A stream knows rows that come again by their ids.
  const { state } = (await peer.ask('$JS.API.STREAM.INFO.dns', {})) as { state: { messages: number } };
  t.is(state.messages, expected.size);

  const stored = async () => {
    const { queries } = await client().call('GET /api/v1/dns-monitoring/queries', {
      query: { location_id: above.id, limit: 1_000 },
    });
    return queries.map(({ query_name: name }) => name);
  };
  let names: string[] = [];
  for (let looks = 0; looks < 60 && new Set(names).size < expected.size; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    names = await stored();
  }
  t.deepEqual([...new Set(names)].sort(), [...expected].sort(), 'above');
  // The other collector knows a batch by its id, which is the same after a crash.
  t.is(names.length, expected.size);
  t.log(
    Object.fromEntries([
      ...Object.entries(got).map(([name, own]) => [name, own().length]),
      ['above', names.length],
    ]),
  );
  await collector.stop();
});
