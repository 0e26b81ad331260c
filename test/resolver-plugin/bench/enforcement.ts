/**
 * How soon a rule holds: from the call of the API to the first answer of the resolver, with the whole collector, the whole
 * daemon, and 100,000 rules out of a list beside it. Queries that fail meanwhile are counted.
 * `scripts/run test/resolver-plugin/bench/enforcement.ts [unbound|bind] [rules] [rounds]`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { resolverSetup } from '../../../resolver-plugin/setup/resolvers.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { freePort } from '../../support/free-port.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { startBind } from '../../support/resolvers/bind.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { type Ending, temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const kind = process.argv[2] === 'bind' ? 'bind' : 'unbound';
const rules = Number(process.argv[3] ?? 100_000);
const rounds = Number(process.argv[4] ?? 20);

const ends: (() => unknown)[] = [];
const ending: Ending = { teardown: (end) => void ends.unshift(end) };
try {
  const { url } = await startTestCollector(ending);
  const call = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': type };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  const directory = await temporaryDirectory(ending);
  const state = join(directory, 'state');
  const registered = await runResolverProgram(
    [
      'register',
      '--collector',
      url,
      '--state',
      state,
      '--name',
      'ns1',
      '--location',
      'Bench',
      '--modules',
      'policy',
    ],
    { SONDE_KEY: adminKey },
  );
  if (registered.code !== 0) throw new Error(registered.stderr);
  const list = Array.from({ length: rules }, (_, index) => `host-${index}.listed.example\n`).join('');
  await call('PUT', '/api/v1/threat-intel/indicators/bench', list, 'text/plain');
  let begin = performance.now();
  await call('POST', '/api/v1/unbound/policy/sources', JSON.stringify({ sources: ['bench'] }));
  console.log(`${rules} indicators became rules in ${(performance.now() - begin).toFixed(0)} ms`);

  const primary = { host: '127.0.0.1', port: await freePort() };
  const dnstapSocket = join(directory, 'dnstap.sock');
  const configDirectory = join(directory, 'conf');
  const { files } = resolverSetup(kind, {
    ...{ dnstapSocket, identity: 'bench', zone: 'policy.sonde', primary, configDirectory },
    stateDirectory: directory,
  });
  await mkdir(configDirectory);
  for (const { path, text } of files) await writeFile(path, text);
  const upstream = await startUpstream(ending);
  const resolver =
    kind === 'bind'
      ? await startBind(
          ending,
          `include "${files[0]!.path}"; forward only; forwarders { 127.0.0.1 port ${upstream}; };`,
          `include "${files[1]!.path}";`,
        )
      : await startUnbound(
          ending,
          '',
          `include: "${files[0]!.path}"\nforward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${upstream}`,
          'iterator',
        );
  runProgram(ending, process.execPath, [
    ...[resolverProgram, 'run', '--collector', url, '--state', state, '--dnstap-socket', dnstapSocket],
    ...['--primary', `127.0.0.1:${primary.port}`, '--notify', `127.0.0.1:${resolver.port}`],
  ]);
  const codeOf = async (name: string) => responseCodeOf(await askUdp(resolver.port, name));
  await until(async () => (await codeOf(`host-${rules - 1}.listed.example`)) === 'NXDOMAIN', 120_000);

  let failed = 0;
  let asked = 0;
  let asking = true;
  const others = (async () => {
    while (asking) {
      asked += 1;
      if ((await codeOf(`other-${asked}.example`)) !== 'NOERROR') failed += 1;
      // The collector is in this process as well.
      await delay(5);
    }
  })();
  const times: Record<string, number[]> = { answered: [], made: [], deleted: [], rolledBack: [] };
  const timed = async (what: string, change: () => Promise<unknown>, name: string, code: string) => {
    begin = performance.now();
    const done = change();
    await until(async () => (await codeOf(name)) === code, 30_000);
    times[what]!.push(performance.now() - begin);
    await done;
  };
  const rule = (name: string) =>
    JSON.stringify({ match: { kind: 'domain', name }, action: { kind: 'block' } });
  const path = '/api/v1/unbound/policy';
  for (let round = 0; round < rounds; round++) {
    const name = `fresh-${round}.example`;
    const { version } = await call('GET', `${path}/rules?limit=1`);
    let id = 0;
    const make = async () => {
      id = (await call('POST', `${path}/rules`, rule(name))).id;
      times.answered!.push(performance.now() - begin);
    };
    await timed('made', make, name, 'NXDOMAIN');
    await timed('deleted', () => call('DELETE', `${path}/rules/${id}`), name, 'NOERROR');
    await call('POST', `${path}/rules`, rule(name));
    await until(async () => (await codeOf(name)) === 'NXDOMAIN', 30_000);
    const back = () => call('POST', `${path}/rollback`, JSON.stringify({ version }));
    await timed('rolledBack', back, name, 'NOERROR');
  }
  asking = false;
  await others;
  for (const [what, values] of Object.entries(times)) {
    const sorted = values.toSorted((left, right) => left - right);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(0);
    console.log(`${what}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
  }
  console.log(`other queries meanwhile: ${asked}, of which ${failed} failed`);
} finally {
  for (const end of ends) await end();
}
