import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { rootDirectory } from '../../../scripts/check/package-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const deploy = join(rootDirectory, 'deploy', 'collector');
const run = promisify(execFile);

test('the collector is installed, runs as its own user, tells its key to root alone, and is purged without a trace', async (t) => {
  t.timeout(600_000);
  const directory = await temporaryDirectory(t);
  const program = join(rootDirectory, 'scripts', 'package', 'main.ts');
  await run(process.execPath, [program, 'collector', '--out', directory, '--compression', 'none']);
  const [name = ''] = await readdir(directory);
  t.regex(name, /^sonde-collector_\d+\.\d+\.\d+_[a-z0-9]+\.deb$/);
  const memory = join(directory, 'memory');
  await mkdir(memory);
  const script = join(import.meta.dirname, 'install-collector.sh');
  // Whoever is not root is root in a namespace, which has all that an installation asks for but other users.
  const root = process.getuid?.() === 0 ? [] : ['-r', '--map-auto'];
  const { stdout } = await run('unshare', [
    ...['-mnpf', ...root, '--kill-child', 'bash', script],
    ...[memory, join(directory, name)],
  ]);
  t.regex(stdout, /^The administrator's API key is in \/var\/lib\/sonde-collector\/administrator-key\.$/m);
  t.notRegex(stdout, /sonde_adm_/);
  t.regex(stdout, /^key file: 600 sonde-collector$/m);
  t.regex(stdout, /^The collector at http:\/\/127\.0\.0\.1:8080 is ready/m);
  t.regex(stdout, /^In 24 hours: /m, 'root needs to name no key');
  t.regex(stdout, /^link: http:\/\/127\.0\.0\.1:8080\/setup#/m);
  t.regex(stdout, /^script: 200 text\/javascript/m, 'the dashboard is built where the service may write');
  t.regex(stdout, /^the service ended well$/m);
  t.notRegex(stdout, /^left: /m);
  t.regex(stdout, /^the user is gone$/m);
});

test('the unit is confined, and its scripts and settings are sound', (t) => {
  const unit = readFileSync(join(deploy, 'sonde-collector.service'), 'utf8');
  t.regex(unit, /^User=sonde-collector$/m);
  t.regex(unit, /^NoNewPrivileges=yes$/m);
  t.regex(unit, /^ProtectSystem=strict$/m);
  t.regex(unit, /^CapabilityBoundingSet=CAP_NET_BIND_SERVICE$/m);
  for (const script of ['postinst', 'prerm', 'postrm', 'sonde'])
    execFileSync('sh', ['-n', join(deploy, script)]);
  const documented = readFileSync(join(rootDirectory, 'docs', 'configuration.md'), 'utf8');
  const container = readFileSync(join(deploy, 'Containerfile'), 'utf8');
  for (const [, name] of `${unit}\n${container}`.matchAll(/^(?:Environment=|ENV )(SONDE_\w+)=/gm))
    t.true(documented.includes(`\`${name}\``), name);
  t.true(container.indexOf('\nUSER 10001:10001') < container.indexOf('\nENTRYPOINT'));
  const example = JSON.parse(readFileSync(join(deploy, 'collector.example.json'), 'utf8'));
  for (const key of Object.keys(example))
    t.true(documented.includes(`\`--${key.replaceAll('_', '-')}\``), key);
});
