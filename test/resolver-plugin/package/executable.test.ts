import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { rootDirectory } from '../../../scripts/check/package-program.ts';
import { fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { encodeDnstap, frameStream, sampleMessage } from '../../support/resolvers/dnstap-messages.ts';
import { policyKey, startPolicyFront } from '../../support/resolvers/policy-front.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const deploy = join(rootDirectory, 'deploy', 'resolver');
let built = '';

const run = (file: string, args: readonly string[]) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: 'pipe' });

test.before(async () => {
  built = await mkdtemp(join(tmpdir(), 'sonde-built-'));
  run(process.execPath, [join(rootDirectory, 'scripts', 'package', 'main.ts'), 'resolver', '--out', built]);
});

test.after.always(() => rm(built, { recursive: true, force: true }));

test.serial(
  'the executable runs without Node beside it, takes dnstap, ships and serves the policy',
  async (t) => {
    const executable = join(built, 'sonde-resolver');
    t.regex(run(executable, ['version']), /^sonde-resolver \S+ \(Node 24/);
    const directory = await temporaryDirectory(t);
    const state = join(directory, 'state');
    const dnstapSocket = join(directory, 'dnstap.sock');
    await mkdir(state, { mode: 0o700 });
    await writeFile(
      join(state, 'registration.json'),
      JSON.stringify({ resolver_id: 7, api_keys: { policy: policyKey }, location_key: fakeKey }),
    );
    const collector = await startFakeCollector(t);
    const front = await startPolicyFront(t, collector.url);
    await front.open();
    const daemon = runProgram(t, '/usr/bin/env', [
      ...['-i', executable, 'run', '--collector', front.url, '--state', state],
      ...['--dnstap-socket', dnstapSocket, '--primary', `127.0.0.1:${await freePort()}`],
      ...['--query-timeout-seconds', '0.5'],
    ]);
    await until(() => {
      if (daemon.child.exitCode !== null) throw new Error(daemon.output());
      try {
        return JSON.parse(run(executable, ['status', '--json', '--state', state])).modules.policy.serving;
      } catch {
        return false;
      }
    }, 60_000);
    const writer = connect(dnstapSocket);
    writer.end(frameStream([encodeDnstap(sampleMessage())]));
    await until(() => collector.rows.length === 1, 60_000);
    t.like(collector.rows[0], { queryName: 'example.com', clientAddress: '192.0.2.1' });
    await daemon.stop('SIGTERM');
    t.is(daemon.child.exitCode, 0, daemon.output());
  },
);

test.serial('the package holds the executable, the unit, an example and the licences', (t) => {
  const [deb = ''] = globSync(join(built, '*.deb'));
  const content = run('dpkg-deb', ['--contents', deb]);
  for (const path of [
    '/usr/bin/sonde-resolver',
    '/usr/lib/systemd/system/sonde-resolver.service',
    '/etc/sonde/resolver.example.json',
    '/usr/share/doc/sonde-resolver/resolver.md',
    '/usr/share/doc/sonde-resolver/copyright',
  ]) {
    t.true(content.includes(` .${path}\n`), path);
  }
  t.regex(run('dpkg-deb', ['--field', deb]), /^Package: sonde-resolver$/m);
});

test('the unit asks for no privilege, the scripts are sound, and the container is no other user than its own', (t) => {
  const unit = readFileSync(join(deploy, 'sonde-resolver.service'), 'utf8');
  t.regex(unit, /^CapabilityBoundingSet=$/m);
  t.regex(unit, /^NoNewPrivileges=yes$/m);
  t.regex(unit, /^ExecStart=\/usr\/bin\/sonde-resolver run$/m);
  for (const script of ['postinst', 'prerm', 'postrm']) run('sh', ['-n', join(deploy, script)]);
  const container = readFileSync(join(deploy, 'Containerfile'), 'utf8');
  t.true(container.indexOf('\nUSER 10003:10003') < container.indexOf('\nENTRYPOINT'));
  const settings = run(join(built, 'sonde-resolver'), ['settings']);
  for (const [, name] of container.matchAll(/^ENV SONDE_RESOLVER_(\w+)=/gm)) {
    t.true(settings.includes(`\`SONDE_RESOLVER_${name}\``), name);
  }
});
