import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeBatch } from '@sonde/shared/batch/envelope.ts';
import test, { type ExecutionContext } from 'ava';
import { askStatus } from '../../../agent/status/ask-status.ts';
import { unaccounted } from '../../../sensor/status/row-account.ts';
import { startAgentProcess } from '../../support/agent/agent-process.ts';
import { FakeCollector, fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { statusNow } from '../../support/agent/status-now.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

async function workplace(t: ExecutionContext, packets: string) {
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'packets');
  await writeFile(file, packets);
  return { directory, file, state: join(directory, 'state') };
}

test.serial('reads a file to its end, ships it whole and ends', async (t) => {
  const collector = await startFakeCollector(t);
  const { directory, file, state } = await workplace(t, '1250');
  const sinks = join(directory, 'sinks.json');
  await writeFile(sinks, JSON.stringify({ sinks: [{ name: 'disk', kind: 'files' }] }));
  const args = ['run', '--read', file, '--state', state, '--collector', collector.url, '--key', fakeKey];
  const agent = startAgentProcess(t, [...args, '--sinks', sinks]);
  t.is(await agent.ended, 0, agent.stderr());
  t.is(collector.rows.length, 1250);
  t.is(new Set(collector.rows.map(({ queryName }) => queryName)).size, 1250);
  const last = collector.batches.at(-1)!.metadata;
  t.is(last.ledger.rows_stored, 1250);
  t.regex(agent.stdout(), /^Reading /);
  t.false(agent.stdout().includes(fakeKey));
  const onDisk = await readFile(join(state, 'sink-files', 'disk.ndjson'), 'utf8');
  t.is(onDisk.split('\n').length, 1251);
});

test.serial('a run of which the collector rejects every row ends with 1, and says what to do', async (t) => {
  const collector = await startFakeCollector(t);
  const { file, state } = await workplace(t, '3');
  const answer = {
    accepted: 0,
    rejected: 3,
    errors: [{ index: 0, message: 'timestamp: too old' }],
    duplicate: false,
  };
  collector.always = (_request, response, bytes) => {
    const { batchId, rows } = decodeBatch(bytes).header;
    const about = rows === 0 ? { ...answer, rejected: 0, errors: [] } : answer;
    response.writeHead(202, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...about, batch_id: batchId }));
  };
  const args = ['run', '--read', file, '--state', state, '--collector', collector.url, '--key', fakeKey];
  const agent = startAgentProcess(t, args);
  t.is(await agent.ended, 1, agent.stderr());
  t.regex(agent.stdout() + agent.stderr(), /rejected every row\. .*`replay --shift-to now`/);
});

test.serial('a run with sinks whose spool can not be opened ends, and says why', async (t) => {
  const { directory, file, state } = await workplace(t, '1');
  const sinks = join(directory, 'sinks.json');
  await writeFile(sinks, JSON.stringify({ sinks: [{ name: 'disk', kind: 'files' }] }));
  await mkdir(state);
  await writeFile(join(state, 'spool'), 'no directory');
  const args = [
    'run',
    '--read',
    file,
    '--state',
    state,
    '--collector',
    'http://127.0.0.1:1',
    '--key',
    fakeKey,
  ];
  const agent = startAgentProcess(t, [...args, '--sinks', sinks]);
  t.is(await agent.ended, 1, agent.stderr());
  t.regex(agent.stderr(), /EEXIST|ENOTDIR/);
});

test.serial('a file of sinks that is not sound is a fault of the configuration', async (t) => {
  const { directory, file, state } = await workplace(t, '1');
  const sinks = join(directory, 'sinks.json');
  await writeFile(sinks, JSON.stringify({ sinks: [{ name: 'disk', kind: 'tape' }] }));
  const args = [
    'run',
    '--read',
    file,
    '--state',
    state,
    '--collector',
    'http://127.0.0.1:1',
    '--key',
    fakeKey,
  ];
  for (const more of [[], ['--check']]) {
    const agent = startAgentProcess(t, [...args, '--sinks', sinks, ...more]);
    t.is(await agent.ended, 78, agent.stderr());
    t.regex(agent.stderr() + agent.stdout(), /sinks\.0\.kind must be one of files/);
  }
});

test.serial(
  'answers status while it runs; SIGTERM ships what is left; a second agent is turned away',
  async (t) => {
    const collector = await startFakeCollector(t);
    const { file, state } = await workplace(t, '350 hold');
    const args = ['run', '--read', file, '--state', state, '--collector', collector.url, '--key', fakeKey];
    const agent = startAgentProcess(t, [...args, '--batch-seconds', '0.2']);
    await until(() => collector.rows.length === 350);
    await until(async () => {
      const report = (await askStatus(state))!;
      t.deepEqual(unaccounted(report), { messages: 0, rows: 0, flows: 0, sinks: 0 });
      return report.delivery.rowsAccepted === 350;
    });
    const asked = startAgentProcess(t, ['status', '--state', state, '--json']);
    t.is(await asked.ended, 0, asked.stderr());
    t.is(JSON.parse(asked.stdout()).running, true);
    const plain = startAgentProcess(t, ['status', '--state', state]);
    t.is(await plain.ended, 0);
    t.regex(plain.stdout(), /written 350 = accepted 350/);
    t.regex(plain.stdout(), /everything is accounted for/);

    const second = startAgentProcess(t, args);
    t.is(await second.ended, 1);
    t.regex(second.stderr(), /runs on .* already/);

    agent.child.kill('SIGTERM');
    t.is(await agent.ended, 0, agent.stderr());
    const gone = startAgentProcess(t, ['status', '--state', state]);
    t.is(await gone.ended, 1);
  },
);

test.serial('follows the log of another sensor, and goes on where it left off', async (t) => {
  const collector = await startFakeCollector(t);
  const { directory, state } = await workplace(t, '');
  const log = join(directory, 'eve.json');
  const ends = {
    src_ip: '192.0.2.7',
    src_port: 1_025,
    dest_ip: '198.51.100.53',
    dest_port: 53,
    proto: 'UDP',
  };
  const answer = (name: string) =>
    `${JSON.stringify({
      timestamp: new Date().toISOString(),
      event_type: 'dns',
      ...ends,
      dns: {
        version: 3,
        type: 'response',
        id: 1,
        rcode: 'NOERROR',
        queries: [{ rrname: name, rrtype: 'A' }],
      },
    })}\n`;
  const run = () =>
    startAgentProcess(t, [
      ...['run', '--log', log, '--state', state, '--collector', collector.url, '--key', fakeKey],
      ...['--batch-seconds', '0.1'],
    ]);
  const first = run();
  await until(async () => (await statusNow(state))?.inputs[0]?.error?.includes('no file') === true);
  await writeFile(log, answer('one.example'));
  await until(() => collector.rows.length === 1);
  first.child.kill('SIGTERM');
  t.is(await first.ended, 0, first.stderr());
  t.regex(first.stdout(), /^Following /);

  await appendFile(log, answer('two.example'));
  const second = run();
  await until(() => collector.rows.length === 2);
  second.child.kill('SIGTERM');
  t.is(await second.ended, 0, second.stderr());
  t.is(collector.rows.length, 2);
});

test.serial('killed at any moment, it ships what was spooled after a restart, each batch once', async (t) => {
  const port = await freePort();
  const { directory, file, state } = await workplace(t, '5000 hold');
  const rest = ['--state', state, '--collector', `http://127.0.0.1:${port}`, '--key', fakeKey];
  const options = ['--batch-seconds', '0.1', '--batch-bytes', '65536'];
  const first = startAgentProcess(t, ['run', '--read', file, ...rest, ...options]);
  await until(async () => (await statusNow(state))?.delivery.spool.ownRows === 5000);
  first.child.kill('SIGKILL');
  t.is(await first.ended, 'SIGKILL');

  const collector = new FakeCollector();
  await collector.listen(port);
  t.teardown(() => collector.close());
  // Killed again in the middle of delivery: the batch on the road is sent once more and known there.
  collector.always = undefined;
  const second = startAgentProcess(t, ['run', '--read', file, ...rest, ...options]);
  await until(() => collector.batches.length > 2);
  second.child.kill('SIGKILL');
  await second.ended;

  const empty = join(directory, 'nothing');
  await writeFile(empty, '0');
  const third = startAgentProcess(t, ['run', '--read', empty, ...rest]);
  t.is(await third.ended, 0, third.stderr());
  const firstRun = collector.batches[0]!.header.runId;
  const ofFirst = collector.batches.filter(({ header }) => header.runId === firstRun);
  t.is(
    ofFirst.reduce((sum, { header }) => sum + header.rows, 0),
    5000,
  );
  const sequences = ofFirst.map(({ header }) => header.sequence);
  t.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  );
});

test.serial('SIGHUP takes another key and filters; what takes a restart is named', async (t) => {
  const collector = await startFakeCollector(t);
  collector.key = 'the-new-location-key';
  const { directory, file, state } = await workplace(t, '100 hold');
  const config = join(directory, 'agent.json');
  const keyFile = join(directory, 'key');
  const settings = { state, collectors: [collector.url], key_file: keyFile };
  await writeFile(keyFile, 'the-old-location-key\n', { mode: 0o600 });
  await writeFile(config, JSON.stringify(settings));
  const agent = startAgentProcess(t, ['run', '--read', file, '--config', config]);
  await until(() => agent.stderr().includes('bad_credential'));
  await writeFile(keyFile, 'the-new-location-key\n');
  await writeFile(config, JSON.stringify({ ...settings, deny_suffixes: ['example.'], ports: [54] }));
  agent.child.kill('SIGHUP');
  await until(() => collector.rows.length === 100);
  await until(() => agent.stderr().includes('need a restart: ports'));
  t.regex(agent.stderr(), /reloaded: deny_suffixes/);
  agent.child.kill('SIGTERM');
  t.is(await agent.ended, 0);
});

test.serial('serves metrics and health', async (t) => {
  const collector = await startFakeCollector(t);
  const port = await freePort();
  const { file, state } = await workplace(t, '10 hold');
  const agent = startAgentProcess(t, [
    ...['run', '--read', file, '--state', state, '--collector', collector.url, '--key', fakeKey],
    ...['--metrics', `127.0.0.1:${port}`],
  ]);
  await until(() => collector.rows.length === 10);
  await until(async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    t.regex(text, /^sonde_agent_rows_unaccounted 0$/m);
    t.regex(text, /^sonde_agent_event_loop_gap_seconds /m);
    t.regex(text, /^sonde_agent_input_up\{input=".*packets"\} 1$/m);
    t.regex(text, /^sonde_agent_diagnostics\{reason="tcp_holes"\} 3$/m);
    return /^sonde_agent_rows_accepted 10$/m.test(text);
  });
  t.is((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
  agent.child.kill('SIGINT');
  t.is(await agent.ended, 0);
});

test.serial('wrong configuration ends with 78 and says what is wrong', async (t) => {
  const { file, state } = await workplace(t, '1');
  const agent = startAgentProcess(t, ['run', '--read', file, '--state', state], {
    SONDE_AGENT_COLECTORS: 'http://localhost',
  });
  t.is(await agent.ended, 78);
  t.regex(agent.stderr(), /No collector is set/);
  t.regex(agent.stderr(), /No key is set/);
});

test.serial('verify takes a file behind its ports', async (t) => {
  const { file } = await workplace(t, '1');
  const agent = startAgentProcess(t, ['verify', '--port', '5300', '--port', '5301', file]);
  t.is(await agent.ended, 0, agent.stderr());
  t.regex(agent.stdout(), /5300,5301/);
});

test.serial('--check shows the effective configuration without secrets', async (t) => {
  const { file, state } = await workplace(t, '1');
  const args = ['run', '--check', '--json', '--read', file, '--state', state];
  const bad = startAgentProcess(t, args, { SONDE_AGENT_COLECTORS: 'http://localhost' });
  t.is(await bad.ended, 78);
  t.regex(bad.stdout(), /did you mean SONDE_AGENT_COLLECTORS/);
  const good = startAgentProcess(t, [...args, '--collector', 'http://192.0.2.1/'], {
    SONDE_AGENT_KEY: fakeKey,
  });
  t.is(await good.ended, 0);
  const report = JSON.parse(good.stdout());
  t.true(report.valid);
  t.deepEqual(report.settings.collectors, ['http://192.0.2.1']);
  t.regex(report.warnings.join(), /unencrypted/);
  t.false(good.stdout().includes(fakeKey));
});
