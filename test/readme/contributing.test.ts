import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readCommands, rootDirectory } from './read-blocks.ts';

test('the recipes name files that are there, and what is in them', (t) => {
  const page = readFileSync(join(rootDirectory, 'CONTRIBUTING.md'), 'utf8');
  const recipes = page.slice(page.indexOf('## Add an answer'));
  const quoted = [...recipes.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  const files = quoted.filter((code) => /^[a-z-]+\/\S+\.ts$/.test(code));
  t.true(files.length >= 10);
  const sources = files.map((file) => readFileSync(join(rootDirectory, file), 'utf8')).join('\n');
  const support = readFileSync(join(rootDirectory, 'test/support/engines/postgres.ts'), 'utf8');
  const names = quoted.filter((code) => /^[a-z][a-z]*[A-Z]\w*$/.test(code));
  t.true(names.length >= 5);
  t.deepEqual(
    names.filter((name) => !`${sources}${support}`.includes(name)),
    [],
  );
  // The table of a recipe says how many files it takes.
  t.true(recipes.includes('six files.'));
  t.is([...recipes.split('## Add a question')[1]!.matchAll(/^\| `/gm)].length, 6);
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
