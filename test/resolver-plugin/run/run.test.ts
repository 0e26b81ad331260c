import { join } from 'node:path';
import test from 'ava';
import { resolverSetup } from '../../../resolver-plugin/setup/resolvers.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { freePort } from '../../support/free-port.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const zone = 'policy.sonde';

test('a rule added through the API is enforced by Unbound, also while the collector is away', async (t) => {
  const directory = await temporaryDirectory(t);
  const { url, stop } = await startTestCollector(t);
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    t.true(response.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text);
  };

  const state = join(directory, 'state');
  const registered = await runResolverProgram(
    ['register', '--collector', url, '--state', state, '--name', 'ns1', '--location', 'Lab'],
    { SONDE_KEY: adminKey },
  );
  t.is(registered.code, 0, registered.stderr);

  const primary = { host: '127.0.0.1', port: await freePort() };
  const dnstapSocket = join(directory, 'dnstap.sock');
  const [file] = resolverSetup('unbound', {
    dnstapSocket,
    identity: 'ns1',
    zone,
    primary,
    stateDirectory: directory,
    configDirectory: directory,
  }).files;
  const forward = `forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${await startUpstream(t)}`;
  const startPlugin = (port: number) =>
    runProgram(t, process.execPath, [
      ...[resolverProgram, 'run', '--collector', url, '--state', state, '--dnstap-socket', dnstapSocket],
      ...['--primary', `${primary.host}:${primary.port}`, '--notify', `127.0.0.1:${port}`],
      ...['--policy-interval', '1', '--analytics-interval', '5'],
    ]);
  const unbound = await startUnbound(t, '', `${file!.text}\n${forward}`);
  let plugin = startPlugin(unbound.port);
  const status = async () => {
    const { stdout } = await runResolverProgram(['status', '--json', '--state', state]);
    return stdout === '' ? { running: false } : JSON.parse(stdout);
  };
  await until(async () => {
    if (plugin.child.exitCode !== null) throw new Error(plugin.output());
    return (await status()).modules?.policy?.serving === true;
  });
  const answers = (name: string, code: string) =>
    until(async () => responseCodeOf(await askUdp(unbound.port, name)) === code);

  await answers('www.bad.example', 'NOERROR');
  const rule = await call('POST', '/api/v1/unbound/policy/rules', {
    match: { kind: 'domain', name: 'bad.example' },
    action: { kind: 'block' },
  });
  await answers('www.bad.example', 'NXDOMAIN');
  const kept = await call('POST', '/api/v1/unbound/policy/rules', {
    match: { kind: 'name', name: 'kept.example' },
    action: { kind: 'block' },
  });
  t.is(kept.version, 3);
  await answers('kept.example', 'NXDOMAIN');
  await call('DELETE', `/api/v1/unbound/policy/rules/${rule.id}`);
  await answers('www.bad.example', 'NOERROR');
  await call('POST', '/api/v1/unbound/policy/rollback', { version: 3 });
  await answers('www.bad.example', 'NXDOMAIN');
  const rolledBack = await runResolverProgram(['policy', 'rollback', '--json', '--state', state]);
  t.like(JSON.parse(rolledBack.stdout), { rolled_back: true, from: 5, to: 4 });
  await answers('www.bad.example', 'NOERROR');

  await until(async () => {
    await askUdp(unbound.port, 'kept.example');
    const { resolvers } = await call('GET', '/api/v1/unbound/stats');
    return resolvers[0].queries > 0 && resolvers[0].response_codes['3'] > 0;
  }, 60_000);

  const stored = async () => {
    const { queries } = await call('GET', '/api/v1/dns-monitoring/queries?name=kept.example&limit=10');
    return queries as { response_code: string; client_ip: string; protocol: string }[];
  };
  await until(async () => (await stored()).some(({ response_code }) => response_code === 'NXDOMAIN'), 60_000);
  t.like((await stored())[0], { client_ip: '127.0.0.1', protocol: 'udp' });
  t.deepEqual((await status()).modules.rows.unaccounted, { messages: 0, rows: 0, flows: 0, sinks: 0 });

  await stop();
  await plugin.stop('SIGTERM');
  t.is(plugin.child.exitCode, 0, plugin.output());
  plugin = startPlugin(unbound.port);
  await until(async () => (await status()).modules?.policy?.serving === true);
  t.is((await status()).modules.policy.policy_version, 4);
  await answers('kept.example', 'NXDOMAIN');
  await plugin.stop('SIGKILL');
  await answers('kept.example', 'NXDOMAIN');
  await answers('other.example', 'NOERROR');
});
