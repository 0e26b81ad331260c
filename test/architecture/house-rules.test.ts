import { posix } from 'node:path';
import test from 'ava';
import { isProduct, sourceFiles, textFiles } from '../../scripts/check/source-files.ts';

const maxLines = 400;
const maxFiles = 30;
const files = sourceFiles().filter(({ path }) => /\.tsx?$/.test(path));
const product = files.filter(({ path }) => isProduct(path));

test('no file is longer than a reader can hold', (t) => {
  t.true(product.length > 50, 'hardly any file was found');
  const long = files
    .filter(({ path }) => !path.endsWith('.generated.ts'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines);
  t.deepEqual(long, []);
});

test('no folder holds more files than a reader can survey', (t) => {
  const counts = new Map<string, number>();
  for (const { path } of product) {
    counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  }
  t.deepEqual(
    [...counts].filter(([, count]) => count > maxFiles),
    [],
  );
});

// The first file of a program or a worker runs once: its state is the program's.
const isProgram = (path: string) => /(?:^|\/)(?:main|[a-z-]+-(?:worker|child))\.ts$/.test(path);

// A browser loads the dashboard once, as one program.
const isPage = (path: string) => path.startsWith('dashboard/');

test('modules keep no state of their own', (t) => {
  const stateful = product
    .filter(({ path }) => !isProgram(path) && !isPage(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:export )?(?:let|var) .*$/gm)].map(([line]) => `${path}: ${line}`),
    );
  t.deepEqual(stateful, []);
});

test('no check is switched off and no test skipped', (t) => {
  // Written in parts, so that this file does not find itself.
  const marks = [
    '@ts-' + 'ignore',
    '@ts-' + 'nocheck',
    'biome-' + 'ignore lint/suspicious/noExplicitAny',
    'TO' + 'DO',
    'FIX' + 'ME',
  ];
  const skips = ['test.' + 'skip', 'test.' + 'only', 'test.' + 'todo', 'test.serial.' + 'skip'];
  const found = files.flatMap(({ path, text }) =>
    [...marks, ...skips].filter((mark) => text.includes(mark)).map((mark) => `${path}: ${mark}`),
  );
  t.deepEqual(found, []);
});

test('test files lie under test and nowhere else', (t) => {
  t.deepEqual(
    product.filter(({ path }) => /\.test\.ts$/.test(path)).map(({ path }) => path),
    [],
  );
});

test('no page tells to start a program by the Node.js of the machine, which may be too old', (t) => {
  const pages = textFiles(/\.md$/);
  t.true(pages.length > 30, 'hardly any page was found');
  const found = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnode [\w./-]+\.ts\b/g)].map(([command]) => `${path}: ${command}`),
  );
  t.deepEqual(found, []);
});
