import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { readCounterSource } from '../../../resolver-plugin/counters/counter-source.ts';
import { FrameClock } from '../../../resolver-plugin/counters/frame-clock.ts';
import { LossEstimate } from '../../../resolver-plugin/counters/loss-estimate.ts';
import { readCounters } from '../../../resolver-plugin/counters/read-counters.ts';
import { MessageView } from '../../../resolver-plugin/dnstap/message-view.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('what the resolver counted and no frame told of is lost, twice for the response', (t) => {
  const estimate = new LossEstimate();
  estimate.add(1_000, 990);
  t.is(estimate.lostFrames, 0);
  estimate.add(2_000, 1_985);
  t.is(estimate.lostFrames, 10);
  // One that fell on the wrong side of the moment comes back.
  estimate.add(3_000, 2_990);
  t.is(estimate.lostFrames, 0);
  estimate.add(4_000, 3_500);
  t.is(estimate.lostFrames, 980);
  t.is(estimate.compared, 3_000);
});

test('a resolver that restarts counts from the beginning', (t) => {
  const estimate = new LossEstimate();
  estimate.add(5_000, 100);
  estimate.add(10, 110);
  estimate.add(60, 160);
  t.like(estimate, { lostFrames: 0, restarts: 1, compared: 50 });
});

test('frames count for the time of their query, not of their coming', (t) => {
  const clock = new FrameClock();
  const view = new MessageView();
  const query = (milliseconds: number, type = 5) => {
    view.clear(Buffer.alloc(0));
    view.type = type;
    view.querySeconds = Math.floor(milliseconds / 1_000);
    view.queryNanoseconds = (milliseconds % 1_000) * 1e6;
    clock.message(view);
  };
  query(1_000);
  clock.mark(5_000);
  t.is(clock.before, 1);
  query(4_999);
  query(5_001);
  query(4_000, 6);
  t.is(clock.before, 2);
  clock.mark(6_000);
  t.is(clock.before, 3);
});

test('counters are read from programs and from the statistics channel, and nonsense is refused', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = join(directory, 'control');
  const says = (text: string) => writeFile(program, `#!/bin/sh\ncat <<END\n${text}\nEND\n`, { mode: 0o755 });
  await says(
    'total.num.queries=70\nnum.answer.rcode.NOERROR=1\nnum.rpz.action.rpz-nxdomain=4\nnum.rpz.action.rpz-passthru=9',
  );
  t.deepEqual(await readCounters({ kind: 'unbound', at: program }), { queries: 70, policyHits: 4 });
  await says('total.num.queries=70');
  t.deepEqual(await readCounters({ kind: 'unbound', at: program }), { queries: 70, policyHits: undefined });
  await says('error');
  await t.throwsAsync(readCounters({ kind: 'unbound', at: program }));
  await says('12\n0\n0');
  t.like(await readCounters({ kind: 'pdns', at: program }), { queries: 12 });

  const answers: unknown[] = [{ opcodes: { QUERY: 9 }, nsstats: { RPZRewrites: 2 } }, { opcodes: {} }];
  const server = createServer((_request, response) => response.end(JSON.stringify(answers.shift())));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  t.deepEqual(await readCounters({ kind: 'bind', at }), { queries: 9, policyHits: 2 });
  await t.throwsAsync(readCounters({ kind: 'bind', at }));
});

test('where counters are read is said in one word or two', (t) => {
  t.deepEqual(readCounterSource('unbound'), { kind: 'unbound', at: 'unbound-control' });
  t.deepEqual(readCounterSource('pdns:/usr/bin/rec_control'), { kind: 'pdns', at: '/usr/bin/rec_control' });
  t.is(readCounterSource('bind').at, 'http://127.0.0.1:8053/json/v1/server');
  for (const wrong of [
    '',
    'knot',
    'bind:http://192.0.2.1/',
    'bind:file:///etc/passwd',
    'unbound:rm -rf',
    'toString',
  ]) {
    t.throws(() => readCounterSource(wrong), { instanceOf: RangeError }, wrong);
  }
});
