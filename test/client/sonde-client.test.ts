import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { SondeClient, type SondeClientOptions } from '../../client/sonde-client.ts';
import { SondeError } from '../../client/sonde-error.ts';
import { addSighting } from '../support/fakes/threats/sightings.ts';
import { startTestApi } from '../support/http/http.ts';

/** A server that answers the n-th request as the test says, the last answer again and again. */
async function scripted(
  t: ExecutionContext,
  answers: ((response: ServerResponse) => void)[],
  options: Partial<SondeClientOptions> = {},
) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    request.resume();
    requests.push(request);
    answers[Math.min(requests.length, answers.length) - 1]!(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { requests, client: new SondeClient({ url, key: 'k', ...options }) };
}

const refuse = (status: number, code: string, retryAfter?: string) => (response: ServerResponse) => {
  response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
  response.end(JSON.stringify({ error: 'no', code, request_id: 'r' }));
};
const answer = (body: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(body));
const locations = 'GET /api/v1/dns-monitoring/locations';

test('operations are called with their input, and answer with their types', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const client = new SondeClient({ url: `${api.url}/`, key });
  const created = await client.call('POST /api/v1/dns-monitoring/locations', {
    body: { location_name: 'office' },
  });
  await client.call('PUT /api/v1/dns-monitoring/locations/{id}', {
    params: { id: created.id },
    body: { description: 'second floor' },
  });
  const listed = await client.call(locations);
  t.deepEqual(
    listed.locations.map(({ id, location_name, description }) => ({ id, location_name, description })),
    [{ id: created.id, location_name: 'office', description: 'second floor' }],
  );
  const { user } = await client.call('GET /api/auth/me');
  t.is(user.email, 'ada@example.com');
  const receipt = await client
    .withKey(created.api_key)
    .ingestQueries([{ timestamp: 1, client_ip: '192.0.2.1', query_name: 'a.example', query_type: 'A' }]);
  t.is(typeof receipt.batch_id, 'string');
});

test('a refusal has its code, its request and what is at fault', async (t) => {
  const api = await startTestApi(t);
  const anonymous = new SondeClient({ url: api.url });
  const refused = await t.throwsAsync(anonymous.call(locations), { instanceOf: SondeError });
  t.is(refused.status, 401);
  t.is(refused.code, 'credential_required');
  t.is(typeof refused.requestId, 'string');
  const { key } = await api.world.addAccount('ada@example.com');
  const wrong = await t.throwsAsync(
    anonymous.withKey(key).call('GET /api/v1/dns-monitoring/threats', { query: { limit: 0 } }),
    { instanceOf: SondeError },
  );
  t.is(wrong.code, 'invalid_input');
  t.is(wrong.details[0]?.path, 'limit');
});

test('lists are read to their end, page after page', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'office');
  const expected: number[] = [];
  for (let index = 0; index < 7; index++) {
    expected.push((await addSighting(api.world.threats, location.id, { subject: `n${index}.example` })).id);
  }
  const client = new SondeClient({ url: api.url, key });
  const found: number[] = [];
  for await (const { id } of client.items('GET /api/v1/dns-monitoring/threats', { query: { limit: 3 } })) {
    found.push(id);
  }
  t.deepEqual(found.toSorted(), expected.toSorted());
});

test('lists with a cursor are followed until there is none', async (t) => {
  const page = (names: string[], next_cursor: string | null) =>
    answer({ count: names.length, queries: names, limit: 2, next_cursor });
  const { client, requests } = await scripted(t, [page(['a', 'b'], 'c1'), page(['c'], null)]);
  const found: unknown[] = [];
  for await (const query of client.items('GET /api/v1/dns-monitoring/queries', { query: { limit: 2 } })) {
    found.push(query);
  }
  t.deepEqual(found, ['a', 'b', 'c']);
  t.deepEqual(
    requests.map(({ url }) => url),
    ['/api/v1/dns-monitoring/queries?limit=2', '/api/v1/dns-monitoring/queries?limit=2&cursor=c1'],
  );
});

test('an export is read line by line, and half a line is a fault', async (t) => {
  const whole = (response: ServerResponse) => {
    response.write('{"query_name":"a"}\n{"query_');
    setTimeout(() => response.end('name":"ä"}\n'), 5);
  };
  const broken = (response: ServerResponse) => void response.end('{"query_name":"a"}\n{"query_');
  const { client } = await scripted(t, [whole, broken]);
  const names: string[] = [];
  for await (const { query_name } of client.exportQueries()) names.push(query_name);
  t.deepEqual(names, ['a', 'ä']);
  await t.throwsAsync(
    async () => {
      for await (const { query_name } of client.exportQueries()) names.push(query_name);
    },
    { message: /broke off/ },
  );
});

test('429 and 503 are waited out as the server asks, so many times and no longer than may be', async (t) => {
  const { client, requests } = await scripted(t, [
    refuse(429, 'too_many_requests', '0'),
    refuse(503, 'store_unavailable', '0'),
    answer({ locations: [] }),
  ]);
  await t.notThrowsAsync(client.call(locations));
  t.is(requests.length, 3);

  const stubborn = await scripted(t, [refuse(503, 'store_unavailable', '0')], { retries: 1 });
  await t.throwsAsync(stubborn.client.call(locations), { instanceOf: SondeError });
  t.is(stubborn.requests.length, 2);

  const tomorrow = await scripted(t, [refuse(429, 'quota_exhausted', '40000')]);
  const refused = await t.throwsAsync(tomorrow.client.call(locations), { instanceOf: SondeError });
  t.is(refused.retryAfter, 40_000);
  t.is(tomorrow.requests.length, 1);
});

test('what may have been done is not done again', async (t) => {
  const { client, requests } = await scripted(t, [refuse(503, 'store_unavailable', '0')]);
  const create = client.call('POST /api/v1/dns-monitoring/locations', { body: { location_name: 'office' } });
  await t.throwsAsync(create, { instanceOf: SondeError });
  t.is(requests.length, 1);
  const cut = await scripted(t, [(response) => response.destroy()]);
  await t.throwsAsync(
    cut.client.call('POST /api/v1/dns-monitoring/locations', { body: { location_name: 'x' } }),
  );
  t.is(cut.requests.length, 1);
});

test('an upload that broke off is sent again under the same id', async (t) => {
  const { client, requests } = await scripted(t, [
    (response) => response.destroy(),
    refuse(503, 'store_unavailable', '0'),
    answer({ accepted: 1, rejected: 0, errors: [], batch_id: 'b', duplicate: true }),
  ]);
  const receipt = await client.ingestQueries([], { batchId: 'b' });
  t.true(receipt.duplicate);
  t.deepEqual(
    requests.map(({ headers }) => headers['x-batch-id']),
    ['b', 'b', 'b'],
  );
});

test('a call ends with its signal, also while it waits, and with its time', async (t) => {
  const { client } = await scripted(t, [refuse(429, 'too_many_requests', '20')]);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 50);
  await t.throwsAsync(client.call(locations, { signal: controller.signal }), { message: 'enough' });
  const silent = await scripted(t, [() => {}], { timeout: 50, retries: 0 });
  await t.throwsAsync(silent.client.call(locations), { name: 'TimeoutError' });
});

test('the key goes nowhere else, and paths hold what they are given', async (t) => {
  const redirect = (response: ServerResponse) =>
    void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end();
  const away = await scripted(t, [redirect], { retries: 0 });
  await t.throwsAsync(away.client.call(locations), undefined, 'redirected');
  const { client, requests } = await scripted(t, [answer({})]);
  await client.call('DELETE /api/v1/threat-intel/indicators/{source}', { params: { source: 'a/b?c#d' } });
  t.is(requests[0]?.url, '/api/v1/threat-intel/indicators/a%2Fb%3Fc%23d');
  for (const source of ['', '.', '..']) {
    await t.throwsAsync(
      client.call('DELETE /api/v1/threat-intel/indicators/{source}', { params: { source } }),
      { instanceOf: TypeError },
    );
  }
  t.throws(() => new SondeClient({ url: 'file:///etc' }), { instanceOf: TypeError });
});

test('a scan is told line by line', async (t) => {
  const told = [
    { event: 'check', check: 'spf', duration_ms: 1, done: 1, total: 1, failures: 0, warnings: 0, errors: 0 },
    { event: 'error', error: 'The scan came to no end.', code: 'internal_error' },
  ];
  const text = told.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { client, requests } = await scripted(t, [(response) => void response.end(text)]);
  const lines = [];
  for await (const line of client.scanDomain({ domain: 'example.com' })) lines.push(line);
  t.deepEqual(lines as unknown[], told);
  t.is(requests[0]!.url, '/api/scan?stream=true');
});
