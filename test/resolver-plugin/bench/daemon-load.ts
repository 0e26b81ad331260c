/**
 * Whether anything gets lost between a resolver under dnsperf and a collector: Unbound, the whole daemon, and a collector
 * that only takes rows. Answers are local, so that each query makes two frames and one row.
 * `scripts/run test/resolver-plugin/bench/daemon-load.ts [queries a second] [seconds]`
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolverSetup } from '../../../resolver-plugin/setup/resolvers.ts';
import { decodeBatch } from '../../../shared/batch/envelope.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { policyZone } from '../../support/resolvers/policy-zone.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { type Ending, temporaryDirectory } from '../../support/temporary-directory.ts';

const run = promisify(execFile);
const rate = Number(process.argv[2] ?? 25_000);
const seconds = Number(process.argv[3] ?? 5);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const ends: (() => unknown)[] = [];
const ending: Ending = { teardown: (end) => void ends.unshift(end) };
try {
  const directory = await temporaryDirectory(ending);
  const state = join(directory, 'state');
  await mkdir(state, { mode: 0o700 });
  const registration = { resolver_id: 1, api_keys: {}, location_key: 'bench-location-key' };
  await writeFile(join(state, 'registration.json'), JSON.stringify(registration));
  let arrived = 0;
  const collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { rows, batchId } = decodeBatch(Buffer.concat(parts)).header;
    arrived += rows;
    const answer = { accepted: rows, rejected: 0, errors: [], batch_id: batchId, duplicate: false };
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  ending.teardown(() => collector.close());
  const dnstapSocket = join(directory, 'dnstap.sock');
  const control = join(directory, 'control');
  const program = join(directory, 'unbound-control');
  await writeFile(program, `#!/bin/sh\nexec unbound-control -s ${control} "$@"\n`, { mode: 0o755 });
  const [file] = resolverSetup('unbound', {
    dnstapSocket,
    identity: 'bench',
    zone: policyZone,
    primary: { host: '127.0.0.1', port: await freePort() },
    stateDirectory: directory,
    configDirectory: directory,
  }).files;
  const daemon = runProgram(ending, process.execPath, [
    ...[resolverProgram, 'run', '--state', state, '--dnstap-socket', dnstapSocket],
    ...['--collector', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`],
    ...['--counters', `unbound:${program}`],
  ]);
  await wait(2_000);
  const remote = `remote-control:\n  control-enable: yes\n  control-interface: ${control}\n`;
  const resolver = await startUnbound(ending, '', `${file!.text}\n${remote}`, 'iterator');
  const names = join(directory, 'names');
  await writeFile(names, 'ready.example A\n');
  await wait(12_000);
  const status = async () =>
    JSON.parse((await runResolverProgram(['status', '--json', '--state', state])).stdout);
  const before = (await status()).dnstap.frames;
  const processorTime = async () => {
    const fields = (await readFile(`/proc/${daemon.child.pid}/stat`, 'utf8')).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  };
  const cpuBefore = await processorTime();
  const args = ['-s', '127.0.0.1', '-p', String(resolver.port), '-d', names, '-l', String(seconds)];
  const { stdout } = await run('dnsperf', [...args, '-Q', String(rate), '-c', '16', '-q', '2000']);
  await wait(20_000);
  const cpu = (await processorTime()) - cpuBefore;
  const { dnstap, resolver: counted, modules } = await status();
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
  const completed = figure(/Queries completed:\s+(\d+)/);
  const frames = dnstap.frames - before;
  const { ledger, delivery } = modules.rows;
  console.log(`dnsperf: ${figure(/Queries per second:\s+([\d.]+)/)} queries/s, ${completed} answered`);
  console.log(
    `frames: ${frames} of ${2 * completed}; lost by the resolver's counters: ${counted.frames_lost}`,
  );
  console.log(
    `messages: ${JSON.stringify(ledger.messages_malformed)} malformed, ${ledger.messages_repeated} repeated`,
  );
  console.log(`rows: ${ledger.rows_stored} written, ${delivery.rowsAccepted} accepted, ${arrived} arrived`);
  console.log(`unaccounted: ${JSON.stringify(modules.rows.unaccounted)}`);
  console.log(`processor time of the daemon: ${cpu.toFixed(2)} s`);
} finally {
  for (const end of ends) await end();
}
