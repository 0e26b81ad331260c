import { existsSync } from 'node:fs';
import test from 'ava';
import { io, type Socket } from 'socket.io-client';
import { RawBody } from '../../../client/raw-body.ts';
import { SondeClient } from '../../../client/sonde-client.ts';
import { SondeError } from '../../../client/sonde-error.ts';
import { requestsPerDay } from '../../../collector/domain/people/quota/tier-limits.ts';
import { accountSubject } from '../../../collector/domain/people/quota/usage-subject.ts';
import { createUsageStore } from '../../../collector/storage/postgres/accounts/usage.ts';
import { openPostgres } from '../../../collector/storage/postgres/pool.ts';
import { startTestClickHouse } from '../../support/engines/clickhouse.ts';
import { startProxy } from '../../support/engines/clickhouse-proxy.ts';
import { startDebianPostgres } from '../../support/engines/postgres-server.ts';
import { silentLog } from '../../support/engines/postgres-silent-log.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import type { Ending } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

/** What two collectors on one PostgreSQL and one ClickHouse promise together. */
interface Pair {
  readonly urls: readonly [string, string];
  readonly databaseUrl: string;
}

async function startPair(t: Ending): Promise<Pair> {
  const [postgres, clickhouse] = await Promise.all([startDebianPostgres(), startTestClickHouse()]);
  t.teardown(() => postgres.remove());
  t.teardown(() => clickhouse.dispose());
  const proxy = await startProxy(clickhouse.engine.socketPath);
  t.teardown(() => proxy.close());
  const flags = {
    databaseUrl: postgres.url,
    clickhouseUrl: `${proxy.url}/together`,
    tokenSecret: 'a-secret-of-thirty-two-characters-or-more',
  };
  // At once, so that both find an empty database.
  const [one, two] = await Promise.all([startTestCollector(t, flags), startTestCollector(t, flags)]);
  return { urls: [one.url, two.url], databaseUrl: postgres.url };
}

const endings: (() => unknown)[] = [];
const started: { pair?: Pair } = {};

const clients = (key?: string) =>
  started.pair!.urls.map(
    (url) => new SondeClient({ url, retries: 0, ...(key === undefined ? {} : { key }) }),
  ) as [SondeClient, SondeClient];

/** An account of its own for a test: its token, and a key. */
async function newAccount(email: string): Promise<{ id: number; key: string }> {
  const [one] = clients();
  const { token, user } = await one.call('POST /api/auth/register', {
    body: { email, password: 'long enough' },
  });
  const made = await one.withKey(token).call('POST /api/account/api-keys', { body: { label: 'test' } });
  return { id: user.id, key: made.api_key };
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof SondeError) return error.status;
    throw error;
  }
}

if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) {
  test('PostgreSQL 15 is not installed: two collectors on it are not tested', (t) => t.pass());
} else {
  test.before(async () => {
    started.pair = await startPair({ teardown: (end) => endings.push(end) });
  });
  test.after.always(async () => {
    for (const end of endings.toReversed()) await end();
  });

  test('an account that registers at both at once is one account', async (t) => {
    const body = { email: 'twice@example.com', password: 'long enough' };
    const calls = [...clients(), ...clients()].map((client) =>
      statusOf(client.call('POST /api/auth/register', { body })),
    );
    t.deepEqual((await Promise.all(calls)).toSorted(), [200, 409, 409, 409]);
  });

  test('a token of one is good at the other, and so is its end', async (t) => {
    const [one, two] = clients();
    const { token } = await one.call('POST /api/auth/register', {
      body: { email: 'token@example.com', password: 'long enough' },
    });
    t.is(await statusOf(two.withKey(token).call('GET /api/auth/me')), 200);
    await one.withKey(token).call('POST /api/auth/logout-everywhere');
    t.is(await statusOf(two.withKey(token).call('GET /api/auth/me')), 401);
  });

  test('a key that is revoked at one stops at both', async (t) => {
    const { key } = await newAccount('revoked@example.com');
    const both = clients(key);
    for (const client of both) t.is(await statusOf(client.call('GET /api/auth/me')), 200);
    const { api_keys } = await both[0].call('GET /api/account/api-keys');
    await both[0].call('DELETE /api/account/api-keys/{id}', { params: { id: api_keys[0]!.id } });
    const revokedAt = performance.now();
    for (const client of both)
      await until(async () => (await statusOf(client.call('GET /api/auth/me'))) === 401);
    t.log(`refused by both after ${((performance.now() - revokedAt) / 1_000).toFixed(1)} s`);
    t.pass();
  });

  test('the requests of a day are counted together, to within one in a hundred', async (t) => {
    const { id, key } = await newAccount('quota@example.com');
    const limit = requestsPerDay.free!;
    const left = 1_000;
    const postgres = openPostgres({ connectionString: started.pair!.databaseUrl, max: 1 }, silentLog);
    const day = new Date().toISOString().slice(0, 10);
    const subject = accountSubject(id);
    await createUsageStore(postgres).add(day, new Map([[subject, limit - left]]));
    await postgres.close();
    let answered = 0;
    const ask = async (client: SondeClient) => {
      for (let asked = 0; asked < 150; asked++) {
        if ((await statusOf(client.call('GET /api/auth/me'))) === 200) answered++;
      }
    };
    const callers = [...clients(key), ...clients(key), ...clients(key), ...clients(key), ...clients(key)];
    await Promise.all(callers.map(ask));
    t.log(
      `${answered} of ${left} left were answered: ${(((answered - left) / limit) * 100).toFixed(2)} % off`,
    );
    t.true(Math.abs(answered - left) <= limit / 100, `${answered} answered`);
  });

  test('a batch that is sent to both is stored once', async (t) => {
    const { key } = await newAccount('batch@example.com');
    const [one, two] = clients(key);
    const location = await one.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: 'office' },
    });
    const timestamp = new Date().toISOString();
    const batch = Array.from({ length: 50 }, (_, index) => ({
      timestamp,
      client_ip: '192.0.2.7',
      query_name: `host-${index}.example.com`,
      query_type: 'A',
      response_code: 'NOERROR',
    }));
    const senders = clients(location.api_key);
    const receipts = await Promise.all(
      [...senders, ...senders].map((sender) => sender.ingestQueries(batch, { batchId: 'the-same' })),
    );
    t.deepEqual(receipts.map(({ duplicate }) => duplicate).toSorted(), [false, true, true, true]);
    const count = async () => (await two.call('GET /api/v1/dns-monitoring/queries')).count;
    await until(async () => (await count()) > 0);
    // What would be stored twice has had the time that the first took.
    for (let look = 0; look < 5; look++) t.is(await count(), batch.length);
  });

  test('what happens at one reaches who listens at the other', async (t) => {
    const { key } = await newAccount('listener@example.com');
    const [one] = clients(key);
    const [admin] = clients(adminKey);
    const names = Array.from({ length: 10 }, (_, index) => `bad-${index}.example`);
    await admin.call('PUT /api/v1/threat-intel/indicators/{source}', {
      params: { source: 'together' },
      body: new RawBody('text/plain', names.join('\n')),
    });
    const location = await one.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: 'branch' },
    });
    const heard = await Promise.all(started.pair!.urls.map((url) => listen(t, url, key)));
    const [sender] = clients(location.api_key);
    const across: number[] = [];
    for (const [index, name] of names.entries()) {
      const opened = () => heard.every((events) => events.has(name));
      await until(async () => {
        // Until the collector has loaded the indicators, nothing is opened; then every name once.
        if (index > 0 && heard[0]!.size > index) return true;
        await sender.ingestQueries([
          { timestamp: new Date().toISOString(), client_ip: '192.0.2.7', query_name: name, query_type: 'A' },
        ]);
        await until(opened, 2_000).catch(() => undefined);
        return opened();
      });
      await until(opened);
      across.push(Math.abs(heard[1]!.get(name)! - heard[0]!.get(name)!));
    }
    across.sort((a, b) => a - b);
    t.log(
      `from one collector's subscriber to the other's: median ${across[across.length >> 1]!.toFixed(1)} ms, ` +
        `most ${across.at(-1)!.toFixed(1)} ms`,
    );
    t.is(across.length, names.length);
  });
}

/** Listens for threats; when each domain was heard of first. */
async function listen(t: Ending, url: string, token: string): Promise<Map<string, number>> {
  const socket: Socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } });
  t.teardown(() => socket.close());
  const heard = new Map<string, number>();
  socket.on('threat_alert', ({ domain }: { domain: string }) => {
    if (!heard.has(domain)) heard.set(domain, performance.now());
  });
  await socket.emitWithAck('subscribe_threat_feed');
  return heard;
}
