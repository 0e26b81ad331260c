import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { SondeClient } from '../../../client/sonde-client.ts';
import { benchSender } from '../../../collector/bench/api/uploads.ts';
import { ChaosCollector } from '../../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../../support/chaos/stubborn-sender.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { startKafka, startMosquitto, startNats } from '../../support/sinks/brokers.ts';
import { bucketKey, startBucket } from '../../support/sinks/bucket.ts';
import { NatsPeer } from '../../support/sinks/nats-peer.ts';
import { startRelay } from '../../support/sinks/relay.ts';
import { startSyslogDaemon, syslogDaemons } from '../../support/sinks/syslog-daemons.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

/** Rows of what is sent at once, and of the largest batch that a sink passes on. */
const rowsOfBatch = 500;
const mostTwice = 2_000;
const adminKey = 'sonde_adm_0123456789012345678901234567890123456789';

/** Waits until a question is answered so; seldom asked, since each look counts against what an account may ask. */
async function settles(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 240 && !(await isSo()); looks++) await delay(500);
}

test('brokers, syslog, S3 and another Sonde that are away for an hour, and a collector that is killed twice, cost no row, and are sent one batch twice at most', async (t) => {
  t.timeout(600_000);
  const directory = await temporaryDirectory(t);
  const collector = new ChaosCollector(directory, '127.0.0.0/8');
  t.teardown(() => (collector.isRunning ? collector.kill('everything') : undefined));
  await collector.start();
  const client = () => new SondeClient({ url: collector.url, key: adminKey });
  const makeLocation = (name: string) =>
    client().call('POST /api/v1/dns-monitoring/locations', { body: { location_name: name } });
  const office = await makeLocation('office');
  const above = await makeLocation('above');

  const behind: Partial<Record<'mqtt' | 'nats' | 'kafka' | 's3' | 'syslog' | 'sonde', number>> = {};
  const mqtt = await startRelay(t, () => behind.mqtt);
  const nats = await startRelay(t, () => behind.nats);
  const s3 = await startRelay(t, () => behind.s3);
  const syslog = await startRelay(t, () => behind.syslog);
  const other = await startRelay(t, () => behind.sonde && Number(new URL(collector.url).port));
  const kafka = await startKafka(t, 'sonde');
  // What it is told of the cluster leads to the brokers themselves.
  const first = await startRelay(t, () => behind.kafka);
  const host = '127.0.0.1';
  const plain = { host, transport: 'tcp' };
  const bucket = await startBucket(t);
  const sinks = [
    { name: 'mqtt', kind: 'mqtt', config: { ...plain, port: mqtt.port } },
    { name: 'nats', kind: 'nats', config: { ...plain, port: nats.port } },
    { name: 'kafka', kind: 'kafka', config: { brokers: [`${host}:${first.port}`], transport: 'tcp' } },
    { name: 'syslog', kind: 'syslog', config: { ...plain, port: syslog.port } },
    {
      name: 's3',
      kind: 's3',
      config: {
        url: `http://${host}:${s3.port}`,
        ...{ bucket: bucket.bucket, compression: 'none', gather_seconds: 0, max_rows: mostTwice },
      },
      secret: bucketKey,
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
      const batch = await numberedBatch(number, sender, rowsOfBatch);
      await sendUntilAccepted(() => collector.url, batch, AbortSignal.timeout(60_000));
      for (let row = 0; row < rowsOfBatch; row++) expected.add(`r${row}.b${number}.example.net`);
    }
  };
  const states = async () => (await client().call('GET /api/admin/sinks')).sinks;
  await send(0, 3);
  await settles(async () => (await states()).every(({ state }) => state === 'failing'));
  collector.moveClock(3_600_000);
  await send(3, 5);
  await settles(async () => (await states()).every(({ lag_seconds: lag }) => lag >= 3_500));
  await collector.kill('collector');

  // By itself it drops what a reader that is slow leaves waiting beyond a thousand.
  const mosquitto = await startMosquitto(t, ['allow_anonymous true', 'max_queued_messages 0']);
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
  const daemon = await startSyslogDaemon(t, syslogDaemons()[0]!);
  const [broker = ''] = kafka.brokers;
  Object.assign(behind, {
    ...{ mqtt: mosquitto.port, nats: server.port, s3: bucket.port, syslog: daemon.port, sonde: 1 },
    kafka: Number(broker.split(':').at(-1)),
  });
  await collector.start();
  // Some have a part of a batch by then, of which the collector never hears.
  await until(() => peer.messages.length > 0, 60_000);
  await collector.kill('collector');
  await collector.start();
  await send(5, 7);

  const namesIn = (texts: readonly string[]) => texts.map((text) => JSON.parse(text).query_name as string);
  const got = {
    mqtt: async () => namesIn([...published.join('').matchAll(/^got (\{.*\})$/gm)].map(([, text]) => text!)),
    nats: async () =>
      namesIn(peer.messages.filter(({ subject }) => subject.startsWith('sonde.')).map(({ text }) => text)),
    kafka: async () => namesIn(kafka.messages.map(({ payload }) => payload)),
    syslog: async () => namesIn((await daemon.messages()).map(({ text }) => text)),
    s3: async () =>
      namesIn([...(await bucket.objects()).values()].flatMap((bytes) => bytes.toString().trim().split('\n'))),
  };
  const twice: Record<string, number> = {};
  for (const [name, names] of Object.entries(got)) {
    await settles(async () => new Set(await names()).size >= expected.size);
    const all = await names();
    t.deepEqual([...new Set(all)].sort(), [...expected].sort(), name);
    twice[name] = all.length - expected.size;
    t.true(twice[name] <= mostTwice, `${name}: ${twice[name]} rows came twice`);
  }
  // A stream knows rows that come again by their ids.
  const { state } = (await peer.ask('$JS.API.STREAM.INFO.dns', {})) as { state: { messages: number } };
  t.is(state.messages, expected.size);

  const stored = async () => {
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { queries, next_cursor: next } = await client().call('GET /api/v1/dns-monitoring/queries', {
        query: { location_id: above.id, limit: 1_000, ...(cursor !== undefined && { cursor }) },
      });
      found.push(...queries.map(({ query_name: name }) => name));
      if (next === null) return found;
      cursor = next;
    }
  };
  await settles(async () => new Set(await stored()).size >= expected.size);
  const names = await stored();
  t.deepEqual([...new Set(names)].sort(), [...expected].sort(), 'above');
  // The other collector knows a batch by its id, which is the same after a crash.
  t.is(names.length, expected.size);
  t.log('rows that came twice', twice);
  await collector.stop();
});
