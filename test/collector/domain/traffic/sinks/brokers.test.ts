import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { emptyLedger } from '../../../../../shared/batch/empty-ledger.ts';
import { type Delivered, DeliveryError } from '../../../../../shared/sinks/define-sink.ts';
import { mqtt } from '../../../../../shared/sinks/kinds/mqtt.ts';
import { encodeBase32 } from '../../../../../shared/text/base32.ts';
import { runProgram } from '../../../../support/resolvers/child.ts';
import { agentState } from '../../../../support/sinks/agent-state.ts';
import {
  loopbackCertificates,
  mosquittoPasswords,
  startKafka,
  startMosquitto,
  startNats,
} from '../../../../support/sinks/brokers.ts';
import { NatsPeer } from '../../../../support/sinks/nats-peer.ts';
import { outgoing, outgoingAt, outgoingRecord, sendBatch } from '../../../../support/sinks/send-batch.ts';
import { type Ending, temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../../../../support/until.ts';

const taken: Delivered = { refused: 0 };
const many = Array.from({ length: 2_000 }, (_, index) =>
  outgoingRecord(`row-${index}`, `{"number":${index},"filling":"${'ä'.repeat(100)}"}`),
);

/** What a failure says to the sender. */
async function failsLike(
  t: ExecutionContext,
  sending: Promise<Delivered>,
  { message, refused = false }: { message: string | RegExp; refused?: boolean },
) {
  const error = await t.throwsAsync(sending, { message });
  if (error instanceof DeliveryError) t.is(error.refused, refused);
  else t.false(refused);
}

/** Mosquitto's own reader, subscribed to everything. */
async function subscribe(t: Ending, port: number, more: readonly string[] = []) {
  const reader = runProgram(t, 'stdbuf', [
    ...['-oL', 'mosquitto_sub'],
    ...['-h', '127.0.0.1', '-p', String(port), '-V', '5', '-q', '1', '-d', '-F', 'got %t %r %p', '-t', '#'],
    ...more,
  ]);
  await until(() => reader.output().includes('SUBACK'));
  return {
    messages: () =>
      reader
        .output()
        .split('\n')
        .filter((line) => line.startsWith('got '))
        .map((line) => /^got (\S+) (\d) (.*)$/.exec(line)!.slice(1)),
  };
}

test('Mosquitto has each row under the topic of its location, acknowledged', async (t) => {
  const { port } = await startMosquitto(t);
  const reader = await subscribe(t, port);
  t.deepEqual(await sendBatch(t, 'mqtt', { host: '127.0.0.1', port, transport: 'tcp' }), taken);
  await until(() => reader.messages().length === 3);
  t.deepEqual(reader.messages(), [
    ['sonde/queries/1', '0', outgoing[0]!.text],
    ['sonde/queries/2', '0', outgoing[1]!.text],
    ['sonde/threats/1', '0', outgoing[2]!.text],
  ]);
});

test('Mosquitto takes two thousand rows, a few at a time, if that is what it takes', async (t) => {
  const { port } = await startMosquitto(t, ['allow_anonymous true', 'max_inflight_messages 7']);
  const counted = runProgram(t, 'stdbuf', [
    ...['-oL', 'mosquitto_sub'],
    ...['-h', '127.0.0.1', '-p', String(port), '-q', '1', '-C', '2000', '-F', '%t', '-t', 'dns/all', '-d'],
  ]);
  await until(() => counted.output().includes('SUBACK'));
  const ended = new Promise((resolve) => counted.child.on('close', resolve));
  const config = { host: '127.0.0.1', port, transport: 'tcp', topic: 'dns/all' };
  t.deepEqual(await sendBatch(t, 'mqtt', config, undefined, undefined, { records: many }), taken);
  t.is(await ended, 0);
});

test('Mosquitto is shown a password or a certificate over TLS, and one that it does not know is told', async (t) => {
  const { server, client, authority, identity } = await loopbackCertificates(t);
  const tls = [`certfile ${server.certificate}`, `keyfile ${server.key}`];
  const passwords = await mosquittoPasswords(t, 'sonde', 'se:cret');
  const asking = await startMosquitto(t, [...tls, 'allow_anonymous false', `password_file ${passwords}`]);
  const config = { host: '127.0.0.1', port: asking.port, authority, server_name: 'localhost' };
  const withPassword = { ...config, authentication: 'password' };
  t.deepEqual(await sendBatch(t, 'mqtt', withPassword, 'sonde:se:cret'), taken);
  await failsLike(t, sendBatch(t, 'mqtt', withPassword, 'sonde:other'), {
    message: 'The receiver refuses the connection: not authorized.',
    refused: false,
  });
  await t.throwsAsync(
    sendBatch(t, 'mqtt', { ...withPassword, server_name: 'other.example' }, 'sonde:se:cret'),
    {
      message: /other\.example|altnames/,
    },
  );

  const mutual = await startMosquitto(t, [
    ...tls,
    ...[`cafile ${client.certificate}`, 'require_certificate true', 'use_identity_as_username true'],
  ]);
  const withCertificate = { ...config, port: mutual.port, authentication: 'certificate' };
  t.deepEqual(await sendBatch(t, 'mqtt', withCertificate, identity), taken);
  await t.throwsAsync(sendBatch(t, 'mqtt', { ...config, port: mutual.port }), {
    message: /clos|certificate|reset|alert/i,
  });
  await failsLike(t, sendBatch(t, 'mqtt', withCertificate, 'no certificate'), {
    message: /^The certificate or its key cannot be used/,
  });
});

test('what Mosquitto does not let a sink write is no delivery', async (t) => {
  const acl = join(await temporaryDirectory(t), 'acl');
  await writeFile(acl, 'topic write sonde/queries/#\n');
  const { port } = await startMosquitto(t, ['allow_anonymous true', `acl_file ${acl}`]);
  await failsLike(t, sendBatch(t, 'mqtt', { host: '127.0.0.1', port, transport: 'tcp' }), {
    message: 'The receiver refuses a message: not authorized.',
    refused: false,
  });
  const limited = await startMosquitto(t, ['allow_anonymous true', 'max_packet_size 2000']);
  const large = [outgoingRecord('large', `"${'x'.repeat(4_000)}"`)];
  await failsLike(
    t,
    sendBatch(t, 'mqtt', { host: '127.0.0.1', port: limited.port, transport: 'tcp' }, undefined, undefined, {
      records: large,
    }),
    { message: 'The receiver takes no packets over 2000 octets.', refused: true },
  );
});

test('Home Assistant is told of a device for each location, and finds it whenever it comes', async (t) => {
  const { port } = await startMosquitto(t);
  const config = { host: '127.0.0.1', port, transport: 'tcp', home_assistant: 'homeassistant' };
  t.deepEqual(await sendBatch(t, 'mqtt', config), taken);
  const reader = await subscribe(t, port);
  await until(() => reader.messages().length === 1);
  const [[topic, retained, text]] = reader.messages() as [[string, string, string]];
  t.is(topic, 'homeassistant/event/sonde_location_1_threats/config');
  t.is(retained, '1');
  const announced = JSON.parse(text);
  t.like(announced, {
    unique_id: 'sonde_location_1_threats',
    state_topic: 'sonde/threats/1',
    event_types: ['opened', 'worsened', 'resolved', 'reopened'],
    device: { identifiers: ['sonde_location_1'] },
  });
  t.regex(announced.value_template, /'event_type': value_json\.change/);
});

test('Home Assistant has a device for each agent, which tells how it does', async (t) => {
  const { port } = await startMosquitto(t);
  const config = mqtt.config.parse({
    ...{ host: '127.0.0.1', port, transport: 'tcp', home_assistant: 'homeassistant' },
  });
  const now = Date.now();
  const ledger = { ...emptyLedger, packets_dropped: { kernel: 2 }, rows_dropped: { spool: 3 } };
  const states = [
    agentState(7, { host: '', ledger }),
    agentState(8, { locationId: 2, lastSeenAt: new Date(now - 301_000) }),
  ];
  const payload = mqtt.agents!.frame(states, config, now);
  t.deepEqual(await sendBatch(t, 'mqtt', config as object, undefined, undefined, { payload }), taken);
  const reader = await subscribe(t, port);
  await until(() => reader.messages().length === 10);
  t.true(reader.messages().every(([, retained]) => retained === '1'));
  const said = new Map(reader.messages().map(([topic, , text]) => [topic, JSON.parse(text!)]));
  t.like(said.get('sonde/agents/1/7'), { agent_id: 7, location: 'Office', connected: true, lost: 5 });
  t.like(said.get('sonde/agents/2/8'), { agent_id: 8, host: 'gateway-8', connected: false, lost: null });
  t.like(said.get('homeassistant/binary_sensor/sonde_agent_7_connected/config'), {
    ...{ unique_id: 'sonde_agent_7_connected', device_class: 'connectivity', expire_after: 300 },
    state_topic: 'sonde/agents/1/7',
    device: { identifiers: ['sonde_agent_7'], name: `Sonde ${states[0]!.uuid}` },
  });
  for (const entity of ['last_seen', 'queries', 'lost'])
    t.like(said.get(`homeassistant/sensor/sonde_agent_8_${entity}/config`), {
      unique_id: `sonde_agent_8_${entity}`,
      state_topic: 'sonde/agents/2/8',
      value_template: `{{ value_json.${entity} }}`,
    });
});

test('NATS has each row under the subject of its location', async (t) => {
  const { port } = await startNats(t);
  const peer = await NatsPeer.connect(t, port);
  await peer.subscribe('sonde.>');
  const config = { host: '127.0.0.1', port, transport: 'tcp', jetstream: false };
  t.deepEqual(await sendBatch(t, 'nats', config), taken);
  await until(() => peer.messages.length === 3);
  t.deepEqual(
    peer.messages.map(({ subject, text }) => [subject, text]),
    outgoing.map(({ stream, locationId, text }) => [`sonde.${stream}.${locationId}`, text]),
  );
});

test('a stream of JetStream acknowledges each row, and knows those that come again', async (t) => {
  const { port } = await startNats(t);
  const peer = await NatsPeer.connect(t, port);
  const config = { host: '127.0.0.1', port, transport: 'tcp' };
  const options = [undefined, undefined, { records: many }] as const;
  await failsLike(t, sendBatch(t, 'nats', config, ...options), {
    message: /^No stream takes this subject/,
    refused: false,
  });
  await peer.ask('$JS.API.STREAM.CREATE.dns', { name: 'dns', subjects: ['sonde.>'], storage: 'memory' });
  for (let attempt = 0; attempt < 2; attempt++)
    t.deepEqual(await sendBatch(t, 'nats', config, ...options), taken);
  const { state } = await peer.ask('$JS.API.STREAM.INFO.dns', {});
  t.like(state, { messages: 2_000 });

  await peer.ask('$JS.API.STREAM.UPDATE.dns', {
    ...{ name: 'dns', subjects: ['sonde.>'], storage: 'memory', max_msg_size: 1_000 },
  });
  const large = [outgoingRecord('large', `"${'x'.repeat(4_000)}"`)];
  await failsLike(t, sendBatch(t, 'nats', config, undefined, undefined, { records: large }), {
    refused: true,
    message: /message size exceeds maximum/,
  });
});

test('NATS is shown a password, a token, an NKEY or a certificate, over TLS too', async (t) => {
  const { server, client, authority, identity } = await loopbackCertificates(t);
  const tlsLines = `cert_file: "${server.certificate}", key_file: "${server.key}"`;
  const password = await startNats(t, [
    `tls { ${tlsLines} }`,
    'authorization { user: sonde, password: "se:cret" }',
  ]);
  const config = {
    host: '127.0.0.1',
    port: password.port,
    authority,
    server_name: 'localhost',
    jetstream: false,
  };
  const withPassword = { ...config, authentication: 'password' };
  t.deepEqual(await sendBatch(t, 'nats', withPassword, 'sonde:se:cret'), taken);
  await failsLike(t, sendBatch(t, 'nats', withPassword, 'sonde:no'), {
    message: /Authorization Violation/,
    refused: false,
  });
  await t.throwsAsync(sendBatch(t, 'nats', { ...withPassword, authority: undefined }, 'sonde:se:cret'), {
    message: /self-signed|certificate/i,
  });
  await failsLike(t, sendBatch(t, 'nats', { ...withPassword, transport: 'tcp' }, 'sonde:se:cret'), {
    message: 'The receiver wants TLS.',
  });

  const token = await startNats(t, ['authorization { token: "a-token" }']);
  const plain = { host: '127.0.0.1', transport: 'tcp', jetstream: false };
  t.deepEqual(
    await sendBatch(t, 'nats', { ...plain, port: token.port, authentication: 'token' }, 'a-token'),
    taken,
  );

  const { seed, publicKey } = makeNkey();
  const nkey = await startNats(t, [`authorization { users: [ { nkey: ${publicKey} } ] }`]);
  const withSeed = { ...plain, port: nkey.port, authentication: 'credentials' };
  t.deepEqual(await sendBatch(t, 'nats', withSeed, seed), taken);
  await t.throwsAsync(sendBatch(t, 'nats', withSeed, makeNkey().seed), {
    message: /Authorization Violation/,
  });

  const mutual = await startNats(t, [`tls { ${tlsLines}, ca_file: "${client.certificate}", verify: true }`]);
  const withCertificate = { ...config, port: mutual.port, authentication: 'certificate' };
  t.deepEqual(await sendBatch(t, 'nats', withCertificate, identity), taken);
});

/** A user's seed and public key as `nk` writes them. */
function makeNkey() {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const text = (head: number[], key: string) => {
    const body = Buffer.from([...head, ...Buffer.from(key, 'base64url')]);
    let sum = 0;
    for (const octet of body) {
      sum ^= octet << 8;
      for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ ((sum & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff;
    }
    return encodeBase32(Buffer.from([...body, sum & 0xff, sum >> 8])).toUpperCase();
  };
  const user = 20 << 3;
  return { seed: text([0x90 | (user >> 5), (user & 31) << 3], d), publicKey: text([user], x) };
}

for (const compression of ['none', 'gzip', 'zstd'] as const) {
  test(`brokers of Kafka have each row with its key and time, compressed by ${compression}`, async (t) => {
    const kafka = await startKafka(t, 'sonde', 3);
    const config = { brokers: ['127.0.0.1:1', ...kafka.brokers], transport: 'tcp', compression };
    t.deepEqual(await sendBatch(t, 'kafka', config, undefined, undefined, { records: many }), taken);
    await until(() => kafka.messages.length === many.length);
    t.deepEqual(
      new Map(kafka.messages.map(({ key, payload }) => [key, payload])),
      new Map(many.map(({ id, text }) => [id, text])),
    );
    t.true(kafka.messages.every(({ ts }) => ts === Math.floor(outgoingAt / 1_000)));
    t.is(new Set(kafka.messages.map(({ partition }) => partition)).size, 1);
  });
}

test('Kafka has rows of a location in one partition if that is wanted', async (t) => {
  const kafka = await startKafka(t, 'sonde', 2);
  const config = { brokers: kafka.brokers, transport: 'tcp', partition_by: 'location' };
  const records = many.slice(0, 200).map((record, index) => ({ ...record, locationId: index % 20 }));
  const own = { records };
  for (let batch = 0; batch < 2; batch++)
    t.deepEqual(await sendBatch(t, 'kafka', config, undefined, undefined, own), taken);
  await until(() => kafka.messages.length === 400);
  const locations = new Map(records.map(({ id, locationId }) => [id, locationId]));
  const partitions = Map.groupBy(kafka.messages, ({ key }) => locations.get(key!)!);
  for (const own of partitions.values()) t.is(new Set(own.map(({ partition }) => partition)).size, 1);
  t.true(new Set(kafka.messages.map(({ partition }) => partition)).size > 1);
});

test('a receiver that speaks something else, too much or not at all is told of, in time', async (t) => {
  const answers = [
    ['hello\n', /does not speak|closes|is over|too long|ends too early|says more|answers/],
    ['x'.repeat(8 * 1024 * 1024), /says more|too long|does not speak|closes|broke/],
    ['', /in time/],
  ] as const;
  for (const [answer, message] of answers) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      if (answer !== '') socket.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => void server.close());
    const { port } = server.address() as { port: number };
    const host = '127.0.0.1';
    const bounded = { milliseconds: answer === '' ? 300 : 20_000 };
    for (const [kind, config] of [
      ['mqtt', { host, port, transport: 'tcp' }],
      ['nats', { host, port, transport: 'tcp' }],
      ['kafka', { brokers: [`${host}:${port}`], transport: 'tcp' }],
    ] as const) {
      const error = await t.throwsAsync(sendBatch(t, kind, config, undefined, undefined, bounded));
      t.regex(error!.message, message, `${kind}: ${error!.message}`);
    }
  }
});

test('brokers in private networks are reached only where the operator allows it, those that a broker names too', async (t) => {
  const kafka = await startKafka(t, 'sonde');
  const host = '127.0.0.1';
  for (const [kind, config] of [
    ['mqtt', { host, port: 1, transport: 'tcp' }],
    ['nats', { host, port: 1, transport: 'tcp' }],
    ['kafka', { brokers: kafka.brokers, transport: 'tcp' }],
  ] as const)
    await t.throwsAsync(sendBatch(t, kind, config, undefined, []), { message: /must not be connected to/ });
});
