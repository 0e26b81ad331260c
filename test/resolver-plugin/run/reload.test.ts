import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { encodeDnstap, frameStream, sampleMessage } from '../../support/resolvers/dnstap-messages.ts';
import { resolverProgram } from '../../support/resolvers/resolver-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

test('SIGHUP takes up another key and privacy for the rows, and names what takes a restart', async (t) => {
  const directory = await temporaryDirectory(t);
  const state = join(directory, 'state');
  await mkdir(state, { mode: 0o700 });
  await writeFile(join(state, 'registration.json'), JSON.stringify({ resolver_id: 7, api_keys: {} }));
  const collector = await startFakeCollector(t);
  const config = join(directory, 'resolver.json');
  const keyFile = join(directory, 'key');
  const port = await freePort();
  const settings = {
    collector: collector.url,
    state,
    location_key_file: keyFile,
    dnstap_socket: join(directory, 'dnstap.sock'),
    dnstap_tcp: [`127.0.0.1:${port}`],
    query_timeout_seconds: 0.2,
    batch_seconds: 0.2,
  };
  await writeFile(config, JSON.stringify(settings));
  await writeFile(keyFile, 'a-key-that-is-unknown\n');
  const daemon = runProgram(t, process.execPath, [resolverProgram, 'run', '--config', config]);
  const isTold = (text: string) => () => {
    if (daemon.child.exitCode !== null) throw new Error(daemon.output());
    return daemon.output().includes(text);
  };
  await until(isTold('Resolver 7'), 60_000);
  const send = (queryPort: number) =>
    connect(port, '127.0.0.1').end(frameStream([encodeDnstap(sampleMessage({ query_port: queryPort }))]));
  send(1_001);
  await until(isTold('bad_credential'), 60_000);
  t.is(collector.rows.length, 0);

  await writeFile(keyFile, `${fakeKey}\n`);
  await writeFile(config, JSON.stringify({ ...settings, client_prefix_v4: 16, analytics_interval: 30 }));
  daemon.child.kill('SIGHUP');
  await until(isTold('Settings reloaded: client_prefix_v4.'), 60_000);
  await until(isTold('These settings need a restart: analytics_interval.'), 60_000);
  send(1_002);
  await until(() => collector.rows.length === 2, 60_000);
  t.deepEqual(
    collector.rows.map(({ clientPort, clientAddress }) => [clientPort, clientAddress]),
    [
      [1_001, '192.0.2.1'],
      [1_002, '192.0.0.0'],
    ],
  );
  t.deepEqual(
    collector.batches
      .filter(({ header }) => header.rows > 0)
      .map(({ metadata }) => metadata.treatment.client_prefix_v4),
    [32, 16],
  );

  await writeFile(config, JSON.stringify({ ...settings, sampling: 'many' }));
  daemon.child.kill('SIGHUP');
  await until(isTold('The settings were not reloaded'), 60_000);
  await daemon.stop('SIGTERM');
  t.is(daemon.child.exitCode, 0, daemon.output());
});
