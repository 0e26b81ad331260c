import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { settingsTable } from '../../resolver-plugin/config/settings-table.ts';
import { readCommands, rootDirectory } from '../readme/read-blocks.ts';
import { runResolverProgram } from '../support/resolvers/resolver-program.ts';

const page = readFileSync(join(rootDirectory, 'docs/resolver.md'), 'utf8');

test('the page holds the table of the settings as they are', (t) => {
  t.true(page.includes(settingsTable()), 'put in what `sonde-resolver settings` prints');
});

test('the commands of the page are commands with flags that there are', async (t) => {
  const commands = readCommands('docs/resolver.md').filter((line) => line.startsWith('npm run resolver -- '));
  t.true(commands.length >= 3);
  for (const command of commands) {
    const [name = '', ...args] = command.replace('npm run resolver -- ', '').split(' ');
    const { code, stdout } = await runResolverProgram([name, '--help']);
    t.is(code, 0, command);
    for (const flag of args.filter((arg) => arg.startsWith('--')))
      t.true(stdout.includes(flag), `${name} ${flag}`);
  }
});
