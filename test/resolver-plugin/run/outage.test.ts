import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { resolverSetup } from '../../../resolver-plugin/setup/resolvers.ts';
import { fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { policyKey, startPolicyFront } from '../../support/resolvers/policy-front.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

/** Moves the clock of a process, its threads included. */
const hourLater = `data:text/javascript,${encodeURIComponent(
  'const now = Date.now; Date.now = () => now() + 3_600_000;',
)}`;

test('with the collector away for an hour, us killed, the resolver restarted and the socket replaced, all goes on', async (t) => {
  const directory = await temporaryDirectory(t);
  const state = join(directory, 'state');
  const dnstapSocket = join(directory, 'dnstap.sock');
  const primary = { host: '127.0.0.1', port: await freePort() };
  await mkdir(state, { mode: 0o700 });
  await writeFile(
    join(state, 'registration.json'),
    JSON.stringify({ resolver_id: 7, api_keys: { policy: policyKey }, location_key: fakeKey }),
  );
  const collector = await startFakeCollector(t);
  const front = await startPolicyFront(t, collector.url);
  await front.open();
  const [file] = resolverSetup('unbound', {
    ...{ dnstapSocket, identity: 'ns1', zone: 'policy.sonde', primary },
    stateDirectory: directory,
    configDirectory: directory,
  }).files;
  const configuration = `${file!.text}
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${await startUpstream(t)}`;
  const first = await startUnbound(t, '', configuration);
  const startDaemon = (...nodeFlags: string[]) =>
    runProgram(t, process.execPath, [
      ...[...nodeFlags, resolverProgram, 'run', '--collector', front.url, '--state', state],
      ...['--dnstap-socket', dnstapSocket, '--primary', `127.0.0.1:${primary.port}`],
      ...['--notify', `127.0.0.1:${first.port}`, '--batch-seconds', '0.2', '--policy-interval', '1'],
    ]);
  const status = async () => {
    const { stdout } = await runResolverProgram(['status', '--json', '--state', state]);
    return stdout === '' ? {} : JSON.parse(stdout);
  };
  const codeOf = async (port: number, name: string) => responseCodeOf(await askUdp(port, name));
  let daemon = startDaemon();
  await until(async () => {
    if (daemon.child.exitCode !== null) throw new Error(daemon.output());
    return (await codeOf(first.port, 'www.bad.example')) === 'NXDOMAIN';
  }, 60_000);
  await until(async () => {
    await askUdp(first.port, 'hello.example');
    return collector.rows.some(({ queryName }) => queryName === 'hello.example');
  }, 60_000);

  await front.close();
  const rowsInSpool = async (): Promise<number | undefined> => {
    const { ledger, queue, delivery } = (await status()).modules?.rows ?? {};
    const isSettled = delivery?.rowsOpen === 0 && queue.rows === 0 && ledger.messages_pending === 0;
    return isSettled ? delivery.spool.rows : undefined;
  };
  // What was asked before is still on its way: Unbound keeps messages for a second.
  await delay(2_500);
  let before: number | undefined;
  await until(async () => {
    before = await rowsInSpool();
    return before !== undefined;
  }, 60_000);
  const names = Array.from({ length: 150 }, (_, index) => `away-${index}.example`);
  for (const name of names) t.is(await codeOf(first.port, name), 'NOERROR');
  await until(async () => ((await rowsInSpool()) ?? 0) >= before! + names.length, 60_000);
  await daemon.stop('SIGKILL');
  t.is(await codeOf(first.port, 'other.bad.example'), 'NXDOMAIN');

  daemon = startDaemon('--import', hourLater);
  await until(async () => (await status()).modules?.policy?.serving === true, 60_000);
  t.is((await status()).modules.policy.policy_version, 3);
  await first.stop('SIGTERM');
  await rm(dnstapSocket);
  await until(() =>
    stat(dnstapSocket).then(
      () => true,
      () => false,
    ),
  );
  const second = await startUnbound(t, '', configuration);
  await until(async () => (await codeOf(second.port, 'www.bad.example')) === 'NXDOMAIN', 60_000);
  await until(async () => {
    await askUdp(second.port, 'again.example');
    return (await status()).dnstap.frames > 0;
  }, 60_000);

  // Whoever comes to the socket with anything else is shown the door, and the others go on.
  const intruder = connect(dnstapSocket);
  intruder.on('error', () => undefined);
  intruder.write(Buffer.alloc(100_000, 0x7f));
  await new Promise((resolve) => intruder.on('close', resolve));
  t.is(await codeOf(second.port, 'www.bad.example'), 'NXDOMAIN');

  await front.open();
  const arrived = () => collector.rows.filter(({ queryName }) => queryName.startsWith('away-'));
  // The pauses between attempts grow up to a minute.
  await until(() => arrived().length >= names.length, 150_000);
  t.deepEqual(
    arrived()
      .map(({ queryName, outcome }) => `${queryName} ${outcome}`)
      .sort(),
    names.map((name) => `${name} answered`).sort(),
  );
  const { dnstap, modules } = await status();
  t.is(dnstap.connectionsClosed.protocol, 1);
  t.deepEqual(modules.rows.unaccounted, { messages: 0, rows: 0, flows: 0, sinks: 0 });
  await daemon.stop('SIGTERM');
  t.is(daemon.child.exitCode, 0, daemon.output());
});
