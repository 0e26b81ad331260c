import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readBlocks, readCommands, rootDirectory } from './read-blocks.ts';

test('the endpoint shown is the endpoint that is there', (t) => {
  const blocks = readBlocks('CONTRIBUTING.md', 'ts');
  t.is(blocks.length, 4);
  for (const block of blocks) {
    const [first, ...lines] = block.trimEnd().split('\n');
    const path = first!.replace('// ', '');
    const source = readFileSync(join(rootDirectory, path), 'utf8').split('\n');
    const missing = lines.filter((line) => line !== '' && !source.includes(line));
    t.deepEqual(missing, [], path);
  }
});

test('the commands shown are scripts that are there, and the files that they name', (t) => {
  const { scripts } = JSON.parse(readFileSync(join(rootDirectory, 'package.json'), 'utf8'));
  const commands = readCommands('CONTRIBUTING.md');
  t.true(commands.length >= 6);
  for (const command of commands) {
    const name = /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? '';
    t.truthy(scripts[name], command);
    const file = /\btest\/\S+\.ts\b/.exec(command)?.[0];
    if (file !== undefined) t.true(existsSync(join(rootDirectory, file)), file);
  }
});

test('links between the pages lead somewhere', (t) => {
  for (const page of ['README.md', 'CONTRIBUTING.md']) {
    const text = readFileSync(join(rootDirectory, page), 'utf8');
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      t.true(existsSync(join(rootDirectory, target!)), `${page}: ${target}`);
    }
  }
});
