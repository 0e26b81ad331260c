import { execFile, spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, type AgentOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { clientProof } from '../../../collector/http/access/client-certificate.ts';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { TlsFiles } from '../../../collector/http/server/tls-files.ts';
import { requestCertificate } from '../../../sensor/enrolment/certificate-request.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { addEnrolledAgent, giveCertificates } from '../../support/fakes/fleet/enrol.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { silentLog } from '../../support/silent-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

interface Shown {
  readonly cert?: string;
  readonly key?: string;
}

const ingest = '/api/v1/dns-monitoring/queries';

async function setUp(t: ExecutionContext, mode: 'offered' | 'required' = 'required') {
  const directory = await temporaryDirectory(t);
  const files = await makeCertificate(directory, 'localhost');
  const tls = await TlsFiles.open(files, silentLog);
  t.teardown(() => tls.stop());
  const ca = await readFile(files.certificate, 'utf8');
  const world = new FakeWorld();
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const certificates = await giveCertificates(t, world, mode, clock);
  const outcomes: string[] = [];
  const counter = {
    add: (_amount: number, labels?: { outcome?: string }) => void outcomes.push(labels!.outcome!),
  };
  const proveClient = clientProof(certificates, new TrustedProxies([]), counter);
  const serving = { tls, clients: certificates };
  const api = await startTestApi(t, { world, serving, parts: { proveClient } });
  const { account, key: ownerKey } = await world.addAccount('ada@example.com');
  const office = await world.addLocation(account.id, 'Office');
  const place = { accountId: account.id, locationId: office.id };
  const port = api.address.kind === 'tcp' ? api.address.port : 0;
  const agentWith = (shown: Shown, more: AgentOptions = {}) => {
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1, ...shown, ...more });
    t.teardown(() => agent.destroy());
    return agent;
  };
  const ask = (agent: Agent, method: string, path: string, key?: string, body?: object) =>
    new Promise<{ status: number; body: Record<string, unknown>; socket: unknown }>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) };
      const asked = request({ host: 'localhost', port, path, method, agent, headers }, async (response) => {
        const { socket } = response;
        const answer = await text(response);
        const json = answer.startsWith('{') ? JSON.parse(answer) : {};
        resolve({ status: response.statusCode!, body: json, socket });
      });
      asked.on('error', reject).end(body && JSON.stringify(body));
    });
  const send = (agent: Agent, key: string) => ask(agent, 'POST', ingest, key, { queries: [] });
  /** An agent with a certificate for its key. */
  const enrolled = async (by = certificates) => {
    const made = await addEnrolledAgent(world, place);
    const { key: own } = requestCertificate(made.uuid);
    const { certificate, endsAt } = await by.sign(made, createPublicKey(own));
    return { ...made, endsAt, shown: { cert: certificate, key: own } };
  };
  return {
    ...{ t, api, world, clock, certificates, outcomes, place, office, ownerKey, ca, port, directory },
    ...{ agentWith, ask, send, enrolled },
  };
}

test('where certificates are required, agents are taken with their own alone', async (t) => {
  const { agentWith, send, enrolled, office, outcomes } = await setUp(t);
  const [own, other] = [await enrolled(), await enrolled()];
  t.is((await send(agentWith(own.shown), own.key)).status, 202);
  const stranger = await giveCertificates(t, new FakeWorld());
  const foreign = await enrolled(stranger);
  const refused: [string, Shown, string][] = [
    ['without', {}, own.key],
    ["with another agent's", other.shown, own.key],
    ['by a strange authority', foreign.shown, foreign.key],
    ["with the location's key", own.shown, office.key],
  ];
  for (const [what, shown, key] of refused) {
    const answer = await send(agentWith(shown), key);
    t.deepEqual([answer.status, answer.body.code], [403, 'certificate_required'], what);
  }
  t.deepEqual(outcomes, ['fits', 'none', 'other_key', 'unknown', 'other_key']);
});

test('people, their programs and who enrols need no certificate', async (t) => {
  const { agentWith, ask, ownerKey, office } = await setUp(t);
  const plain = agentWith({});
  t.is((await ask(plain, 'GET', '/api/v1/dns-monitoring/locations', ownerKey)).status, 200);
  const made = await ask(plain, 'POST', '/api/v1/enrolment/tokens', ownerKey, {
    location_id: office.id,
  });
  const { request: wish } = requestCertificate('a8c4f3a2-2f8f-4f5e-9a53-8a3d2f6b1c9e');
  const answer = await ask(plain, 'POST', '/api/v1/enrolment/agents', undefined, {
    token: made.body.token,
    agent_id: 'a8c4f3a2-2f8f-4f5e-9a53-8a3d2f6b1c9e',
    key: `sonde_loc_${'a'.repeat(40)}`,
    certification_request: wish,
  });
  t.is(answer.status, 201);
  t.regex(String((answer.body.certificate as { certificate: string }).certificate), /BEGIN CERTIFICATE/);
});

test('a certificate is renewed over a connection with it, and over no other', async (t) => {
  for (const mode of ['required', 'offered'] as const) {
    const { agentWith, ask, send, enrolled, api, world, place } = await setUp(t, mode);
    const own = await enrolled();
    const next = requestCertificate(own.uuid);
    const renew = (agent: Agent, key = own.key, wish = next.request) =>
      ask(agent, 'POST', '/api/v1/enrolment/certificate', key, { certification_request: wish });
    const thief = await renew(agentWith({}));
    t.is(thief.body.code, mode === 'required' ? 'certificate_required' : 'forbidden', mode);
    t.is((await renew(agentWith(own.shown), own.key, 'hostile')).body.code, 'invalid_input');
    const renewed = await renew(agentWith(own.shown));
    t.is(renewed.status, 200, JSON.stringify(renewed.body));
    const shown = { cert: String(renewed.body.certificate), key: next.key };
    t.is((await send(agentWith(shown), own.key)).status, 202);
    t.is((await send(agentWith(own.shown), own.key)).status, 202, 'the old one is good for its time');
    const listed = await api.world.enrolments.agents([place.locationId], 1);
    t.is(listed[0]!.certificateEndsAt?.toISOString(), String(renewed.body.ends_at));
    if (mode === 'required') continue;
    // Who enrolled before there were certificates gets the first with the key alone.
    const early = await addEnrolledAgent(world, place);
    t.is((await renew(agentWith({}), early.key)).status, 200);
    t.is((await renew(agentWith({}), early.key)).body.code, 'forbidden');
    const shared = await world.addLocation(place.accountId, 'Cellar');
    t.is((await renew(agentWith({}), shared.key)).status, 404, 'a shared key proves nothing');
  }
});

test('a connection that stays open is refused from the request after a revocation on', async (t) => {
  const { agentWith, ask, send, enrolled, ownerKey } = await setUp(t);
  const own = await enrolled();
  const agent = agentWith(own.shown);
  const first = await send(agent, own.key);
  const second = await send(agent, own.key);
  t.deepEqual([first.status, second.status], [202, 202]);
  t.is(first.socket, second.socket);
  await ask(agentWith({}), 'DELETE', `/api/v1/enrolment/agents/${own.id}`, ownerKey);
  const third = await send(agent, own.key);
  t.is(third.socket, first.socket, 'on the same connection');
  t.is(third.status, 401);
});

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`a session of ${version} that is taken up again carries a certificate no further than its end`, async (t) => {
    const { clock, enrolled, port, ca } = await setUp(t);
    const own = await enrolled();
    const options: ConnectionOptions = {
      ...{ host: 'localhost', port, ca, servername: 'localhost', ...own.shown },
      ...{ minVersion: version, maxVersion: version },
    };
    const talk = (more: ConnectionOptions) =>
      new Promise<{ status: string; reused: boolean; session: Buffer }>((resolve, reject) => {
        let session: Buffer | undefined;
        let answer = '';
        let reused = false;
        const socket: TLSSocket = connect({ ...options, ...more });
        socket.on('session', (given: Buffer) => {
          session = given;
        });
        socket.on('secureConnect', () => {
          reused = socket.isSessionReused();
        });
        socket.on('error', reject);
        socket.on('data', (data: Buffer) => {
          answer += data.toString();
        });
        socket.on('close', () => {
          const [status = ''] = answer.split('\r\n');
          resolve({ status, reused, session: session! });
        });
        const body = '{"queries":[]}';
        socket.write(
          `POST ${ingest} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${own.key}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      });
    const first = await talk({});
    t.deepEqual([first.status, first.reused], ['HTTP/1.1 202 Accepted', false]);
    const { session } = first;
    const again = await talk({ session });
    t.deepEqual([again.status, again.reused], ['HTTP/1.1 202 Accepted', true]);
    clock.ahead = own.endsAt.getTime() - Date.now() + 1_000;
    const late = await talk({ session: again.session });
    t.is(late.status, 'HTTP/1.1 403 Forbidden');
  });
}

test('an authority is replaced while the listener goes on, and openssl knows both', async (t) => {
  const { agentWith, send, enrolled, certificates, clock, ca, port, directory } = await setUp(t);
  const old = await enrolled();
  const open = agentWith(old.shown);
  const before = await send(open, old.key);
  await certificates.rotate();
  clock.ahead += 6 * 60_000;
  const next = await enrolled();
  t.is((await send(agentWith(next.shown), next.key)).status, 202);
  t.is((await send(agentWith(old.shown), old.key)).status, 202);
  const after = await send(open, old.key);
  t.deepEqual([after.status, after.socket === before.socket], [202, true], 'no connection was ended');
  const roots = join(directory, 'root.pem');
  const [cert, key] = [join(directory, 'agent.crt'), join(directory, 'agent.key')];
  await Promise.all([writeFile(roots, ca), writeFile(cert, next.shown.cert), writeFile(key, next.shown.key)]);
  const client = spawn('openssl', [
    ...['s_client', '-connect', `localhost:${port}`, '-servername', 'localhost', '-CAfile', roots],
    ...['-verify_return_error', '-cert', cert, '-key', key, '-quiet'],
  ]);
  const body = '{"queries":[]}';
  client.stdin.end(
    `POST ${ingest} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${next.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  client.stdin.on('error', () => undefined);
  t.regex(await text(client.stdout), /^HTTP\/1\.1 202/);
  // What clients are asked for names our authorities alone, so that browsers with other certificates ask nobody.
  const asked = promisify(execFile)('openssl', [
    's_client',
    '-connect',
    `localhost:${port}`,
    '-CAfile',
    roots,
  ]);
  asked.child.stdin!.end();
  const { stdout } = await asked;
  const names = /Acceptable client certificate CA names\n((?:CN ?= ?.*\n)+)/.exec(stdout)![1]!;
  t.deepEqual(
    names
      .trim()
      .split('\n')
      .map((name) => name.replace(/ ?= ?/, '=').replace(/ [0-9a-f]{8}$/, '')),
    ['CN=Sonde agents', 'CN=Sonde agents'],
  );
});
