import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { decode, encode } from 'dns-packet';
import { SondeClient } from '../../client/sonde-client.ts';
import { dataDirectory, start } from './sonde.ts';

const dig = promisify(execFile);

test.serial('npm start serves, tells its key once, and starts again on its data', async (t) => {
  t.timeout(120_000);
  const data = dataDirectory(t);
  const command = ['npm', 'start', '--', '--no-agent', '--listen', '127.0.0.1:0', '--data', data];
  const first = start(t, command);
  const [, url] = await first.waitFor(/Sonde listens on (http:\S+)/);
  const [, key] = await first.waitFor(/shown this once: (\S+)/);
  t.is((await fetch(`${url}/health/ready`)).status, 200);
  t.is((await fetch(`${url}/api/v1/dns-monitoring/stats`)).status, 401);
  const [, link] = await first.waitFor(/set your password: (\S+)/);
  const [page, token] = link!.split('#');
  t.is(page, `${url}/setup`);
  const signedIn = await fetch(`${url}/api/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url! },
    body: JSON.stringify({ token, password: 'chosen on the first page' }),
  });
  t.is(signedIn.status, 200, await signedIn.text());
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  t.is((await fetch(`${url}/api/v1/dns-monitoring/stats`, { headers: { cookie } })).status, 200);
  t.is((await getStats(url!, key!)).totals.queries, 0);
  t.is(statSync(data).mode & 0o077, 0);
  t.is(await first.stop('SIGINT'), 0, first.said());

  const second = start(t, command);
  const [, newUrl] = await second.waitFor(/Sonde listens on (http:\S+)/);
  t.is((await getStats(newUrl!, key!)).totals.queries, 0);
  t.is(await second.stop('SIGTERM'), 0, second.said());
  t.notRegex(second.said(), /shown this once|set your password/);
});

test.serial('a chosen key is the administrator key', async (t) => {
  t.timeout(120_000);
  const key = 'a-key-that-was-chosen-by-hand-1234';
  const flags = ['--no-agent', '--listen', '127.0.0.1:0', '--data', dataDirectory(t)];
  const sonde = start(t, ['npm', 'start', '--', ...flags], { SONDE_ADMIN_KEY: key });
  const [, url] = await sonde.waitFor(/Sonde listens on (http:\S+)/);
  t.is((await getStats(url!, key)).totals.queries, 0);
  t.is(await sonde.stop('SIGTERM'), 0, sonde.said());
});

test.serial('a query that passes an interface is in the statistics and said on the console', async (t) => {
  t.timeout(120_000);
  const server = await startServer(t);
  // lo can be seen from a namespace of our own, whoever we are; the queries go the same way.
  const data = dataDirectory(t);
  const sonde = start(t, ['npm', 'start', '--', '--listen', '127.0.0.1:0', '--data', data]);
  const [, url] = await sonde.waitFor(/Sonde listens on (http:\S+)/);
  const [, key] = await sonde.waitFor(/shown this once: (\S+)/);
  await sonde.waitFor(/Capturing on /);
  await dig('dig', ['@127.0.0.1', '-p', String(server.port), '+tries=1', 'seen.on-the-wire.example', 'A']);
  let names: readonly { name: string }[] = [];
  for (let attempt = 0; attempt < 50; attempt++) {
    names = (await getStats(url!, key!, 100)).top_names;
    if (names.some(({ name }) => name.startsWith('seen.on-the-wire'))) break;
    await sleep(100);
  }
  t.true(
    names.some(({ name }) => name.startsWith('seen.on-the-wire')),
    JSON.stringify(names) + sonde.said(),
  );
  await sonde.waitFor(/\d+ queries in 24 hours/);
  t.is(await sonde.stop('SIGINT'), 0, sonde.said());
  t.is(statSync(join(data, 'agent', 'key')).mode & 0o077, 0);
});

/** What the API says of the traffic, as this key may see it. */
function getStats(url: string, key: string, top = 1) {
  return new SondeClient({ url, key }).call('GET /api/v1/dns-monitoring/stats', { query: { top } });
}

/** A server that answers each question with no data, on a port that carries multicast DNS and is free on loopback. */
async function startServer(t: { teardown(fn: () => void): void }): Promise<{ port: number }> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.on('message', (message, peer) => {
    const query = decode(message);
    const answer = encode({ type: 'response', id: query.id ?? 0, questions: query.questions ?? [] });
    socket.send(answer, peer.port, peer.address);
  });
  socket.bind(5355, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return { port: 5355 };
}

test.serial(
  'a first start says which feeds it fetches, and one that fails is told where feeds are listed',
  async (t) => {
    t.timeout(120_000);
    const data = dataDirectory(t);
    // From a directory with nothing in it in place of the network.
    const env = { SONDE_FEEDS: '', SONDE_FEED_DIRECTORY: dataDirectory(t) };
    const command = ['npm', 'start', '--', '--no-agent', '--listen', '127.0.0.1:0', '--data', data];
    const first = start(t, command, env);
    const [, url] = await first.waitFor(/Sonde listens on (http:\S+)/);
    const [, key] = await first.waitFor(/shown this once: (\S+)/);
    const [, said] = await first.waitFor(/Enabled threat feeds, with their licences:\n((?: {2}.*\n)*)/);
    t.is(said!.trim().split('\n').length, 10);
    t.regex(said!, /^ {2}cisa-kev +CISA known exploited vulnerabilities \(Public domain\)$/m);
    await first.waitFor(/--no-feeds starts without/);
    const client = new SondeClient({ url: url!, key: key! });
    const looked = async () => {
      const { feeds } = await client.call('GET /api/v1/threat-intel/feeds');
      return feeds.filter(({ is_enabled: isOn }) => isOn);
    };
    while ((await looked()).some(({ last_attempt_at: at }) => at === null)) await sleep(200);
    for (const feed of await looked()) {
      t.is(feed.status, 'failed');
      t.true(Date.parse(feed.next_attempt_at!) > Date.now());
    }
    t.is(await first.stop('SIGINT'), 0, first.said());

    const second = start(t, [...command, '--no-feeds'], env);
    await second.waitFor(/No threat feed is enabled/);
    t.is(await second.stop('SIGTERM'), 0, second.said());
  },
);
