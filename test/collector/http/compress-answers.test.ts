import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { z } from 'zod';
import { defineEndpoint } from '../../../collector/http/define-endpoint.ts';
import { StreamedAnswer } from '../../../collector/http/streamed-answer.ts';
import { docsRoutes } from '../../../collector/http/system/docs-routes.ts';
import { startTestApi } from '../../support/http/http.ts';

const text = 'abcdefgh'.repeat(1_000);
const shape = { family: 'Test', access: 'public', response: z.object({ text: z.string() }) } as const;
const endpoints = [
  defineEndpoint({
    ...shape,
    method: 'GET',
    path: '/large',
    summary: 'Large',
    run: () => ({ text }),
  }),
  defineEndpoint({
    ...shape,
    method: 'POST',
    path: '/large',
    summary: 'Post large',
    run: () => ({ text }),
  }),
  defineEndpoint({ ...shape, method: 'GET', path: '/small', summary: 'Small', run: () => ({ text: 'a' }) }),
  defineEndpoint({
    ...shape,
    method: 'GET',
    path: '/stream',
    summary: 'Stream',
    streams: ['text/csv'],
    run: () =>
      new StreamedAnswer(
        'text/csv; charset=utf-8',
        'a.csv',
        (async function* () {
          for (let line = 0; line < 5_000; line++) yield `${line},${text.slice(0, 40)}\r\n`;
        })(),
      ),
  }),
  defineEndpoint({
    ...shape,
    method: 'GET',
    path: '/broken',
    summary: 'Broken',
    streams: ['text/csv'],
    run: () =>
      new StreamedAnswer(
        'text/csv',
        'a.csv',
        (async function* () {
          yield text;
          throw new Error('the store is gone');
        })(),
      ),
  }),
];

/** As it comes over the wire: fetch decodes by itself. */
async function ask(t: ExecutionContext, systemRoutes: ReturnType<typeof docsRoutes> = []) {
  const { url } = await startTestApi(t, { endpoints, parts: { systemRoutes } });
  return (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ headers: NodeJS.Dict<string | string[]>; status: number; bytes: Buffer }>(
      (resolve, reject) => {
        const asking = request(url + path, { method, headers, agent: false }, async (response) => {
          try {
            const bytes = await buffer(response);
            resolve({ headers: response.headers, status: response.statusCode ?? 0, bytes });
          } catch (error) {
            reject(error);
          }
        });
        asking.on('error', reject);
        asking.end();
      },
    );
}

const gzip = { 'accept-encoding': 'gzip, deflate, br' };

test('large answers are compressed for those who take it, and say that they vary', async (t) => {
  const get = await ask(t);
  const compressed = await get('/large', gzip);
  t.is(compressed.headers['content-encoding'], 'gzip');
  t.is(compressed.headers['content-length'], String(compressed.bytes.length));
  t.is(compressed.headers['content-type'], 'application/json; charset=utf-8');
  t.true(compressed.bytes.length < text.length / 10);
  t.deepEqual(JSON.parse(gunzipSync(compressed.bytes).toString()), { text });
  for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0' }] as Record<
    string,
    string
  >[]) {
    const plain = await get('/large', headers);
    t.is(plain.headers['content-encoding'], undefined);
    t.deepEqual(JSON.parse(plain.bytes.toString()), { text });
  }
  t.regex(String(compressed.headers.vary), /Accept-Encoding/);
});

test('small answers and answers that may hold secrets are sent as they are', async (t) => {
  const get = await ask(t);
  t.is((await get('/small', gzip)).headers['content-encoding'], undefined);
  const posted = await get('/large', gzip, 'POST');
  t.is(posted.headers['content-encoding'], undefined);
  t.deepEqual(JSON.parse(posted.bytes.toString()), { text });
});

test('streams are compressed as they come, and one that breaks off is not taken for whole', async (t) => {
  const get = await ask(t);
  const { headers, bytes } = await get('/stream', gzip);
  t.is(headers['content-encoding'], 'gzip');
  const lines = gunzipSync(bytes).toString().split('\r\n');
  t.is(lines.length, 5_001);
  t.is(lines[4_999], `4999,${text.slice(0, 40)}`);
  await t.throwsAsync(get('/broken', gzip));
});

test('files are compressed too, and those who have them do not get them again', async (t) => {
  const get = await ask(
    t,
    docsRoutes(() => ({ text })),
  );
  const first = await get('/openapi.json', gzip);
  t.is(first.headers['content-encoding'], 'gzip');
  const tag = String(first.headers.etag);
  t.regex(tag, /^W\//);
  t.is((await get('/openapi.json', { ...gzip, 'if-none-match': tag })).status, 304);
  t.is((await get('/openapi.json', { 'if-none-match': tag.slice(2) })).status, 304);
});
