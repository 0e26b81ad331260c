import { setTimeout as sleep } from 'node:timers/promises';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import test from 'ava';
import { z } from 'zod';
import type { EndpointPorts } from '../../../collector/endpoints/index.ts';
import { defineEndpoint, type Endpoint } from '../../../collector/http/define-endpoint.ts';
import { StreamedAnswer } from '../../../collector/http/streamed-answer.ts';
import { IngestBusyError } from '../../../collector/ports/ingest/ingest.ts';
import { StoreError } from '../../../collector/ports/system/store-error.ts';
import { Conflict, NotFound } from '../../../shared/errors.ts';
import { startTestApi } from '../../support/http/http.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** An endpoint that does what a test wants. */
function endpointOf(run: (signal: AbortSignal) => unknown, timeLimit?: number): Endpoint<EndpointPorts> {
  return defineEndpoint({
    method: 'GET',
    path: '/thing',
    summary: 'Get a thing',
    family: 'Test',
    access: 'public',
    response: z.object({ value: z.string() }),
    ...(timeLimit === undefined ? {} : { timeLimit }),
    run: async ({ signal }, _ports: EndpointPorts) => (await run(signal)) as { value: string },
  });
}

const thrown: [Error, number, string, string | null][] = [
  [new NotFound('thing'), 404, 'not_found', null],
  [new Conflict('It is taken.'), 409, 'conflict', null],
  [new StoreError('unavailable', 'postgres://secret@host is away'), 503, 'store_unavailable', '5'],
  [new StoreError('limit', 'table secret too large'), 400, 'question_too_large', null],
  [new StoreError('refused', 'secret column'), 400, 'invalid_input', null],
  [new IngestBusyError('secret', 2.4), 429, 'too_many_requests', '3'],
  [new BatchError('malformed_batch', 'The bytes are no batch.'), 400, 'malformed_batch', null],
  [new BatchError('malformed_rows', 'The rows are broken.'), 400, 'malformed_rows', null],
  [new BatchError('unsupported_batch_version', 'Version 9.'), 400, 'unsupported_batch_version', null],
  [new BatchError('batch_too_large', 'Too large.'), 413, 'batch_too_large', null],
  [new BatchError('bad_signature', 'No match.'), 401, 'bad_signature', null],
];
for (const [error, status, code, retryAfter] of thrown) {
  test(`${error.name} is answered with ${status} ${code}`, async (t) => {
    const api = await startTestApi(t, {
      endpoints: [endpointOf(() => Promise.reject(error))],
    });
    const answer = await api.get('/thing');
    t.is(answer.status, status);
    t.is(answer.body.code, code);
    t.is(answer.headers.get('retry-after'), retryAfter);
    t.is(answer.headers.get('x-request-id'), String(answer.body.request_id));
    t.false(answer.text.includes('secret'));
  });
}

test('a fault of ours says nothing of itself, and is told to the log', async (t) => {
  const api = await startTestApi(t, {
    endpoints: [
      endpointOf(() => {
        throw new TypeError('secret is undefined');
      }),
    ],
  });
  const answer = await api.get('/thing');
  t.is(answer.status, 500);
  t.deepEqual(Object.keys(answer.body), ['error', 'code', 'request_id']);
  t.false(/secret|TypeError|\.ts/.test(answer.text));
  t.is(api.faults.splice(0).length, 1);
});

test('an answer that breaks its contract is a fault, and what the contract does not name is left out', async (t) => {
  const broken = await startTestApi(t, { endpoints: [endpointOf(() => ({ value: 5 }))] });
  t.is((await broken.get('/thing')).status, 500);
  t.regex(String(broken.faults.splice(0)[0]), /breaks its contract/);
  const talkative = await startTestApi(t, { endpoints: [endpointOf(() => ({ value: 'a', hash: 'b' }))] });
  t.deepEqual((await talkative.get('/thing')).body, { value: 'a' });
});

test('an answer that takes too long is given up, and its signal aborts', async (t) => {
  const aborted = Promise.withResolvers<void>();
  const api = await startTestApi(t, {
    endpoints: [
      endpointOf((signal) => {
        signal.addEventListener('abort', () => aborted.resolve());
        return new Promise(() => {});
      }, 20),
    ],
  });
  const answer = await api.get('/thing');
  t.is(answer.status, 504);
  t.is(answer.body.code, 'timeout');
  await aborted.promise;
});

test('the signal aborts when the client goes away', async (t) => {
  const began = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const api = await startTestApi(t, {
    endpoints: [
      endpointOf((signal) => {
        signal.addEventListener('abort', () => aborted.resolve());
        began.resolve();
        return sleep(200).then(() => ({ value: 'late' }));
      }),
    ],
  });
  const controller = new AbortController();
  const request = fetch(`${api.url}/thing`, { signal: controller.signal }).catch(() => undefined);
  await began.promise;
  controller.abort();
  await aborted.promise;
  await request;
  t.pass();
});

test('work that ends because its client is gone is no fault', async (t) => {
  const log = createRecordingLog();
  for (const wrap of [
    (reason: unknown) => reason,
    // As by what was told to stop, in words of its own.
    (reason: unknown) => new TypeError('cancelled', { cause: reason }),
  ]) {
    const began = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const api = await startTestApi(t, {
      endpoints: [
        endpointOf(async (signal) => {
          began.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          ended.resolve();
          throw wrap(signal.reason);
        }),
      ],
      parts: { log },
    });
    const controller = new AbortController();
    const request = fetch(`${api.url}/thing`, { signal: controller.signal }).catch(() => undefined);
    await began.promise;
    controller.abort();
    await ended.promise;
    await request;
    await sleep(10);
    t.deepEqual(api.faults, []);
  }
  t.false(log.lines.some(({ level }) => level === 'error'));
});

test('HEAD answers like GET without a body, other methods are told which there are', async (t) => {
  const api = await startTestApi(t, { endpoints: [endpointOf(() => ({ value: 'a' }))] });
  const head = await api.request('/thing', { method: 'HEAD' });
  t.is(head.status, 200);
  t.is(head.text, '');
  t.is(head.headers.get('content-length'), '13');
  const put = await api.request('/thing', { method: 'PUT' });
  t.is(put.status, 405);
  t.is(put.headers.get('allow'), 'GET, HEAD, OPTIONS');
  const options = await api.request('/thing', { method: 'OPTIONS' });
  t.is(options.status, 204);
  t.is(options.headers.get('allow'), 'GET, HEAD, OPTIONS');
});

test('a sane request id is taken over, another is replaced', async (t) => {
  const api = await startTestApi(t);
  const id = async (given: string) =>
    (await api.request('/nothing', { headers: { 'x-request-id': given } })).body.request_id;
  t.is(await id('trace-1.2:3'), 'trace-1.2:3');
  t.not(await id('a b'), 'a b');
  t.not(await id('a'.repeat(200)), 'a'.repeat(200));
});

test('requests beyond the bound are turned away while those under way finish', async (t) => {
  const release = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const api = await startTestApi(t, {
    endpoints: [
      endpointOf(async () => {
        began.resolve();
        await release.promise;
        return { value: 'a' };
      }),
    ],
    settings: { maxInFlight: 1 },
  });
  const first = api.get('/thing');
  await began.promise;
  const second = await api.get('/thing');
  t.is(second.status, 503);
  t.is(second.body.code, 'overloaded');
  release.resolve();
  t.is((await first).status, 200);
});

test('pages of other origins may use the API only where that is configured', async (t) => {
  const origin = 'https://app.example.com';
  const closed = await startTestApi(t);
  t.is(
    (await closed.request('/nothing', { headers: { origin } })).headers.get('access-control-allow-origin'),
    null,
  );
  const open = await startTestApi(t, { settings: { corsOrigins: [origin] } });
  const preflight = await open.request('/api/v1/dns-monitoring/locations', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  t.is(preflight.status, 204);
  t.is(preflight.headers.get('access-control-allow-origin'), origin);
  t.regex(preflight.headers.get('access-control-allow-headers') ?? '', /X-API-Key/);
  const refused = await open.request('/nothing', { headers: { origin: 'https://evil.example' } });
  t.is(refused.headers.get('access-control-allow-origin'), null);
  t.is(refused.headers.get('vary'), 'Origin');
});

test('an answer with headers that cannot be sent is a fault, and others are served on', async (t) => {
  const broken = endpointOf(() => new StreamedAnswer('text/csv', 'a\nb.csv', (async function* () {})()));
  const api = await startTestApi(t, { endpoints: [broken] });
  t.is((await api.get('/thing')).status, 500);
  t.is(api.faults.splice(0).length, 1);
  t.is((await api.get('/nothing')).status, 404);
});

test('HEAD of a stream reads nothing of it', async (t) => {
  let read = 0;
  const chunks = (async function* () {
    for (;;) yield `${read++}\n`;
  })();
  const api = await startTestApi(t, {
    endpoints: [endpointOf(() => new StreamedAnswer('text/csv', 'a.csv', chunks))],
  });
  const head = await api.request('/thing', { method: 'HEAD' });
  t.is(head.headers.get('content-type'), 'text/csv');
  t.is(head.headers.get('content-disposition'), 'attachment; filename="a.csv"');
  t.is(read, 0);
});

test('no system route hides behind an operation', async (t) => {
  const systemRoutes = [{ method: 'GET' as const, path: '/thing', handle() {} }];
  await t.throwsAsync(
    startTestApi(t, { endpoints: [endpointOf(() => ({ value: 'a' }))], parts: { systemRoutes } }),
    {
      message: 'two routes claim GET /thing',
    },
  );
});

test("a credential that the store cannot look up is nobody's", async (t) => {
  const api = await startTestApi(t, {
    wrapAuthenticate: () => async () => {
      throw new StoreError('refused', 'out of range');
    },
  });
  const answer = await api.get('/api/v1/dns-monitoring/locations', 'a.b.c');
  t.is(answer.status, 401);
  t.is(answer.body.code, 'invalid_credential');
});
