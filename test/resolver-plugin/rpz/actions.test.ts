import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import test, { type ExecutionContext } from 'ava';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { startBind } from '../../support/resolvers/bind.ts';
import { policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const domain = (name: string) => ({ kind: 'domain' as const, name });

const rules: PolicyRule[] = [
  rule('1', { kind: 'name', name: 'exact.example' }),
  rule('2', { kind: 'wildcard', name: 'beneath.example' }),
  rule('3', domain('both.example')),
  rule('4', domain('nodata.example'), { kind: 'block', answer: 'nodata' }),
  rule('5', domain('dropped.example'), { kind: 'block', answer: 'drop' }),
  rule('6', domain('tcp.example'), { kind: 'block', answer: 'tcp_only' }),
  rule('7', { kind: 'name', name: 'fine.both.example' }, { kind: 'allow' }),
  rule('8', domain('elsewhere.example'), { kind: 'redirect', name: 'walled.garden.example' }),
  rule('9', domain('here.example'), {
    kind: 'redirect_to_addresses',
    addresses: ['203.0.113.9', '203.0.113.8', '2001:db8::8'],
  }),
  rule('10', { kind: 'client', network: '127.0.0.9' }),
  rule('11', { kind: 'response', network: '198.51.100.64/26' }),
  rule('12', domain('watched.example'), { kind: 'log' }),
];

/** The response code and the answers as dig shows them, or what dig says of none. */
async function dig(port: number, name: string, ...options: string[]): Promise<string> {
  const args = ['@127.0.0.1', '-p', String(port), '+tries=1', '+time=20', '+nocookie', ...options, name];
  const { stdout } = await run('dig', args).catch((error: { stdout: string }) => error);
  if (/no servers could be reached|timed out/.test(stdout)) return 'nothing';
  const code = /status: (\w+)/.exec(stdout)?.[1];
  const truncated = /;; flags:[^;]* tc/.test(stdout) ? ['truncated'] : [];
  const answers = [...stdout.matchAll(/^[^;\s]\S*\s+\d+\s+IN\s+(A|AAAA|CNAME)\s+(\S+)$/gm)]
    .map(([, type, data]) => `${type} ${data}`)
    .sort();
  return [code, ...truncated, ...answers].join(' ');
}

async function checkActions(t: ExecutionContext, port: number): Promise<void> {
  await until(async () => responseCodeOf(await askUdp(port, 'exact.example')) === 'NXDOMAIN');
  const plain = 'NOERROR A 198.51.100.1';
  t.is(await dig(port, 'free.example'), plain);
  t.is(await dig(port, 'sub.exact.example'), plain);
  t.is(await dig(port, 'beneath.example'), plain);
  t.is(await dig(port, 'sub.beneath.example'), 'NXDOMAIN');
  t.is(await dig(port, 'both.example'), 'NXDOMAIN');
  t.is(await dig(port, 'deep.sub.both.example'), 'NXDOMAIN');
  t.is(await dig(port, 'fine.both.example'), plain);
  t.is(await dig(port, 'nodata.example'), 'NOERROR');
  t.is(await dig(port, 'dropped.example', '+time=1'), 'nothing');
  t.is(await dig(port, 'tcp.example', '+ignore'), 'NOERROR truncated');
  t.is(await dig(port, 'tcp.example', '+tcp'), plain);
  t.regex(
    await dig(port, 'elsewhere.example'),
    /^NOERROR A 198\.51\.100\.1 CNAME walled\.garden\.example\.$/,
  );
  t.is(await dig(port, 'here.example'), 'NOERROR A 203.0.113.8 A 203.0.113.9');
  t.is(await dig(port, 'sub.here.example', '-t', 'AAAA'), 'NOERROR AAAA 2001:db8::8');
  t.is(await dig(port, 'watched.example'), plain);
  t.is(await dig(port, 'free.example', '-b', '127.0.0.9'), 'NXDOMAIN');
}

/** Two upstreams: one whose answers the rules leave alone, one whose address a rule is about. */
async function upstreams(t: ExecutionContext) {
  return { plain: await startUpstream(t), listed: await startUpstream(t, '198.51.100.77') };
}

test('Unbound does what each kind of rule says', async (t) => {
  const { plain, listed } = await upstreams(t);
  const primary = await startPrimary(t, rules);
  const resolver = await startUnbound(
    t,
    '',
    `rpz:
  name: ${policyZone}
  primary: 127.0.0.1@${primary.port}
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${plain}
forward-zone:
  name: "listed.example"
  forward-addr: 127.0.0.1@${listed}`,
  );
  await checkActions(t, resolver.port);
  t.is(await dig(resolver.port, 'www.listed.example'), 'NXDOMAIN');
});

test('BIND does what each kind of rule says', async (t) => {
  const { plain, listed } = await upstreams(t);
  const primary = await startPrimary(t, rules);
  const resolver = await startBind(
    t,
    `  response-policy { zone "${policyZone}" min-update-interval 0; } qname-wait-recurse no;
  forward only;
  forwarders { 127.0.0.1 port ${plain}; };`,
    `zone "${policyZone}" { type secondary; primaries { 127.0.0.1 port ${primary.port}; }; };
zone "listed.example" { type forward; forward only; forwarders { 127.0.0.1 port ${listed}; }; };`,
  );
  await checkActions(t, resolver.port);
  t.is(await dig(resolver.port, 'www.listed.example'), 'NXDOMAIN');
});
