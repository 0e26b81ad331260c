import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { ExecutionContext } from 'ava';
import test from 'ava';
import { certificateState } from '../../../../collector/domain/serving/certificate-state.ts';
import { startIssuing } from '../../../support/acme/keeper.ts';
import {
  freshDatabase,
  type PostgresServer,
  startPostgresServer,
} from '../../../support/engines/postgres.ts';
import { until } from '../../../support/until.ts';

let database: PostgresServer;
test.before(async () => {
  database = await startPostgresServer();
});
test.after.always(() => database.remove());

const day = 86_400_000;

async function issuing(t: ExecutionContext, given?: Parameters<typeof startIssuing>[2]) {
  const { open } = await freshDatabase(t, database.server.connection);
  return startIssuing(t, open(), given);
}

/** Asks a collector as a browser would that trusts this authority alone. */
function get(port: number, ca: string, agent: Agent | false = false): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, servername: 'sonde.example', ca, agent }, (response) =>
      resolve(text(response)),
    )
      .on('error', reject)
      .end();
  });
}

for (const challenge of ['tls-alpn-01', 'http-01'] as const) {
  test(`a certificate is given by ${challenge} and served, on every collector`, async (t) => {
    const { authority, startCollector, store, counts } = await issuing(t);
    const first = await startCollector({ challenge });
    await t.throwsAsync(get(first.tlsPort, authority.root), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    t.like(certificateState(first.keeper, Date.now()), { source: 'acme', temporary: true, failures: 0 });
    await first.keeper.look();
    t.deepEqual(first.keeper.attempts?.lastFailure, null);
    t.is(await get(first.tlsPort, authority.root), 'hello');
    const state = certificateState(first.keeper, Date.now());
    t.like(state, { temporary: false, names: ['sonde.example'], issuer: 'Test authority' });
    t.true(state.renewsAt! < state.endsAt!);
    // The other asks nobody.
    const second = await startCollector({ challenge });
    t.is(await get(second.tlsPort, authority.root), 'hello');
    await second.keeper.look();
    t.is(authority.certificates.size, 1);
    t.is(counts.get('asked issued'), 1);
    t.regex((await store.certificate())!.sealedKey, /^v1\./);
    // Nothing is left to be looked at.
    t.is(await store.challengeByName(challenge, 'sonde.example'), undefined);
  });
}

test('a certificate is renewed in time while connections go on, and the old one is kept while that fails', async (t) => {
  const { authority, startCollector, time, counts, ports } = await issuing(t);
  const { keeper, tlsPort } = await startCollector();
  await keeper.look();
  const before = keeper.material.cert;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  t.is(await get(tlsPort, authority.root, agent), 'hello');

  // Two thirds of 90 days are 60.
  time.now += 59 * day;
  await keeper.look();
  t.is(keeper.material.cert, before);
  const { tls } = ports;
  ports.tls = 1;
  time.now += 2 * day;
  await keeper.look();
  t.is(keeper.material.cert, before);
  t.like(keeper.attempts, { failures: 1 });
  t.regex(keeper.attempts!.lastFailure!, /sonde\.example by tls-alpn-01: .*ECONNREFUSED.*\(unauthorized\)$/);
  // Not before its time, and twice as late each time.
  time.now += 4 * 60_000;
  await keeper.look();
  t.like(keeper.attempts, { failures: 1 });
  time.now += 60_000;
  await keeper.look();
  t.like(keeper.attempts, { failures: 2 });
  t.is(keeper.attempts!.notBefore!.getTime(), time.now + 10 * 60_000);
  t.is(await get(tlsPort, authority.root), 'hello');

  ports.tls = tls;
  time.now += 10 * 60_000;
  await keeper.look();
  t.like(keeper.attempts, { failures: 0, lastFailure: null });
  t.not(keeper.material.cert, before);
  // On the connection of before.
  t.is(await get(tlsPort, authority.root, agent), 'hello');
  t.is(Object.values(agent.freeSockets).flat().length, 1);
  t.deepEqual([counts.get('asked issued'), counts.get('asked failed')], [2, 2]);
});

test('an authority that says when to renew is asked, and told what is replaced', async (t) => {
  const { authority, startCollector, time, store } = await issuing(t, {
    window: { start: new Date(Date.now() + 70 * day), end: new Date(Date.now() + 71 * day) },
  });
  const { keeper } = await startCollector();
  await keeper.look();
  const { renewAt } = (await store.certificate())!;
  t.true(renewAt.getTime() >= time.now + 70 * day - 60_000 && renewAt.getTime() <= time.now + 71 * day);
  t.deepEqual(authority.replaced, [undefined]);
  // All certificates are to be replaced at once.
  authority.behaviour.window = { start: new Date(time.now - day), end: new Date(time.now - day / 2) };
  time.now += 7 * 3_600_000;
  await keeper.look();
  t.is(authority.replaced.length, 2);
  t.regex(authority.replaced[1] ?? '', /^[\w-]+\.[\w-]+$/);
});

test('bad nonces, authorities that take their time, and their limits are lived with', async (t) => {
  const { authority, startCollector, time } = await issuing(t, {
    badNonces: 2,
    processing: 3,
    refuseOrders: { type: 'rateLimited', detail: 'too many\u0000 orders\n', retryAfter: '7200' },
  });
  const { keeper } = await startCollector();
  await keeper.look();
  t.is(keeper.attempts?.lastFailure, 'The certificate authority refuses: too many orders (rateLimited)');
  t.is(keeper.attempts?.notBefore?.getTime(), time.now + 7_200_000);
  delete authority.behaviour.refuseOrders;
  // Who asks by hand need not wait.
  await keeper.askSoon();
  await until(() => keeper.kept !== null && keeper.attempts?.failures === 0);
  t.is(authority.certificates.size, 1);
});

test('an order that was begun is gone on with, and one for other names does not wait', async (t) => {
  const { authority, startCollector } = await issuing(t, { challenges: ['dns-01'] });
  const { keeper } = await startCollector();
  await keeper.look();
  t.is(
    keeper.attempts?.lastFailure,
    'The certificate authority offers no challenge tls-alpn-01 for sonde.example, but dns-01.',
  );
  authority.behaviour.challenges = ['tls-alpn-01'];
  await keeper.askSoon();
  await until(() => keeper.kept !== null);
  t.is(authority.orders.size, 1);
  const other = await startCollector({ names: ['sonde.example', 'dns.example'] });
  await other.keeper.look();
  t.deepEqual(other.keeper.kept?.names, ['sonde.example', 'dns.example']);
});

test('terms, external accounts, answers that are none and certificates for others are told', async (t) => {
  const key = randomBytes(32);
  const { authority, startCollector } = await issuing(t, {
    terms: 'https://authority.example/terms',
    external: { id: 'kid-1', key },
  });
  const failure = async (order: Parameters<typeof startCollector>[0]) => {
    const { keeper } = await startCollector(order);
    await keeper.look();
    return keeper.attempts?.lastFailure;
  };
  const terms = { contact: ['dns@example.net'], termsAgreed: true, external: undefined };
  t.regex(
    (await failure({ terms: { ...terms, termsAgreed: false } })) ?? '',
    /agree by SONDE_ACME_TERMS_AGREED/,
  );
  t.regex((await failure({ terms })) ?? '', /wants an account of its own/);
  const wrong = { ...terms, external: { id: 'kid-1', key: randomBytes(32) } };
  t.regex((await failure({ terms: { ...wrong, contact: [] } })) ?? '', /does not fit \(unauthorized\)$/);
  authority.behaviour.otherName = 'other.example';
  const right = { ...terms, external: { id: 'kid-1', key } };
  t.regex((await failure({ terms: right })) ?? '', /gives a certificate that is not for sonde\.example/);
  authority.behaviour.garbage = '{"newNonce":"javascript:1"}';
  t.regex(
    (await failure({ names: ['a.example'], terms: right })) ?? '',
    /directory is not of the form that RFC 8555/,
  );
  delete authority.behaviour.garbage;
  delete authority.behaviour.otherName;
  t.is(await failure({ terms: right }), null);
  t.deepEqual([...authority.accounts.values()][0]?.contact, ['mailto:dns@example.net']);
});

test('collectors that ask at the same time are given one certificate; one with another secret says so', async (t) => {
  const { authority, startCollector } = await issuing(t);
  const both = [await startCollector(), await startCollector()];
  await Promise.all(both.map(({ keeper }) => keeper.look()));
  await Promise.all(both.map(({ keeper }) => keeper.look()));
  t.is(authority.certificates.size, 1);
  t.is(both[0]!.keeper.material.cert, both[1]!.keeper.material.cert);
  const { keeper } = await startCollector({}, { ownSecret: randomBytes(32) });
  t.is(keeper.kept, null);
});

test('a connection that is no hello, or that offers other protocols, is served as ever', async (t) => {
  const { startCollector, authority } = await issuing(t);
  const { keeper, tlsPort } = await startCollector();
  await keeper.look();
  const answerTo = (ALPNProtocols: string[]) =>
    new Promise<string>((resolve) => {
      const options = { host: '127.0.0.1', port: tlsPort, servername: 'sonde.example', ca: authority.root };
      const socket = connect({ ...options, ALPNProtocols }, () => {
        resolve(socket.getPeerCertificate().subject.CN as string);
        socket.destroy();
      }).on('error', ({ message }) => resolve(message));
    });
  t.is(await answerTo(['http/1.1']), 'sonde.example');
  t.is(await answerTo(['http/1.1', 'acme-tls/1']), 'sonde.example');
  // No challenge is open.
  t.regex(await answerTo(['acme-tls/1']), /alert|disconnected|ECONNRESET|reset/);
  t.is(await get(tlsPort, authority.root), 'hello');
});
