import test from 'ava';
import { createLog } from '../../../collector/log/create-log.ts';
import { startTestApi } from '../../support/http/http.ts';
import { rawRequest } from '../../support/http/raw-http.ts';
import { until } from '../../support/until.ts';

const path = '/api/v1/dns-monitoring/locations';

function recorder() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) };
}

test('each request leaves one line of JSON that says who asked for what and how it ended', async (t) => {
  const { lines, log } = recorder();
  const api = await startTestApi(t, { parts: { log } });
  const { key, account } = await api.world.addAccount('ada@example.com');
  const answer = await api.get(`${path}?limit=5`, key);
  await until(() => lines.length === 1);
  const { time, milliseconds, ...line } = JSON.parse(lines[0]!);
  t.regex(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.is(typeof milliseconds, 'number');
  t.deepEqual(line, {
    level: 'info',
    requestId: answer.headers.get('x-request-id'),
    method: 'GET',
    path,
    status: 200,
    address: '127.0.0.1',
    caller: 'account',
    account: account.id,
    msg: 'request',
  });
});

test('a refusal is written with its code, and without an account where there is none', async (t) => {
  const { lines, log } = recorder();
  const api = await startTestApi(t, { parts: { log } });
  await api.get(path);
  await until(() => lines.length === 1);
  const { status, code, caller, account } = JSON.parse(lines[0]!);
  t.deepEqual(
    { status, code, caller, account },
    {
      status: 401,
      code: 'credential_required',
      caller: 'anonymous',
      account: undefined,
    },
  );
});

test('whatever a client writes into its path, a line stays one line of JSON without secrets', async (t) => {
  const { lines, log } = recorder();
  const api = await startTestApi(t, { parts: { log } });
  const key = `sonde_key_${'a1B2'.repeat(10)}`;
  const paths = ['/a"b', '/a\\', '/a","status":200,"x":"', `/${key}`, `/${'a'.repeat(5_000)}`];
  for (const hostile of paths) {
    const head = `GET ${hostile} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${key}\r\nConnection: close\r\n\r\n`;
    await rawRequest(api.address, head);
  }
  await until(() => lines.length === paths.length);
  for (const line of lines) {
    t.regex(line, /^[^\n]*\n$/);
    t.is(JSON.parse(line).status, 404);
    t.false(line.includes('a1B2'));
    t.true(line.length < 1_000);
  }
});

test('a client that goes away leaves a line too', async (t) => {
  const { lines, log } = recorder();
  const api = await startTestApi(t, { parts: { log, authenticate: () => new Promise(() => {}) } });
  const controller = new AbortController();
  const asking = fetch(api.url + path, {
    headers: { authorization: `Bearer ${'a'.repeat(20)}` },
    signal: controller.signal,
  }).catch(() => undefined);
  await until(async () => (await api.registry.metrics()).includes('sonde_http_requests_in_flight 1'));
  controller.abort();
  await asking;
  await until(() => lines.length === 1);
  t.true(JSON.parse(lines[0]!).unfinished);
});
