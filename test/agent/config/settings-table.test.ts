import { readFile } from 'node:fs/promises';
import test from 'ava';
import { settings } from '../../../agent/config/settings.ts';
import { settingsAsMarkdown } from '../../../shared/settings/describe-settings.ts';

test('the documentation holds the table of the settings as they are', async (t) => {
  const page = await readFile(new URL('../../../docs/agent.md', import.meta.url), 'utf8');
  t.true(
    page.includes(settingsAsMarkdown(settings, '###')),
    'docs/agent.md is behind: put in what `sonde-agent settings` prints',
  );
});
