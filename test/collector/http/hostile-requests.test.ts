import test from 'ava';
import { startTestApi } from '../../support/http/http.ts';
import { parseRaw, rawRequest } from '../../support/http/raw-http.ts';

const path = '/api/v1/dns-monitoring/locations';

test('what is no HTTP gets an answer in the one shape of failures', async (t) => {
  const api = await startTestApi(t);
  const requests: [string, string | Buffer, number, string][] = [
    ['noise', Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]), 400, 'malformed_request'],
    ['another version', 'GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'huge header',
      `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['huge path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers_too_large'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    [
      'two hosts',
      'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
      400,
      'malformed_request',
    ],
  ];
  for (const [what, request, status, code] of requests) {
    const response = await rawRequest(api.address, request);
    const answer = parseRaw(response);
    t.is(answer.status, status, what);
    t.is(answer.body.code, code, what);
    t.truthy(answer.body.request_id, what);
  }
});

test('odd but legal requests are answered, and never by a fault', async (t) => {
  const api = await startTestApi(t);
  const requests: [string, string, number, string][] = [
    ['bad escape', 'GET /api/%zz', 400, 'malformed_request'],
    ['bad UTF-8', 'GET /api/%ff', 400, 'malformed_request'],
    ['NUL in the path', 'GET /api/%00', 400, 'malformed_request'],
    ['NUL in the query', `GET ${path}?limit=%00`, 401, 'credential_required'],
    ['method nobody knows', `PROPFIND ${path}`, 405, 'method_not_allowed'],
    ['asterisk', 'OPTIONS *', 404, 'unknown_route'],
    ['absolute form', 'GET http://elsewhere.example/nothing', 404, 'unknown_route'],
    ['double slash', 'GET //api', 404, 'unknown_route'],
    ['another case', 'GET /API/v1/dns-monitoring/locations', 404, 'unknown_route'],
    ['prototype', 'GET /__proto__', 404, 'unknown_route'],
  ];
  for (const [what, line, status, code] of requests) {
    const response = await rawRequest(
      api.address,
      `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    const answer = parseRaw(response);
    t.is(answer.status, status, what);
    t.is(answer.body.code, code, what);
  }
});

test('queries are read strictly', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const refused: [string, string][] = [
    ['limit=%00', 'malformed_request'],
    ['limit=%', 'malformed_request'],
    ['x=%ff', 'malformed_request'],
    ['a=1&a=2', 'invalid_input'],
    ['limit[]=1&limit=x', 'invalid_input'],
    ['limit=99999999999999999999', 'invalid_input'],
    ['offset=-1', 'invalid_input'],
  ];
  for (const [query, code] of refused) {
    const answer = await api.get(`${path}?${query}`, key);
    t.is(answer.status, 400, query);
    t.is(answer.body.code, code, query);
  }
  for (const query of ['', '&&', 'unknown=1', '__proto__=1&constructor=2', '=', 'limit=5&&']) {
    t.is((await api.get(`${path}?${query}`, key)).status, 200, query);
  }
});

test('ids beyond 2^53 and other odd ids are refused', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  for (const id of [
    '9007199254740992',
    '18446744073709551616',
    '0',
    '-1',
    '1.5',
    'abc',
    '1e3',
    '%201',
    '0x1',
  ]) {
    const answer = await api.get(`/api/v1/dns-monitoring/threats/${id}`, key);
    t.is(answer.status, 400, id);
    t.is(answer.body.code, 'invalid_input', id);
  }
  t.is((await api.get('/api/v1/dns-monitoring/threats/9007199254740991', key)).status, 404);
});

test('JSON bodies are read strictly', async (t) => {
  const api = await startTestApi(t, { settings: { maxJsonBytes: 10_000 } });
  const { key } = await api.world.addAccount('ada@example.com');
  const json = 'application/json';
  const cases: [string, string | Buffer, string, number, string][] = [
    ['nothing', '', json, 400, 'invalid_input'],
    ['no JSON', '{', json, 400, 'malformed_json'],
    ['trailing', '{} x', json, 400, 'malformed_json'],
    ['bad UTF-8', Buffer.from([0x22, 0xff, 0x22]), json, 400, 'malformed_json'],
    ['deep', '['.repeat(5_000), json, 400, 'malformed_json'],
    ['deep and closed', '['.repeat(4_000) + ']'.repeat(4_000), json, 400, 'malformed_json'],
    ['half a character', '{"location_name":"a\\ud800b"}', json, 400, 'malformed_json'],
    ['its other half as a name', '{"location_name":"a","\\uDFFF":1}', json, 400, 'malformed_json'],
    ['NUL', '{"location_name":"a\\u0000b"}', json, 400, 'malformed_json'],
    ['an array', '[]', json, 400, 'invalid_input'],
    ['null', 'null', json, 400, 'invalid_input'],
    ['wrong type', '{"location_name":5}', json, 400, 'invalid_input'],
    ['empty name', '{"location_name":"  "}', json, 400, 'invalid_input'],
    ['control character', '{"location_name":"a\\u001b[2J"}', json, 400, 'invalid_input'],
    ['too large', `{"location_name":"${'a'.repeat(20_000)}"}`, json, 413, 'body_too_large'],
    ['form', 'location_name=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['other charset', '{}', 'application/json; charset=latin1', 415, 'unsupported_media_type'],
    ['no type', '{}', '', 415, 'unsupported_media_type'],
  ];
  for (const [what, body, contentType, status, code] of cases) {
    const answer = await api.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    t.is(answer.status, status, what);
    t.is(answer.body.code, code, what);
  }
});

test('a body that is too large is refused without a length too, and the connection serves on', async (t) => {
  const api = await startTestApi(t, { settings: { maxJsonBytes: 1_000 } });
  const { key } = await api.world.addAccount('ada@example.com');
  const head = `Host: a\r\nX-API-Key: ${key}\r\n`;
  const chunk = `400\r\n${'a'.repeat(0x400)}\r\n`;
  const response = await rawRequest(
    api.address,
    `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n` +
      `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
  );
  t.regex(response, /^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s);
});

test('a body may be as long as its operation needs, and long arrays are refused at the first item of another kind', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com', { tier: 'enterprise' });
  const long = { location_name: 'a', description: 'b'.repeat(40_000) };
  t.is((await api.send('POST', path, long, key)).status, 413);
  const many = { location_name: 'a', rest: Array.from({ length: 5_000 }, () => 0) };
  t.like(await api.send('POST', path, many, key), { status: 400, body: { code: 'malformed_json' } });
  const names: unknown[] = Array.from({ length: 2_000 }, (_, index) => `name-${index}.example`);
  t.is((await api.send('POST', '/api/v2/bulk/submit', { domains: names }, key)).status, 202);
  const answer = await api.send('POST', '/api/v2/bulk/submit', { domains: names.with(70, {}) }, key);
  t.is(answer.status, 400);
  t.deepEqual(answer.body.details, [{ path: 'domains.70', message: 'is not of the type string' }]);
});

test('keys that mean something to JavaScript mean nothing here', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const answer = await api.request(path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"__proto__":{"admin":true},"constructor":{"prototype":{"polluted":1}},"location_name":"a"}',
  });
  t.is(answer.status, 201);
  t.false('admin' in answer.body);
  t.false('polluted' in {});
});

test('Content-Encoding is refused where it is not decoded', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const answer = await api.request(path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: '{}',
  });
  t.is(answer.status, 415);
  t.is(answer.body.code, 'unsupported_content_encoding');
});

test('a request that expects what nobody knows is answered all the same', async (t) => {
  const api = await startTestApi(t);
  const response = await rawRequest(
    api.address,
    'GET /nothing HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
  );
  t.is(parseRaw(response).body.code, 'unknown_route');
});
