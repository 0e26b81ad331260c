import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { decode, encode } from 'dns-packet';
import { announceCanary } from '../../../agent/canary/announce-canary.ts';
import { askNames } from '../../../agent/canary/ask-names.ts';
import { canaryPatterns, canaryQueries } from '../../../agent/canary/canary-queries.ts';

test('every name of a canary has its label, is a name, and goes where nobody is', (t) => {
  for (const pattern of canaryPatterns) {
    const queries = canaryQueries(pattern, 'sonde-canary-abcdefghijklmnop');
    t.is(new Set(queries.map(({ name }) => name)).size, queries.length);
    for (const { name } of queries) {
      t.true(name.split('.').includes('sonde-canary-abcdefghijklmnop'));
      t.true(name.length <= 253 && name.split('.').every((label) => label.length <= 63));
      t.regex(name, /\.(?:example\.com|example\.net|[a-z]{20}\.com)$/);
    }
  }
});

test('a canary is announced with the key, and its label believed only in its form', async (t) => {
  let answer: object = {
    id: 'abc',
    label: 'sonde-canary-abc',
    starts_at: '2026-03-01T00:00:00.000Z',
    ends_at: '2026-03-01T00:15:00.000Z',
  };
  let status = 201;
  const keys: unknown[] = [];
  const server = createServer(async (request, response) => {
    keys.push(request.headers['x-api-key']);
    for await (const _part of request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const collector = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const announce = () => announceCanary({ collector, key: 'a-key', authorities: undefined }, ['dga']);
  t.like(await announce(), { label: 'sonde-canary-abc', startsAt: new Date('2026-03-01T00:00:00Z') });
  t.deepEqual(keys, ['a-key']);
  answer = { ...answer, label: 'www.somebody.com' };
  await t.throwsAsync(announce());
  status = 401;
  await t.throwsAsync(announce(), { message: /401/ });
});

test('each name is asked for once, and what came of it counted', async (t) => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message, peer) => {
    const { id, questions } = decode(message);
    asked.push(questions![0]!.name);
    // NXDOMAIN, by the four low bits of the flags (RFC 1035 section 4.1.1).
    socket.send(
      encode({ type: 'response', id: id!, flags: 3, questions: questions! }),
      peer.port,
      peer.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.teardown(() => socket.close());
  const queries = canaryQueries('dga', 'sonde-canary-abcdefghijklmnop');
  const result = await askNames(queries, 1, [`127.0.0.1:${socket.address().port}`]);
  t.deepEqual(result, { asked: queries.length, absent: queries.length, unanswered: 0 });
  t.deepEqual(asked.toSorted(), queries.map(({ name }) => name).toSorted());
});
