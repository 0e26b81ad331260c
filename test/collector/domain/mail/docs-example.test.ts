import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { readBlocks, rootDirectory } from '../../../readme/read-blocks.ts';

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

test('the functions that the page names are there', (t) => {
  const text = readFileSync(join(rootDirectory, page), 'utf8');
  const rows = text.split('\n').filter((line) => /^\|.*`[a-z-]+\/[a-z-]+\.ts`/.test(line));
  t.is(rows.length, 6);
  for (const row of rows) {
    let source = '';
    for (const [, code] of row.matchAll(/`([^`]+)`/g)) {
      if (code!.endsWith('.ts'))
        source = readFileSync(join(rootDirectory, 'collector/domain/mail', code!), 'utf8');
      else if (/^[a-z][A-Za-z]*\(/.test(code!)) {
        const name = code!.slice(0, code!.indexOf('('));
        t.true(source.includes(`function ${name}(`), name);
      }
    }
  }
});
