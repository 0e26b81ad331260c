import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { decode, encode } from 'dns-packet';
import { announceCanary } from '../../../agent/canary/announce-canary.ts';
import { askNames } from '../../../agent/canary/ask-names.ts';
import { canaryPatterns, canaryQueries } from '../../../agent/canary/canary-queries.ts';
import { explainFailure } from '../../../client/explain-failure.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

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
    keys.push(request.headers.authorization);
    for await (const _part of request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const collector = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const announce = () => announceCanary({ collector, key: 'a-key', authorities: undefined }, ['dga']);
  t.like(await announce(), { label: 'sonde-canary-abc', startsAt: new Date('2026-03-01T00:00:00Z') });
  t.deepEqual(keys, ['Bearer a-key']);
  answer = { ...answer, label: 'www.somebody.com' };
  await t.throwsAsync(announce());
  status = 401;
  await t.throwsAsync(announce(), { name: 'SondeError', message: /401/ });
  server.close();
  server.closeAllConnections();
  const unreachable = await t.throwsAsync(announce());
  t.regex(explainFailure(unreachable) ?? '', /^The collector can't be reached: .*ECONNREFUSED/);
});

test('a canary is announced over a Unix socket too, and below the path of a proxy', async (t) => {
  const paths: unknown[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    request.resume();
    response.writeHead(201, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'c-1',
        label: 'sonde-canary-abc',
        starts_at: '2026-03-01T00:00:00.000Z',
        ends_at: '2026-03-01T00:15:00.000Z',
      }),
    );
  });
  const socket = join(await temporaryDirectory(t), 'a:b c.sock');
  await new Promise<void>((resolve) => server.listen(socket, () => resolve()));
  t.teardown(() => server.close());
  const front = createServer((request, response) => server.emit('request', request, response));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', () => resolve()));
  t.teardown(() => front.close());
  const port = (front.address() as AddressInfo).port;
  for (const collector of [`unix:${socket}`, `http://127.0.0.1:${port}/sonde`]) {
    const { id } = await announceCanary({ collector, key: 'a-key', authorities: undefined }, ['dga']);
    t.is(id, 'c-1');
  }
  t.deepEqual(paths, ['/api/v1/dns-monitoring/canaries', '/sonde/api/v1/dns-monitoring/canaries']);
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
