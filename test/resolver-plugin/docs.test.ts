import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { settings } from '../../resolver-plugin/config/settings.ts';
import { settingsAsMarkdown } from '../../shared/settings/describe-settings.ts';
import { readCommands, rootDirectory } from '../readme/read-blocks.ts';
import { runResolverProgram } from '../support/resolvers/resolver-program.ts';

const page = readFileSync(join(rootDirectory, 'docs/resolver.md'), 'utf8');

test('the page holds the table of the settings as they are', (t) => {
  t.true(page.includes(settingsAsMarkdown(settings, '###')), 'put in what `sonde-resolver settings` prints');
});

test('the commands of the page are commands with flags that there are', async (t) => {
  const commands = readCommands('docs/resolver.md').filter((line) => line.startsWith('sonde resolver '));
  t.true(commands.length >= 3);
  for (const command of commands) {
    const [name = '', ...args] = command.replace('sonde resolver ', '').split(' ');
    const { code, stdout } = await runResolverProgram([name, '--help']);
    t.is(code, 0, command);
    for (const flag of args.filter((arg) => arg.startsWith('--')))
      t.true(stdout.includes(flag), `${name} ${flag}`);
  }
});
