import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import test from 'ava';
import { decodeBatch } from '../../../shared/batch/envelope.ts';
import { fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { encodeDnstap, frameStream, sampleMessage } from '../../support/resolvers/dnstap-messages.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

test('dnstap over TCP and TLS and out of files reaches the collector; metrics tell of it', async (t) => {
  const directory = await temporaryDirectory(t);
  const state = join(directory, 'state');
  await mkdir(state, { mode: 0o700 });
  await writeFile(
    join(state, 'registration.json'),
    JSON.stringify({ resolver_id: 7, api_keys: {}, location_key: fakeKey }),
  );
  const certificate = join(directory, 'cert.pem');
  const key = join(directory, 'key.pem');
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
  ]);
  const collector = await startFakeCollector(t);
  const [tcp, tls, metrics] = [await freePort(), await freePort(), await freePort()];
  const common = ['--collector', collector.url, '--state', state, '--query-timeout-seconds', '0.5'];
  const daemon = runProgram(t, process.execPath, [
    ...[resolverProgram, 'run', ...common, '--dnstap-socket', join(directory, 'dnstap.sock')],
    ...['--dnstap-tcp', `127.0.0.1:${tcp}`, '--dnstap-tls', `127.0.0.1:${tls}`],
    ...['--dnstap-tls-certificate', certificate, '--dnstap-tls-key', key],
    ...['--dnstap-tls-authority', certificate, '--metrics', `127.0.0.1:${metrics}`],
    ...['--client-prefix-v4', '24'],
  ]);
  const scrape = async () => {
    const response = await fetch(`http://127.0.0.1:${metrics}/metrics`).catch(() => undefined);
    return (await response?.text()) ?? '';
  };
  await until(() => {
    if (daemon.child.exitCode !== null) throw new Error(daemon.output());
    return daemon.output().includes('Resolver 7');
  }, 60_000);
  const stream = (port: number) => frameStream([encodeDnstap(sampleMessage({ query_port: port }))]);
  connectTcp(tcp, '127.0.0.1').end(stream(1_001));
  const credentials = { cert: readFileSync(certificate), key: readFileSync(key), rejectUnauthorized: false };
  connectTls({ port: tls, host: '127.0.0.1', ...credentials }).end(stream(1_002));
  // Without a certificate of the authority nobody is heard.
  const stranger = connectTls({ port: tls, host: '127.0.0.1', rejectUnauthorized: false });
  stranger.on('error', () => undefined);
  stranger.end(stream(1_003));
  const ports = () => collector.rows.map(({ clientPort }) => clientPort).sort();
  await until(() => ports().length >= 2, 60_000);
  t.deepEqual(ports(), [1_001, 1_002]);
  t.is(collector.rows[0]!.clientAddress, '192.0.2.0');
  t.is(collector.batches[0]!.metadata.treatment.client_prefix_v4, 24);
  const text = await scrape();
  t.regex(text, /^sonde_resolver_dnstap_frames 2$/m);
  t.regex(text, /^sonde_resolver_rows_unaccounted 0$/m);
  t.is((await fetch(`http://127.0.0.1:${metrics}/health`)).status, 200);

  const file = join(directory, 'kept.dnstap');
  await writeFile(file, Buffer.concat([stream(1_004).subarray(0, -12), stream(1_005).subarray(38)]));
  const shipped = await runResolverProgram(['ship', file, '--json', ...common]);
  t.is(shipped.stdout === '' ? shipped.stderr : '', '');
  t.like(JSON.parse(shipped.stdout), { unaccounted: { messages: 0, rows: 0 }, rows_waiting: 0 });
  t.true(ports().includes(1_004));
  await daemon.stop('SIGTERM');
  t.is(daemon.child.exitCode, 0, daemon.output());
});

test('ship fails if every row was rejected, and can give old messages the time of now', async (t) => {
  const directory = await temporaryDirectory(t);
  const state = join(directory, 'state');
  await mkdir(state, { mode: 0o700 });
  await writeFile(
    join(state, 'registration.json'),
    JSON.stringify({ resolver_id: 7, api_keys: {}, location_key: fakeKey }),
  );
  const collector = await startFakeCollector(t);
  const file = join(directory, 'old.dnstap');
  const at = (query_time_sec: number) => encodeDnstap(sampleMessage({ query_time_sec, query_time_nsec: 0 }));
  await writeFile(file, frameStream([at(1_000_000_000), at(1_000_000_060)]));
  const args = ['ship', file, '--json', '--collector', collector.url, '--state', state];
  collector.always = (_request, response, bytes) => {
    const { batchId, rows } = decodeBatch(bytes).header;
    const body = { accepted: 0, rejected: rows, errors: [], batch_id: batchId, duplicate: false };
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const rejected = await runResolverProgram(args);
  t.like(JSON.parse(rejected.stdout), { rows: 2, rows_accepted: 0, rows_rejected: 2 });
  t.is(rejected.code, 1);
  t.regex(rejected.stderr, /--shift-to now/);
  t.deepEqual(JSON.parse(rejected.stdout).stream_faults, {});
  collector.always = undefined;
  const before = Date.now() * 1_000;
  t.is((await runResolverProgram([...args, '--shift-to', 'now'])).code, 0);
  const times = collector.rows.map(({ observedAt }) => observedAt).sort((a, b) => a - b);
  t.is(times.length, 2);
  t.is(times[1]! - times[0]!, 60_000_000);
  t.true(times[1]! >= before && times[1]! <= Date.now() * 1_000);

  // A file that can't be read keeps nobody from the others, and one that was cut off is told of.
  const cut = join(directory, 'cut.dnstap');
  const broken = join(directory, 'broken.gz');
  await writeFile(cut, frameStream([at(1_000_000_000), at(1_000_000_060)]).subarray(0, -20));
  await writeFile(broken, 'not packed');
  const none = join(directory, 'none.dnstap');
  const mixed = await runResolverProgram(['ship', none, broken, cut, ...args.slice(2), '--shift-to', 'now']);
  t.is(mixed.code, 1);
  t.like(JSON.parse(mixed.stdout), { frames: 1, rows: 1, rows_accepted: 1, stream_faults: { cut_off: 1 } });
  t.true(mixed.stderr.includes(`There is no file ${none}.\n`), mixed.stderr);
  t.true(mixed.stderr.includes(`${broken} cannot be read: `), mixed.stderr);
  t.true(mixed.stderr.includes(`${cut} is truncated`), mixed.stderr);
});
