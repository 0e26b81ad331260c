import { join } from 'node:path';
import test from 'ava';
import { AccessList, loopback } from '../../../resolver-plugin/net/access-list.ts';
import { Notifier } from '../../../resolver-plugin/rpz/notify.ts';
import { servePrimary } from '../../../resolver-plugin/rpz/primary.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { startResolver } from '../../support/resolvers/program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const rules = [
  rule('first', { kind: 'name', name: 'first.example' }),
  rule('old', { kind: 'name', name: 'old.example' }),
];

test('Unbound enforces the last policy while we are away, through its own restart, and takes the next one after', async (t) => {
  const upstream = await startUpstream(t);
  const { zone, counters, clock, apply, port, close } = await startPrimary(t, rules);
  const zonefile = join(await temporaryDirectory(t), 'policy.zone');
  const resolver = await startUnbound(
    t,
    '',
    `rpz:
  name: ${policyZone}
  primary: 127.0.0.1@${port}
  allow-notify: 127.0.0.1
  zonefile: "${zonefile}"
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstream}`,
  );
  const codeOf = async (name: string) => responseCodeOf(await askUdp(resolver.port, name));
  await until(async () => (await codeOf('first.example')) === 'NXDOMAIN');

  await close();
  t.is(await codeOf('first.example'), 'NXDOMAIN');
  await resolver.stop('SIGTERM');
  await startResolver(t, resolver.port, 'unbound', [
    '-d',
    '-p',
    '-c',
    join(resolver.directory, 'unbound.conf'),
  ]);
  t.is(await codeOf('first.example'), 'NXDOMAIN');
  t.is(await codeOf('free.example'), 'NOERROR');

  // What changes while the resolver cannot hear of it reaches it once it can.
  const notifier = new Notifier({ zone, host: '127.0.0.1', port: resolver.port, counters, clock });
  t.teardown(() => notifier.close());
  apply([rule('second', { kind: 'name', name: 'second.example' })], ['old']);
  const options = {
    zone,
    keys: [],
    counters,
    clock,
    host: '127.0.0.1',
    port,
    allowed: new AccessList(loopback),
  };
  const again = await servePrimary(options);
  t.teardown(() => again.close());
  notifier.notify();
  await until(async () => (await codeOf('second.example')) === 'NXDOMAIN');
  t.is(await codeOf('first.example'), 'NXDOMAIN');
  t.is(await codeOf('old.example'), 'NOERROR');
});

test('NOTIFY goes on until a resolver is there, and ends where there is none', async (t) => {
  const { zone, counters, clock } = await startPrimary(t, rules);
  const nobody = { zone, host: '127.0.0.1', port: 1, counters, clock, firstWait: 1, attempts: 4 };
  const vain = new Notifier(nobody);
  vain.notify();
  await until(() => counters.notifyGivenUp === 1);
  t.is(counters.notifySent, 4);
  vain.notify();
  vain.notify();
  await until(() => counters.notifyGivenUp === 2);
  vain.close();
  vain.notify();
  t.true(counters.notifySent <= 9);
});
