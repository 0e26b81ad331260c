import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { readBlocks, rootDirectory } from './read-blocks.ts';

const page = 'docs/domain-scans.md';

test('the example of an evaluation prints what it says', async (t) => {
  const blocks = readBlocks(page, 'ts');
  t.is(blocks.length, 1);
  const source = blocks[0]!.replaceAll(
    /from '\.\/([^']+)'/g,
    (_, path: string) => `from '${pathToFileURL(join(rootDirectory, path)).href}'`,
  );
  const directory = mkdtempSync(join(tmpdir(), 'sonde-example-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'example.ts');
  writeFileSync(file, source);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const said = [...source.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, line]) => line);
  t.deepEqual(stdout.trim().split('\n'), said);
});

test('the functions and files that the page names are there', (t) => {
  const folders = ['protocols', 'checks'].map((name) => join(rootDirectory, 'scanner', name));
  const places = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => ({ folder, file })),
  );
  const files = places.map(({ file }) => file);
  const source = places.map(({ folder, file }) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const rows = readFileSync(join(rootDirectory, page), 'utf8')
    .split('\n')
    .filter((line) => /^\|.*`[a-z][A-Za-z]*\(/.test(line));
  t.true(rows.length >= 12);
  for (const [, code] of rows.join('\n').matchAll(/`([^`]+)`/g)) {
    if (code!.endsWith('.ts')) {
      t.true(files.includes(code!) || files.includes(join('mail', code!)), code);
    } else if (/^[a-z][A-Za-z]*\(/.test(code!)) {
      const name = code!.slice(0, code!.indexOf('(') + 1);
      t.true(source.includes(`function ${name}`) || source.includes(`\n  ${name}`), code);
    }
  }
});
