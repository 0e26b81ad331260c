import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { rootDirectory } from '../../../scripts/check/package-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const helper = join(rootDirectory, 'test', 'support', 'agent', 'capture-on-loopback.ts');
const unit = join(rootDirectory, 'deploy', 'agent', 'sonde-agent.service');
let built = '';

test.before(async () => {
  built = await mkdtemp(join(tmpdir(), 'sonde-built-'));
  run(process.execPath, [join(rootDirectory, 'scripts', 'package', 'main.ts'), '--out', built]);
});

test.after.always(() => rm(built, { recursive: true, force: true }));

test.serial('the executable runs without Node beside it, captures and ships', async (t) => {
  const executable = join(built, 'sonde-agent');
  t.regex(run(executable, ['version'], {}), /^sonde-agent \S+ \(Node 24/);
  const state = join(await temporaryDirectory(t), 'state');
  const command = [
    process.execPath,
    helper,
    state,
    '/usr/bin/env',
    '-i',
    executable,
    'run',
    '--state',
    state,
  ];
  checkCapture(t, run('unshare', ['-Urn', ...command]));
});

test.serial('the package holds the executable, the unit, an example and the licences', (t) => {
  const [deb = ''] = globSync(join(built, '*.deb'));
  const content = run('dpkg-deb', ['--contents', deb]);
  for (const path of [
    '/usr/bin/sonde-agent',
    '/usr/lib/systemd/system/sonde-agent.service',
    '/etc/sonde/agent.example.json',
    '/usr/share/doc/sonde-agent/agent.md',
    '/usr/share/doc/sonde-agent/agent-reference.md',
    '/usr/share/man/man8/sonde-agent.8.gz',
  ]) {
    t.true(content.includes(` .${path}\n`), path);
  }
  t.true(
    content
      .trim()
      .split('\n')
      .every((line) => line.includes(' root/root ')),
  );
  const copyright = run('sh', [
    '-c',
    'dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/share/doc/sonde-agent/copyright',
    'sh',
    deb,
  ]);
  for (const part of ['Sonde\n=====', 'Node.js\n=======', 'got\n===', 'pcap\n====']) {
    t.true(copyright.includes(part), part);
  }
});

test.serial('the manual page tells of every command', (t) => {
  const [deb = ''] = globSync(join(built, '*.deb'));
  const path = './usr/share/man/man8/sonde-agent.8.gz';
  const page = run('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -xO "$2" | gzip -dc', 'sh', deb, path]);
  for (const command of ['run', 'replay', 'verify', 'bench', 'status']) {
    t.regex(page, new RegExp(`^\\.SS ${command}$`, 'm'));
  }
  t.true(page.includes('\\-\\-deny\\-suffix <NAME>'));
});

// Where there is systemd to ask.
if (existsSync('/usr/bin/systemd-analyze')) {
  test.serial('the unit is closed as tightly as a capture allows', (t) => {
    const answer = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
    const rating = Number(/exposure level for \S+: ([\d.]+)/.exec(answer)?.[1]);
    t.true(rating < 2.5, `${rating}`);
  });
}

// A bare Debian made by `debootstrap --variant=minbase --include=libpcap0.8,libstdc++6`; it takes root and some minutes.
const chroot = process.env.SONDE_TEST_CHROOT;
if (chroot !== undefined) {
  test.serial('the package installs on a bare Debian and captures there by CAP_NET_RAW alone', async (t) => {
    const root = join(await temporaryDirectory(t), 'root');
    run('cp', ['-a', chroot, root]);
    run('cp', [globSync(join(built, '*.deb'))[0]!, join(root, 'tmp', 'agent.deb')]);
    run('/usr/sbin/chroot', [root, 'dpkg', '-i', '/tmp/agent.deb']);
    t.throws(() => run('/usr/sbin/chroot', [root, 'sh', '-c', 'command -v node']));
    const state = '/var/lib/sonde-agent';
    const own = ['install', '-d', '-m', '0700', '-o', 'sonde-agent', '-g', 'sonde-agent', state];
    run('/usr/sbin/chroot', [root, ...own]);
    const sets = ['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+net_raw`);
    const user = ['--reuid=sonde-agent', '--regid=sonde-agent', '--clear-groups', '--no-new-privs', ...sets];
    const agent = ['/usr/bin/setpriv', ...user, '/usr/bin/sonde-agent', 'run', '--state', state];
    const inside = ['/usr/bin/env', '-i', '/usr/sbin/chroot', root, ...agent];
    const mounted = 'mount -t proc proc "$0"/proc && exec "$@"';
    const command = [root, process.execPath, helper, join(root, state), ...inside];
    checkCapture(t, run('unshare', ['--net', '--mount', 'sh', '-c', mounted, ...command]));
  });
}

function checkCapture(t: ExecutionContext, answer: string): void {
  const { memoryMiB, ...result } = JSON.parse(answer);
  t.deepEqual(result, {
    code: 0,
    rows: 100,
    names: 100,
    unaccounted: { messages: 0, rows: 0, flows: 0, sinks: 0 },
    dropped: 0,
  });
  t.true(memoryMiB > 0);
}

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return execFileSync(file, args, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
}
