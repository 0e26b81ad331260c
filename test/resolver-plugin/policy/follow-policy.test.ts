import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { type FollowOptions, followPolicy } from '../../../resolver-plugin/policy/follow-policy.ts';
import { until } from '../../support/until.ts';

const interval = 2_000;
/** How often the collector is away before it answers. */
const away = 6;

const pausesOf = async (random: () => number, url: string): Promise<number[]> => {
  const pauses: number[] = [];
  let contacts = 0;
  const line: FollowOptions['line'] = {
    held: undefined,
    ensureServed: async () => void contacts++,
    take: async () => {},
  };
  const following = followPolicy({
    collector: url,
    key: 'sonde_res_0123456789',
    interval,
    line,
    enforced: () => ({ serial: 1, notEnforced: 0, refusedVersion: undefined }),
    failed: () => {},
    random,
    // The first that no longer follows a failure is waited for until the end.
    pause: async (milliseconds, signal) => {
      pauses.push(milliseconds);
      if (pauses.length > away && !signal.aborted) await once(signal, 'abort');
    },
  });
  await until(() => pauses.length > away);
  await following.stop();
  return pauses;
};

test('resolvers that lost a collector at one moment ask at different ones, less and less often, and then as before', async (t) => {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const times = (asked.get(request.url!) ?? 0) + 1;
    asked.set(request.url!, times);
    response.writeHead(times > away ? 304 : 503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const one = await pausesOf(() => 0, url);
  asked.clear();
  const other = await pausesOf(() => 0.75, url);
  t.deepEqual(one, [2_000, 4_000, 8_000, 15_000, 15_000, 15_000, interval]);
  t.deepEqual(other, [3_500, 7_000, 14_000, 26_250, 26_250, 26_250, interval]);
});
