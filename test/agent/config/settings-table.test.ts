import { readFile } from 'node:fs/promises';
import test from 'ava';
import { settingsTable } from '../../../agent/config/describe-config.ts';

test('the documentation holds the table of the settings as they are', async (t) => {
  const page = await readFile(new URL('../../../docs/agent.md', import.meta.url), 'utf8');
  t.true(
    page.includes(settingsTable()),
    'docs/agent.md is behind: put in what `sonde-agent settings` prints',
  );
});
