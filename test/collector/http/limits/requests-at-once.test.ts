import test from 'ava';
import { z } from 'zod';
import type { EndpointPorts } from '../../../../collector/endpoints/index.ts';
import { defineEndpoint } from '../../../../collector/http/define-endpoint.ts';
import { dailyCallQuota } from '../../../../collector/http/limits/call-quota.ts';
import { StreamedAnswer } from '../../../../collector/http/streamed-answer.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { until } from '../../../support/until.ts';

/** Answers, by two paths, when it is released: at once with a value, or with a stream that goes on until then. */
function held() {
  const release = Promise.withResolvers<void>();
  const begun = { count: 0 };
  const base = {
    method: 'GET',
    family: 'Test',
    access: 'public',
    response: z.object({ value: z.string() }),
  } as const;
  const whole = defineEndpoint({
    ...base,
    path: '/whole',
    summary: 'Get it whole',
    run: async (_input, _ports: EndpointPorts) => {
      begun.count++;
      await release.promise;
      return { value: 'a' };
    },
  });
  const streamed = defineEndpoint({
    ...base,
    path: '/streamed',
    summary: 'Get it as a stream',
    streams: ['text/csv'],
    run: (_input, _ports: EndpointPorts) => {
      begun.count++;
      return new StreamedAnswer('text/csv', 'a.csv', lines(release.promise));
    },
  });
  return { begun, release: release.resolve, endpoints: [whole, streamed] };
}

async function* lines(end: Promise<void>): AsyncGenerator<string> {
  yield 'a\n';
  await end;
  yield 'b\n';
}

test('one caller has so many requests under way and no more, and others are served meanwhile', async (t) => {
  const { begun, release, endpoints } = held();
  const state = { allowed: true, limit: 10, remaining: 5, resetAt: 0 };
  const api = await startTestApi(t, {
    endpoints,
    maxInFlightPerCaller: 2,
    parts: { quota: dailyCallQuota({ count: () => state, peek: () => state }, Date) },
  });
  const { key } = await api.world.addAccount('ada@example.com');
  const { key: other } = await api.world.addAccount('bea@example.com');
  const first = [api.get('/whole', key), api.get('/whole', key)];
  await until(() => begun.count === 2);
  const refused = await api.get('/whole', key);
  t.is(refused.status, 429);
  t.is(refused.body.code, 'too_many_requests');
  t.is(refused.headers.get('retry-after'), '1');
  t.is(refused.headers.get('x-ratelimit-remaining'), '5');
  const others = [api.get('/whole', other), api.get('/whole')];
  await until(() => begun.count === 4);
  release();
  for (const answer of await Promise.all([...first, ...others])) t.is(answer.status, 200);
  t.is((await api.get('/whole', key)).status, 200);
});

test('a stream is under way until its end', async (t) => {
  const { begun, release, endpoints } = held();
  const api = await startTestApi(t, { endpoints, settings: { maxInFlight: 1 } });
  const stream = api.get('/streamed');
  await until(() => begun.count === 1);
  t.is((await api.get('/whole')).status, 503);
  release();
  t.is((await stream).text, 'a\nb\n');
  t.is((await api.get('/whole')).status, 200);
});

test('a client that goes away leaves its place', async (t) => {
  const { begun, release, endpoints } = held();
  const api = await startTestApi(t, { endpoints, maxInFlightPerCaller: 1 });
  const controller = new AbortController();
  const gone = fetch(`${api.url}/whole`, { signal: controller.signal }).catch(() => 'gone');
  await until(() => begun.count === 1);
  controller.abort();
  t.is(await gone, 'gone');
  release();
  await until(async () => (await api.get('/whole')).status === 200);
  t.pass();
});
