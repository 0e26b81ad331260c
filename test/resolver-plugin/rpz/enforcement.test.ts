import test, { type ExecutionContext } from 'ava';
import { Notifier } from '../../../resolver-plugin/rpz/notify.ts';
import type { TsigKey } from '../../../resolver-plugin/rpz/tsig.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { startBind } from '../../support/resolvers/bind.ts';
import { nameRules, policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';

const rules = 100_000;
const rounds = 5;

/** Milliseconds until the resolver answers as wanted, asking all the time. */
async function untilAnswered(port: number, name: string, code: string): Promise<number> {
  const begin = performance.now();
  while (responseCodeOf(await askUdp(port, name)) !== code) {
    if (performance.now() - begin > 20_000) throw new Error(`${name} is still not ${code}`);
  }
  return performance.now() - begin;
}

/** Adds and takes back a rule several times while others ask; what came of it is logged. */
async function checkEnforcement(
  t: ExecutionContext,
  port: number,
  primary: Awaited<ReturnType<typeof startPrimary>>,
  notifier: Notifier,
): Promise<void> {
  await untilAnswered(port, `host-${rules - 1}.listed.example`, 'NXDOMAIN');
  t.is(responseCodeOf(await askUdp(port, 'fresh.example')), 'NOERROR');
  await untilAnswered(port, 'steady.example', 'NOERROR');

  let asked = 0;
  let failed = 0;
  let running = true;
  const steady = (async () => {
    while (running) {
      asked++;
      if (responseCodeOf(await askUdp(port, 'steady.example', 'A', 5_000)) !== 'NOERROR') failed++;
    }
  })();
  const enforced: number[] = [];
  const lifted: number[] = [];
  for (let round = 0; round < rounds; round++) {
    primary.apply([rule('fresh', { kind: 'name', name: 'fresh.example' })]);
    notifier.notify();
    enforced.push(await untilAnswered(port, 'fresh.example', 'NXDOMAIN'));
    primary.apply([], ['fresh']);
    notifier.notify();
    lifted.push(await untilAnswered(port, 'fresh.example', 'NOERROR'));
  }
  running = false;
  await steady;
  const text = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ');
  t.log(`one rule among ${rules}: enforced after ${text(enforced)} ms, lifted after ${text(lifted)} ms`);
  t.log(`${asked} queries meanwhile, ${failed} failed`);
  t.is(failed, 0);
  t.is(primary.counters.fullTransfers, 1);
  // A resolver may fetch several steps at once.
  t.true(primary.counters.incrementalTransfers >= 2);
}

test.serial('Unbound enforces a rule, and lifts it, without losing a query', async (t) => {
  const upstream = await startUpstream(t);
  const primary = await startPrimary(t, nameRules(rules));
  const resolver = await startUnbound(
    t,
    '',
    `rpz:
  name: ${policyZone}
  primary: 127.0.0.1@${primary.port}
  allow-notify: 127.0.0.1
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstream}`,
  );
  const { zone, counters, clock } = primary;
  const notifier = new Notifier({ zone, host: '127.0.0.1', port: resolver.port, counters, clock });
  t.teardown(() => notifier.close());
  await checkEnforcement(t, resolver.port, primary, notifier);
});

test.serial('BIND enforces a rule, and lifts it, without losing a query, under TSIG', async (t) => {
  const upstream = await startUpstream(t);
  const key: TsigKey = { name: 'sonde', algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 7) };
  const primary = await startPrimary(t, nameRules(rules), { keys: [key] });
  const resolver = await startBind(
    t,
    `  response-policy { zone "${policyZone}" min-update-interval 0 max-policy-ttl 30; };
  forward only;
  forwarders { 127.0.0.1 port ${upstream}; };`,
    `key "sonde" { algorithm hmac-sha256; secret "${key.secret.toString('base64')}"; };
zone "${policyZone}" {
  type secondary;
  primaries { 127.0.0.1 port ${primary.port} key "sonde"; };
  allow-query { none; };
};`,
  );
  const { zone, counters, clock } = primary;
  const notifier = new Notifier({ zone, host: '127.0.0.1', port: resolver.port, key, counters, clock });
  t.teardown(() => notifier.close());
  await checkEnforcement(t, resolver.port, primary, notifier);
  t.is(counters.badSignatures, 0);
  t.true(counters.notifyAnswered > 0);
});
