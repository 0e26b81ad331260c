import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test from 'ava';
import { rootDirectory, run } from './support.ts';

test('a bare clone becomes ready, also after an interrupted start, and stays so', async (t) => {
  t.timeout(420_000);
  const directory = mkdtempSync(join(tmpdir(), 'sonde-clone-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const clone = join(directory, 'sonde');
  t.is((await run('git', ['clone', '--quiet', rootDirectory, clone])).code, 0);

  const node = oldestNode();
  const launch = (options: { killAfterMs?: number } = {}) =>
    run(node, ['scripts/launch.mjs', 'sonde', '--help'], { cwd: clone, ...options });

  const interrupted = await launch({ killAfterMs: 3_000 });
  t.is(interrupted.code, null);
  t.false(existsSync(join(clone, 'node_modules', '.sonde-scripts.json')));

  // Two at once: one installs, the other waits for it.
  const [first, second] = await Promise.all([launch(), launch()]);
  t.is(first.code, 0, first.stderr);
  t.is(second.code, 0, second.stderr);
  t.is([first, second].filter(({ stderr }) => /Installing npm packages \.\.\./.test(stderr)).length, 1);
  t.notRegex(first.stderr + second.stderr, /\bwarn\b/);

  const again = await launch();
  t.is(again.code, 0);
  t.is(again.stderr, '');
  t.regex(again.stdout, /usage/i);
});

/** The system's own Node where it is older than ours, so that the launcher has to bring one. */
function oldestNode(): string {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const found = directories.map((one) => join(one, 'node')).filter((path) => existsSync(path));
  return found.at(-1) ?? process.execPath;
}
