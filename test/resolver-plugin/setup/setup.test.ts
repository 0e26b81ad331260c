import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { canaryAddress, canaryDomain, canaryRule } from '../../../resolver-plugin/canary/canary-rule.ts';
import { listenUnix } from '../../../resolver-plugin/dnstap/listen-unix.ts';
import { messageTypes } from '../../../resolver-plugin/dnstap/message-types.ts';
import { Enforcer } from '../../../resolver-plugin/policy/enforcer.ts';
import { notifyTarget } from '../../../resolver-plugin/policy/notify-target.ts';
import { PowerDnsCache } from '../../../resolver-plugin/policy/powerdns-cache.ts';
import type { PolicyTarget } from '../../../resolver-plugin/policy/target.ts';
import { ZoneFile } from '../../../resolver-plugin/policy/zone-file.ts';
import { Notifier } from '../../../resolver-plugin/rpz/notify.ts';
import type { TsigKey } from '../../../resolver-plugin/rpz/tsig.ts';
import { knotPolicyPath } from '../../../resolver-plugin/setup/knot.ts';
import type { SetupOptions } from '../../../resolver-plugin/setup/options.ts';
import {
  printedSetup,
  type ResolverKind,
  resolverSetup,
  resolverSetups,
} from '../../../resolver-plugin/setup/resolvers.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { freePort } from '../../support/free-port.ts';
import { startBind } from '../../support/resolvers/bind.ts';
import { collectingTarget } from '../../support/resolvers/dnstap-messages.ts';
import { policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { startResolver } from '../../support/resolvers/program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { testRandom } from '../../support/test-seed.ts';
import { until } from '../../support/until.ts';

const key: TsigKey = { name: 'sonde', algorithm: 'hmac-sha512', secret: Buffer.alloc(64, 9) };
const blocked = rule('blocked', { kind: 'domain', name: 'blocked.example' });
const document = (version: number, rules = [blocked]) => ({
  resolver_id: 'r',
  version,
  issued_at: new Date().toISOString(),
  rules,
});

/** Our side of a resolver: dnstap, the policy zone, and its configuration written where it says. */
async function prepare(t: ExecutionContext, kind: ResolverKind, signing = false) {
  const directory = await temporaryDirectory(t);
  const target = collectingTarget();
  const dnstapSocket = join(directory, 'dnstap.sock');
  const listener = await listenUnix(dnstapSocket, { ...target, mode: 0o666 });
  t.teardown(() => listener.close());
  const primary = await startPrimary(t, [], signing ? { keys: [key] } : {});
  const options: SetupOptions = {
    dnstapSocket,
    identity: 'resolver.test',
    zone: policyZone,
    primary: { host: '127.0.0.1', port: primary.port },
    ...(signing ? { key } : {}),
    stateDirectory: directory,
    configDirectory: join(directory, 'conf'),
  };
  const setup = resolverSetup(kind, options);
  for (const { path, text } of setup.files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const check = (...command: string[]) => execFileSync(command[0]!, command.slice(1), { encoding: 'utf8' });
  return { directory, messages: target.messages, primary, options, setup, check, port: await freePort() };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Both directions: dnstap comes in of the types wanted, and the policy goes out and comes back. */
async function checkBothWays(
  t: ExecutionContext,
  { primary, messages }: Prepared,
  port: number,
  types: readonly number[],
  targets: readonly PolicyTarget[],
): Promise<void> {
  await until(async () => {
    await askUdp(port, `n${testRandom.fraction()}.example`, 'A', 500);
    return types.every((type) => messages.some((message) => message.type === type));
  });
  t.is(Buffer.from(messages.at(-1)!.identity, 'hex').toString(), 'resolver.test');

  const codeOf = async () => responseCodeOf(await askUdp(port, 'www.blocked.example'));
  t.is(await codeOf(), 'NOERROR');
  const enforcer = new Enforcer(primary.zone, targets, [canaryRule]);
  enforcer.enforce(document(1), Date.now());
  await until(async () => (await codeOf()) === 'NXDOMAIN');
  const label = `c${Date.now()}`;
  const canary = await askUdp(port, `${label}.${canaryDomain}`);
  t.is((canary?.answers?.[0] as { data?: string } | undefined)?.data, canaryAddress);
  if (types === client) {
    const wire = Buffer.from(label).toString('hex');
    await until(() => messages.some((message) => message.response_message.includes(wire)));
  }
  enforcer.enforce(document(2, []), Date.now());
  await until(async () => (await codeOf()) === 'NOERROR');
  await Promise.all(targets.map((target) => target.idle()));
}

function notifying(t: ExecutionContext, { primary }: Prepared, port: number, signed?: TsigKey): PolicyTarget {
  const { zone, counters, clock } = primary;
  const withKey = signed === undefined ? {} : { key: signed };
  const notifier = new Notifier({ zone, host: '127.0.0.1', port, counters, clock, ...withKey });
  t.teardown(() => notifier.close());
  return notifyTarget(notifier);
}

const client = [messageTypes.CLIENT_QUERY, messageTypes.CLIENT_RESPONSE];

test('Unbound', async (t) => {
  const prepared = await prepare(t, 'unbound');
  const { path } = prepared.setup.files[0]!;
  t.regex(prepared.check('unbound-checkconf', path), /no errors/);
  const upstream = await startUpstream(t);
  const more = `forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${upstream}\ninclude: "${path}"`;
  const resolver = await startUnbound(t, '', more, 'iterator');
  await checkBothWays(t, prepared, resolver.port, client, [notifying(t, prepared, resolver.port)]);
});

test('BIND, with signed transfers', async (t) => {
  const prepared = await prepare(t, 'bind', true);
  const [options, zone] = prepared.setup.files;
  const upstream = await startUpstream(t);
  const resolver = await startBind(
    t,
    `include "${options!.path}"; forward only; forwarders { 127.0.0.1 port ${upstream}; };`,
    `include "${zone!.path}";`,
  );
  t.notThrows(() => prepared.check('named-checkconf', join(resolver.directory, 'named.conf')));
  await checkBothWays(t, prepared, resolver.port, client, [notifying(t, prepared, resolver.port, key)]);
});

test('knot-resolver, by a file', async (t) => {
  const prepared = await prepare(t, 'knot');
  const { port, directory, primary, options, setup } = prepared;
  const upstream = await startUpstream(t);
  const path = knotPolicyPath(options);
  const file = new ZoneFile({
    zone: primary.zone,
    path,
    mode: 0o644,
    failed: (error) => t.fail(String(error)),
  });
  file.changed({ removed: [], put: [] });
  await file.idle();
  const config = join(directory, 'kresd.conf');
  await writeFile(
    config,
    `net.listen('127.0.0.1', ${port}, { kind = 'dns' })
trust_anchors.remove('.')
cache.size = 10 * MB
dofile('${setup.files[0]!.path}')
policy.add(policy.all(policy.FORWARD({'127.0.0.1@${upstream}'})))
`,
  );
  await startResolver(t, port, 'kresd', ['--noninteractive', '--config', config, directory]);
  await checkBothWays(t, prepared, port, client, [file]);
});

test('PowerDNS Recursor, with its cache wiped', async (t) => {
  const prepared = await prepare(t, 'pdns', true);
  const { port, directory, setup } = prepared;
  const upstream = await startUpstream(t);
  await startResolver(t, port, 'pdns_recursor', [
    `--config-dir=${directory}`,
    `--socket-dir=${directory}`,
    '--daemon=no',
    '--local-address=127.0.0.1',
    `--local-port=${port}`,
    `--forward-zones-recurse=.=127.0.0.1:${upstream}`,
    '--dnssec=off',
    '--threads=1',
    '--server-id=resolver.test',
    `--lua-config-file=${setup.files[0]!.path}`,
  ]);
  const control = { file: 'rec_control', args: [`--socket-dir=${directory}`] };
  const cache = new PowerDnsCache(control, 2_000, (error) => t.fail(String(error)));
  await checkBothWays(
    t,
    prepared,
    port,
    [messageTypes.RESOLVER_QUERY, messageTypes.RESOLVER_RESPONSE],
    [cache],
  );
});

test('dnsdist, which has no policy', async (t) => {
  const { port, directory, setup, check, messages } = await prepare(t, 'dnsdist');
  const upstream = await startUpstream(t);
  const config = join(directory, 'dnsdist.conf');
  await writeFile(
    config,
    `setLocal('127.0.0.1:${port}')
newServer({address='127.0.0.1:${upstream}', checkName='ready.example.'})
dofile('${setup.files[0]!.path}')
`,
  );
  t.regex(check('dnsdist', '--check-config', '--config', config), /OK/);
  await startResolver(t, port, 'dnsdist', ['--supervised', '--disable-syslog', '--config', config]);
  await until(async () => {
    await askUdp(port, 'ready.example', 'A', 500);
    return client.every((type) => messages.some((message) => message.type === type));
  });
  t.is(Buffer.from(messages.at(-1)!.identity, 'hex').toString(), 'resolver.test');
});

test('what is printed says where it belongs and what to do, and hostile options are refused', (t) => {
  const options: SetupOptions = {
    dnstapSocket: '/run/sonde/dnstap.sock',
    identity: 'resolver.example',
    zone: policyZone,
    primary: { host: '127.0.0.1', port: 5380 },
    stateDirectory: '/var/lib/sonde',
    configDirectory: '/etc/resolver',
  };
  for (const kind of Object.keys(resolverSetups) as ResolverKind[]) {
    const text = printedSetup(resolverSetup(kind, options));
    t.regex(text, /^==> \/etc\/resolver\/sonde/);
    t.regex(text, /\/run\/sonde\/dnstap\.sock/);
    t.regex(text, /\nThen:\n1\. /);
    for (const identity of ['a"b', "a'b", 'a\nb', 'a\\b', 'a;b', '$(x)']) {
      t.throws(() => resolverSetup(kind, { ...options, identity }), { instanceOf: RangeError });
    }
  }
});
