import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { rootDirectory } from '../../scripts/check/package-program.ts';
import { inNamespaces, workingRuntime } from '../support/containers/podman.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);
// A hundred seconds of processor time, and packages that nothing else takes: it is asked for.
const asked = process.env.SONDE_TEST_CONTAINERS === 'yes';
const runtime = asked ? workingRuntime() : undefined;
const title =
  'the images are built, and collector, agent, Unbound and its companion run as compose starts them';

if (runtime === undefined) {
  const why = asked
    ? 'root has no Podman that starts a container here'
    : 'asked for by SONDE_TEST_CONTAINERS=yes';
  test(`${title} (not run: ${why})`, (t) => t.pass());
} else {
  test(title, async (t) => {
    t.timeout(1_200_000);
    const directory = await temporaryDirectory(t);
    const program = join(rootDirectory, 'scripts', 'package', 'main.ts');
    for (const [name, ...options] of [
      ['collector', '--compression', 'none'],
      ['agent', '--no-deb'],
      ['resolver', '--no-deb'],
    ] as const) {
      const out = join(directory, 'built', `sonde-${name}`);
      await mkdir(out, { recursive: true });
      await run(process.execPath, [program, name, ...options, '--out', out]);
    }
    const story = join(rootDirectory, 'test', 'support', 'containers', 'run-images.ts');
    const { stdout } = await run(...inNamespaces(process.execPath, story, directory, runtime));
    const confined = { capabilities: '0000000000000000', gainsNone: '1', writesRoot: false };
    t.deepEqual(JSON.parse(stdout), {
      containers: {
        collector: { user: '10001', ...confined },
        // Its executable takes the one capability that capturing needs, which is bit 13.
        agent: { user: '10002', capabilities: '0000000000002000', gainsNone: '0', writesRoot: false },
        unbound: { user: '10004', ...confined },
        resolver: { user: '10003', ...confined },
      },
      codes: { resolver: '0', unbound: '0', agent: '0', collector: '0' },
      kept: 30,
    });
  });
}
