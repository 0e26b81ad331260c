import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import test from 'ava';
import { makeCertificate } from '../../../../support/certificates.ts';
import { type Received, startReceiver } from '../../../../support/sinks/receiver.ts';
import {
  outgoingAt as at,
  outgoing as records,
  sendBatch as send,
} from '../../../../support/sinks/send-batch.ts';
import { type Ending, temporaryDirectory } from '../../../../support/temporary-directory.ts';

test('any receiver over HTTP is sent lines with a key, and the secret as it wants it', async (t) => {
  const { url, received } = await startReceiver(t);
  await send(t, 'http', { url: `${url}/in`, authentication: 'bearer' }, 'a-token');
  await send(
    t,
    'http',
    { url: `${url}/in`, authentication: 'header', body: 'array', compression: 'zstd' },
    'a-key',
  );
  await send(t, 'http', { url: `${url}/in`, authentication: 'basic', compression: 'none' }, 'user:pass');
  const [lines, array, basic] = received as [Received, Received, Received];
  t.is(lines.text, records.map(({ text }) => `${text}\n`).join(''));
  t.like(lines.headers, {
    authorization: 'Bearer a-token',
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    'idempotency-key': 'the-key',
  });
  t.is(JSON.parse(array.text).length, 3);
  t.is(array.headers['x-api-key'], 'a-key');
  t.is(basic.headers.authorization, `Basic ${Buffer.from('user:pass').toString('base64')}`);
});

test('a receiver in a private network is reached only where the operator allows it', async (t) => {
  const { url, received } = await startReceiver(t);
  await t.throwsAsync(send(t, 'http', { url }, undefined, []), { message: /must not be connected to/ });
  await t.throwsAsync(send(t, 'syslog', { host: '127.0.0.1', port: 1, transport: 'tcp' }, undefined, []), {
    message: /must not be connected to/,
  });
  t.is(received.length, 0);
});

test('what a receiver answers says whether to try again', async (t) => {
  const receiver = await startReceiver(
    t,
    (_received, response) => void response.writeHead(429, { 'retry-after': '7' }).end('busy'),
  );
  const config = { url: receiver.url };
  t.like(await t.throwsAsync(send(t, 'http', config)), { refused: false, retryAfterMilliseconds: 7_000 });
  receiver.chosen.answer = (_received, response) => void response.writeHead(401).end();
  t.like(await t.throwsAsync(send(t, 'http', config)), { refused: false });
  receiver.chosen.answer = (_received, response) => void response.writeHead(400).end('what is this?');
  t.like(await t.throwsAsync(send(t, 'http', config)), {
    refused: true,
    message: 'The receiver answers 400: what is this?',
  });
});

/** The bulk interface as published: pairs of lines, an answer for each; an id that is there already is a conflict. */
function bulkAnswer(
  ids: Map<string, unknown>,
  refused: (document: Record<string, unknown>) => number | undefined,
) {
  return ({ text }: Received): string => {
    const lines = text.trimEnd().split('\n');
    const items = [];
    for (let line = 0; line < lines.length; line += 2) {
      const { create } = JSON.parse(lines[line]!);
      const document = JSON.parse(lines[line + 1]!);
      const fault = refused(document);
      const status = fault ?? (ids.has(create._id) ? 409 : 201);
      if (status === 201) ids.set(create._id, { index: create._index, document });
      items.push({ create: { status, ...(status > 299 ? { error: { reason: 'because' } } : {}) } });
    }
    return JSON.stringify({ errors: items.some(({ create }) => create.status > 299), items });
  };
}

test('Elasticsearch has each row once however often it comes, and refusals are counted', async (t) => {
  const ids = new Map<string, unknown>();
  let refused = (_document: Record<string, unknown>): number | undefined => undefined;
  const answer = bulkAnswer(ids, (document) => refused(document));
  const { url, received } = await startReceiver(t, (one, response) => void response.end(answer(one)));
  const config = { url: `${url}/`, index: 'logs-dns', authentication: 'api_key' };
  t.deepEqual(await send(t, 'elasticsearch', config, 'key'), { refused: 0 });
  t.deepEqual(await send(t, 'elasticsearch', config, 'key'), { refused: 0 });
  t.deepEqual([...ids.keys()], ['b-0', 'b-1', 'threat-1']);
  t.true(received[0]!.text.endsWith('\n'));
  t.regex(received[0]!.path, /^\/_bulk\?/);
  t.is(received[0]!.headers.authorization, 'ApiKey key');
  refused = ({ query_name: name }) => (name === 'b.example' ? 400 : undefined);
  t.deepEqual(await send(t, 'elasticsearch', config, 'key'), { refused: 1 });
  refused = ({ query_name: name }) => (name === 'b.example' ? 429 : undefined);
  t.like(await t.throwsAsync(send(t, 'elasticsearch', config, 'key')), { refused: false });
});

test('Splunk is sent events one behind the other', async (t) => {
  const { url, received } = await startReceiver(
    t,
    (_one, response) => void response.end('{"text":"Success","code":0}'),
  );
  await send(t, 'splunk', { url, index: 'dns' }, 'token');
  const [{ path, headers, text }] = received as [Received];
  t.is(path, '/services/collector/event');
  t.is(headers.authorization, 'Splunk token');
  const events = text.split('\n').map((line) => JSON.parse(line));
  t.like(events[0], { time: at / 1e6, host: 'collector.example', source: 'sonde', index: 'dns' });
  t.deepEqual(events[0].event, { query_name: 'ä.example' });
  t.is(events.length, 3);
});

test('Loki is sent streams with few labels, in order of time', async (t) => {
  const { url, received } = await startReceiver(t, (_one, response) => void response.writeHead(204).end());
  await send(t, 'loki', { url, tenant: 'one', labels: { job: 'dns' } });
  const [{ path, headers, text }] = received as [Received];
  t.is(path, '/loki/api/v1/push');
  t.is(headers['x-scope-orgid'], 'one');
  const { streams } = JSON.parse(text);
  t.deepEqual(
    streams.map(({ stream }: { stream: object }) => stream),
    [
      { job: 'dns', stream: 'queries', location: '1', severity: 'info' },
      { job: 'dns', stream: 'queries', location: '2', severity: 'info' },
      { job: 'dns', stream: 'threats', location: '1', severity: 'high' },
    ],
  );
  t.deepEqual(streams[0].values, [[`${at}000`, records[0]!.text]]);
});

test('OpenTelemetry is sent log records, and what it rejects is counted', async (t) => {
  const { url, received, chosen } = await startReceiver(t);
  t.deepEqual(await send(t, 'otlp', { url }), { refused: 0 });
  const [{ path, text }] = received as [Received];
  t.is(path, '/v1/logs');
  const [{ resource, scopeLogs }] = JSON.parse(text).resourceLogs;
  t.deepEqual(resource.attributes[0], { key: 'service.name', value: { stringValue: 'sonde' } });
  t.like(scopeLogs[0].logRecords[2], { timeUnixNano: `${at}000`, severityNumber: 17, severityText: 'high' });
  chosen.answer = (_one, response) => void response.end('{"partialSuccess":{"rejectedLogRecords":"2"}}');
  t.deepEqual(await send(t, 'otlp', { url }), { refused: 2 });
});

/** Listens, and resolves with all that came over a connection whose other end said that this was all. */
async function listen(t: Ending, server: Server, event: 'connection' | 'secureConnection') {
  const whole = Promise.withResolvers<string>();
  server.on(event, (socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => whole.resolve(Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  return { port: (server.address() as AddressInfo).port, whole: whole.promise };
}

/** The messages of RFC 5425's framing: each behind its length in octets and a space. */
function messages(text: string): string[] {
  let bytes = Buffer.from(text);
  const found: string[] = [];
  while (bytes.length > 0) {
    const [, digits = ''] = /^([1-9]\d{0,5}) /.exec(bytes.toString('latin1', 0, 8)) ?? [];
    if (digits === '') throw new Error('no frame');
    const end = digits.length + 1 + Number(digits);
    found.push(bytes.toString('utf8', digits.length + 1, end));
    bytes = bytes.subarray(end);
  }
  return found;
}

/** RFC 5424 section 6, as strict as its grammar. */
const message =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) (-|[!-~]{1,128}) (-|[!-~]{1,32}) - (.*)$/su;

test('syslog over TLS is framed by octets, each message as its grammar wants it', async (t) => {
  const { certificate, key } = await makeCertificate(await temporaryDirectory(t), 'localhost');
  const pem = await readFile(certificate, 'utf8');
  const server = createTlsServer({ cert: pem, key: await readFile(key) });
  const { port, whole } = await listen(t, server, 'secureConnection');
  const config = { host: '127.0.0.1', port, authority: pem, server_name: 'localhost' };
  t.deepEqual(await send(t, 'syslog', config), { refused: 0 });
  const parts = messages(await whole).map((text) => message.exec(text)!.slice(1));
  t.deepEqual(parts, [
    ['134', '2025-11-24T16:00:00.123Z', 'collector.example', 'sonde', '-', 'query', records[0]!.text],
    ['134', '2025-11-24T16:00:00.123Z', 'collector.example', 'sonde', '-', 'query', records[1]!.text],
    ['131', '2025-11-24T16:00:00.123Z', 'collector.example', 'sonde', '-', 'threat', records[2]!.text],
  ]);
  await t.throwsAsync(send(t, 'syslog', { ...config, authority: undefined }), {
    message: /self-signed|certificate/i,
  });
});

test('syslog over TCP is delivered when the other side has seen its end, and not where it breaks off', async (t) => {
  const { port, whole } = await listen(t, createTcpServer(), 'connection');
  t.deepEqual(await send(t, 'syslog', { host: '127.0.0.1', port, transport: 'tcp' }), { refused: 0 });
  t.is(messages(await whole).length, 3);
  const rude = createTcpServer((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  const other = await listen(t, rude, 'connection');
  await t.throwsAsync(send(t, 'syslog', { host: '127.0.0.1', port: other.port, transport: 'tcp' }), {
    message: /connection broke/,
  });
});
