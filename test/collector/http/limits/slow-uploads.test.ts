import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { z } from 'zod';
import { logIn } from '../../../../collector/endpoints/auth/log-in.ts';
import { register } from '../../../../collector/endpoints/auth/register.ts';
import type { EndpointPorts } from '../../../../collector/endpoints/index.ts';
import { BodyReader } from '../../../../collector/http/body/body-reader.ts';
import { defineEndpoint } from '../../../../collector/http/define-endpoint.ts';
import { Exchange } from '../../../../collector/http/exchange.ts';
import { HttpError } from '../../../../collector/http/http-error.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { beginSlowUpload, type SlowUpload } from '../../../support/http/slow-upload.ts';
import { until } from '../../../support/until.ts';

const ingest = '/api/v1/dns-monitoring/queries';
const decode = '/api/v2/ede/decode';
/** What strangers may send most to. */
const zone = '/api/v2/dnssec/zonemd/validate';
const mebibyte = 1024 * 1024;
const settings = { trustedProxies: ['127.0.0.1'] };

function from(address: string, key?: string): Record<string, string> {
  return { 'X-Forwarded-For': address, ...(key !== undefined && { 'X-API-Key': key }) };
}

function post(headers: Record<string, string>, body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** An endpoint that begins to answer and waits, and how many such answers were begun. */
function holdAnswers() {
  const release = Promise.withResolvers<void>();
  const begun = { count: 0 };
  const held = defineEndpoint({
    method: 'GET',
    path: '/held',
    summary: 'Wait',
    family: 'Test',
    access: 'public',
    response: z.object({ value: z.string() }),
    run: async (_input, _ports: EndpointPorts) => {
      begun.count++;
      await release.promise;
      return { value: 'a' };
    },
  });
  return { held, begun, release };
}

test('slow uploads of one key and of some strangers leave room for everybody else', async (t) => {
  const api = await startTestApi(t, { settings });
  const { account } = await api.world.addAccount('ada@example.com');
  const { key } = await api.world.addLocation(account.id, 'Slow');
  const { account: other } = await api.world.addAccount('bea@example.com');
  const office = await api.world.addLocation(other.id, 'Office');
  const credentials = { email: 'cyd@example.com', password: 'correct horse battery' };
  const registered = await api.request('/api/auth/register', post(from('198.51.100.1'), credentials));
  t.is(registered.status, 201);

  const slow: Promise<SlowUpload>[] = [];
  for (let index = 0; index < 16; index++)
    slow.push(
      beginSlowUpload(t, api.address, {
        path: ingest,
        headers: from('192.0.2.1', key),
        promised: 16 * mebibyte,
        sent: 1_000,
      }),
    );
  for (let index = 0; index < 260; index++)
    slow.push(
      beginSlowUpload(t, api.address, {
        path: zone,
        headers: from(`192.0.2.${10 + (index % 4)}`),
        promised: mebibyte,
        sent: 1_000,
      }),
    );
  await Promise.all(slow);

  const login = await api.request('/api/auth/login', post(from('198.51.100.2'), credentials));
  t.is(login.status, 200, login.text);
  const upload = await api.request(ingest, post(from('198.51.100.3', office.key), { queries: [] }));
  t.is(upload.status, 202, upload.text);
  const question = await api.request(decode, post(from('198.51.100.4'), { code: 18 }));
  t.is(question.status, 200, question.text);
});

test('whoever has most, or is slow, makes room for whoever has little', async (t) => {
  const api = await startTestApi(t, { settings: { ...settings, bodyBudgetBytes: 16 * mebibyte } });
  const greedy = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      beginSlowUpload(t, api.address, {
        path: zone,
        headers: from(`192.0.2.${index}`),
        promised: mebibyte,
        sent: mebibyte - 1,
      }),
    ),
  );
  await until(() => greedy.some(({ answer }) => answer() !== ''));
  const question = await api.request(
    zone,
    post(from('198.51.100.1'), {
      zone_file: `; ${'b'.repeat(50_000)}\n@ 60 IN SOA ns. admin. 1 2 3 4 5`,
      domain: 'example.com',
    }),
  );
  t.is(question.status, 200, question.text);
  for (const { answer } of greedy) t.regex(answer(), /^(?:$|HTTP\/1\.1 (?:408|503) )/);
  t.true(greedy.some(({ answer }) => answer() === ''));
});

test('one caller has a share, and is told of it', async (t) => {
  const api = await startTestApi(t, { settings: { ...settings, bodyBudgetBytes: 16 * mebibyte } });
  const uploads = await Promise.all(
    Array.from({ length: 4 }, () =>
      beginSlowUpload(t, api.address, {
        path: zone,
        headers: from('192.0.2.1'),
        promised: mebibyte,
        sent: mebibyte - 1,
      }),
    ),
  );
  await until(() => uploads.some(({ answer }) => answer().startsWith('HTTP/1.1 429 ')));
  t.is((await api.request(decode, post(from('192.0.2.2'), { code: 18 }))).status, 200);
});

test('what arrives too slowly is given up, and what is quick enough is not', async (t) => {
  const pace = { grace: 100, pressedGrace: 50, leastSpeed: 1_000, pressedSpeed: 2_000, check: 20 };
  const reader = new BodyReader(mebibyte, pace);
  const outcomes = new Map<string, string>();
  const server = createServer((request, response) => {
    reader.read(new Exchange(request, response, 'id', '192.0.2.1'), { maxBytes: 100_000 }).then(
      (bytes) => {
        outcomes.set(request.url!, String(bytes.length));
        response.end();
      },
      (error: unknown) => {
        outcomes.set(request.url!, error instanceof HttpError ? error.code : String(error));
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const address = { kind: 'tcp', host: '127.0.0.1', port } as const;
  await beginSlowUpload(t, address, { path: '/slow', promised: 50_000, sent: 10 });
  const quick = await beginSlowUpload(t, address, { path: '/quick', promised: 50_000, sent: 49_999 });
  await until(() => outcomes.has('/slow'));
  quick.socket.write(' ');
  await until(() => outcomes.has('/quick'));
  t.is(outcomes.get('/slow'), 'slow_request');
  t.is(outcomes.get('/quick'), '50000');
  t.is(reader.reserved, 0);
});

test('a body on its way takes no place, and administrators and logins have places of their own', async (t) => {
  const { held, begun, release } = holdAnswers();
  const api = await startTestApi(t, {
    settings: { ...settings, maxInFlight: 2 },
    endpoints: [held, logIn, register],
  });
  const credentials = { email: 'cyd@example.com', password: 'correct horse battery' };
  for (const index of [1, 2, 3])
    await beginSlowUpload(t, api.address, {
      path: '/api/auth/register',
      headers: from(`192.0.2.${index}`),
      promised: 100,
    });
  t.is((await api.request('/api/auth/register', post(from('198.51.100.1'), credentials))).status, 201);

  const waiting = [1, 2].map((index) => api.request('/held', { headers: from(`192.0.2.${index}`) }));
  await until(() => begun.count === 2);
  t.is((await api.request('/held', { headers: from('192.0.2.3') })).status, 503);
  t.is((await api.request('/api/auth/login', post(from('198.51.100.2'), credentials))).status, 200);
  release.resolve();
  for (const answer of waiting) t.is((await answer).status, 200);
});

test('one address has half of all places, by however many accounts', async (t) => {
  const { held, begun, release } = holdAnswers();
  const api = await startTestApi(t, { settings: { ...settings, maxInFlight: 4 }, endpoints: [held] });
  const keys = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await api.world.addAccount(`${name}@example.com`)).key),
  );
  const first = keys.slice(0, 2).map((key) => api.request('/held', { headers: from('192.0.2.1', key) }));
  await until(() => begun.count === 2);
  t.is((await api.request('/held', { headers: from('192.0.2.1', keys[2]) })).status, 503);
  const other = api.request('/held', { headers: from('192.0.2.2', keys[2]) });
  await until(() => begun.count === 3);
  release.resolve();
  for (const answer of await Promise.all([...first, other])) t.is(answer.status, 200);
});
