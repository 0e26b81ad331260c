import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { packageImports } from '../../scripts/check/read-imports.ts';
import { isProduct, rootDirectory, sourceFiles } from '../../scripts/check/source-files.ts';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const workspaces = [
  'shared',
  'sensor',
  'scanner',
  'agent',
  'client',
  'collector',
  'dashboard',
  'resolver-plugin',
  'cli',
];

for (const workspace of workspaces) {
  test(`${workspace} imports only packages that it declares`, (t) => {
    const manifest = readManifest(workspace);
    const declared = new Set(Object.keys(manifest.dependencies ?? {}));
    const undeclared = filesBelow(workspace).flatMap((file) =>
      packageImports(file)
        .filter((name) => !declared.has(name))
        .map((name) => `${file.path}: ${name}`),
    );
    t.deepEqual(undeclared, []);
  });
}

test('tests and tools import only packages that the root or a workspace declares', (t) => {
  const manifests = ['.', ...workspaces].map(readManifest);
  const declared = new Set(
    manifests.flatMap((one) => Object.keys({ ...one.dependencies, ...one.devDependencies })),
  );
  const files = ['test', 'scripts', 'deploy'].flatMap(filesBelow);
  const imported = files.flatMap((file) => packageImports(file).map((name) => `${file.path}: ${name}`));
  t.true(imported.length > 10, 'hardly any import was found: the reader is broken');
  t.deepEqual(
    imported.filter((line) => !declared.has(line.split(': ')[1]!)),
    [],
  );
});

function filesBelow(folder: string) {
  return sourceFiles().filter(
    ({ path }) => path.startsWith(`${folder}/`) && (isProduct(path) || !isProduct(`${folder}/x`)),
  );
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(rootDirectory, folder, 'package.json'), 'utf8')) as Manifest;
}
