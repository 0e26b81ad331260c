import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { policySignatureHeader, signPolicy } from '@sonde/shared/policy/signature.ts';
import test, { type ExecutionContext } from 'ava';
import type { Finding } from '../../../resolver-plugin/doctor/finding.ts';
import { resolverSetup } from '../../../resolver-plugin/setup/resolvers.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const key = 'sonde_res_0123456789012345678901234567890123456789';

/** A collector with an empty policy, whose clock and memory of keys are as the test says. */
async function startCollector(t: ExecutionContext, change: { status?: number; date?: string } = {}) {
  const server = createServer((request, response) => {
    const date = change.date === undefined ? {} : { date: change.date };
    if (request.url?.startsWith('/api/v1/unbound/policy') === true && change.status === undefined) {
      const document = { resolver_id: '7', version: 1, issued_at: '2026-03-01T00:00:00.000Z', rules: [] };
      const body = Buffer.from(JSON.stringify(document));
      if (request.headers['if-none-match'] === '"7-1"') return void response.writeHead(304, date).end();
      const signature = signPolicy(body, { kind: 'hmac-sha256', secret: key });
      const headers = { ...date, etag: '"7-1"', [policySignatureHeader]: signature };
      return void response.writeHead(200, headers).end(body);
    }
    response.writeHead(change.status ?? 200, { ...date, 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function prepare(t: ExecutionContext) {
  const directory = await temporaryDirectory(t);
  const state = join(directory, 'state');
  const dnstapSocket = join(directory, 'dnstap.sock');
  const primary = { host: '127.0.0.1', port: await freePort() };
  const zone = 'policy.sonde';
  await mkdir(state, { mode: 0o700 });
  await writeFile(
    join(state, 'registration.json'),
    JSON.stringify({ resolver_id: 7, api_keys: { policy: key } }),
  );
  const [file] = resolverSetup('unbound', {
    ...{ dnstapSocket, identity: 'ns1', zone, primary },
    stateDirectory: directory,
    configDirectory: directory,
  }).files;
  const flags = (collector: string) => [
    ...['--collector', collector, '--state', state, '--dnstap-socket', dnstapSocket],
    ...['--primary', `${primary.host}:${primary.port}`],
  ];
  const doctor = async (collector: string, ...more: string[]) => {
    const { code, stdout, stderr } = await runResolverProgram([
      ...['doctor', '--json', ...flags(collector), ...more],
    ]);
    if (stdout === '') throw new Error(stderr);
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    const of = (check: string) => findings.find((finding) => finding.check === check);
    return { code, findings, of };
  };
  return { directory, state, flags, doctor, configuration: file!.text };
}

test('where all is well, it says so, and the canary shows both directions', async (t) => {
  const { flags, doctor, configuration } = await prepare(t);
  const collector = await startCollector(t);
  const forward = `forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${await startUpstream(t)}`;
  const unbound = await startUnbound(t, '', `${configuration}\n${forward}`);
  const resolver = `127.0.0.1:${unbound.port}`;
  const daemon = runProgram(t, process.execPath, [
    ...[resolverProgram, 'run', ...flags(collector), '--notify', resolver],
  ]);
  await until(async () => {
    if (daemon.child.exitCode !== null) throw new Error(daemon.output());
    const { code } = await doctor(collector, '--notify', resolver);
    return code === 0;
  }, 60_000);
  const { findings, of } = await doctor(collector, '--notify', resolver);
  t.deepEqual(
    findings.filter(({ state }) => state !== 'well'),
    [],
  );
  for (const check of ['collector', 'clock', 'key of policy', 'policy', 'canary, policy', 'canary, dnstap']) {
    t.is(of(check)?.state, 'well', check);
  }
  await daemon.stop('SIGTERM');
});

test('what is wrong is told with what to do about it', async (t) => {
  const { doctor } = await prepare(t);
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const away = await doctor(nobody);
  t.is(away.code, 1);
  t.is(away.of('collector')?.state, 'wrong');
  t.is(away.of('daemon')?.state, 'wrong');
  t.is(away.of('dnstap socket')?.state, 'wrong');

  const late = await startCollector(t, { status: 401, date: new Date(Date.now() - 3_600_000).toUTCString() });
  const refused = await doctor(late);
  t.is(refused.of('key of policy')?.state, 'wrong');
  t.regex(refused.of('key of policy')?.advice ?? '', /register/);
  t.regex(refused.of('clock')?.message ?? '', /36\d\d s behind/);
  t.true(refused.findings.every(({ state, advice }) => state === 'well' || (advice ?? '') !== ''));
});

test('a resolver that takes neither the socket nor the zone is found out', async (t) => {
  const { state, flags, doctor } = await prepare(t);
  const collector = await startCollector(t);
  const forward = `forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${await startUpstream(t)}`;
  const unbound = await startUnbound(t, '', forward, 'iterator');
  const resolver = `127.0.0.1:${unbound.port}`;
  const daemon = runProgram(t, process.execPath, [resolverProgram, 'run', ...flags(collector)]);
  await until(async () => {
    const { stdout } = await runResolverProgram(['status', '--json', '--state', state]);
    return JSON.parse(stdout || '{}').modules?.policy?.serving === true;
  }, 60_000);
  const { code, of } = await doctor(collector, '--resolver', resolver);
  t.is(code, 1);
  for (const check of ['dnstap', 'policy zone', 'canary, policy', 'canary, dnstap']) {
    t.is(of(check)?.state, 'wrong', check);
  }
  await daemon.stop('SIGTERM');
});
