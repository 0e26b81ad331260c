import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import test from 'ava';
import { SondeClient } from '../../client/sonde-client.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, settled, watchedPage } from '../support/dashboard/open-browser.ts';
import { seedAgent } from '../support/dashboard/seed-agent.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';

if (!existsSync(executablePath)) {
  test('chromium is not installed: settings of agents are not tried in a browser', (t) => t.pass());
} else {
  test('on the page Agents, settings are given with a preview, shown by agent, and rolled back; tokens are made and revoked', async (t) => {
    t.timeout(600_000);
    const { url } = await startTestCollector(t, { feedDirectory: '/nonexistent' });
    const api = new SondeClient({ url, key: adminKey });
    const { api_key: locationKey } = await api.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: 'Office' },
    });
    await seedAgent(url, locationKey);
    const { agents } = await api.call('GET /api/v1/dns-monitoring/agents');
    const ask = (more: string) =>
      fetch(`${url}/api/v1/dns-monitoring/agent-settings/document?agent_id=${agents[0]!.agent_id}&${more}`, {
        headers: { 'x-api-key': locationKey },
      });
    const browser = await openBrowser(t);
    const { page, troubles } = await watchedPage(await browser.newContext({ locale: 'en-GB' }), url);
    const { path } = await api.call('POST /api/admin/setup-links', { body: {} });
    await page.goto(`${url}${path}`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation').first().waitFor();

    await page.goto(`${url}/agents`);
    await page.getByText('Does not request settings').first().waitFor();
    await page.getByRole('navigation', { name: 'Agents' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByText('No entries. Each agent uses its own settings.').first().waitFor();
    await page.getByRole('button', { name: 'Add an entry' }).click();
    const dialog = page.getByRole('dialog', { name: 'New entry' });
    await dialog.getByLabel('Share of these agents').selectOption('100');
    await dialog.getByLabel('deny_suffixes').fill('lan,local');
    await dialog.getByText('Agents whose settings change: 1 of 1.').waitFor();
    await dialog.getByRole('button', { name: 'Change the settings' }).click();
    await page.getByText('deny_suffixes = lan,local').waitFor();

    // What the collector refuses is said beside the field, and nothing changes.
    await page.getByRole('button', { name: 'Edit' }).click();
    const change = page.getByRole('dialog', { name: 'Entry 1' });
    await change.getByLabel('sampling').fill('0');
    await change.getByRole('button', { name: 'Change the settings' }).click();
    await change.getByText('must be an integer from 1').first().waitFor();
    await change.getByLabel('sampling').fill('4');
    await change.getByRole('button', { name: 'Change the settings' }).click();
    await page.getByText('sampling = 4').first().waitFor();

    await ask('held=1&kept_own=sampling&refused=2&refused_reason=silent&refused_message=No+rows.');
    await page.reload();
    await page.getByText('The agent recorded nothing with these settings').waitFor();
    await page.getByText('Version 1 · Behind').waitFor();
    await page
      .getByRole('row', { name: /^Version 1/ })
      .getByRole('button', { name: 'Roll back' })
      .click();
    const back = page.getByRole('dialog', { name: 'Back to version 1' });
    await back.getByText('Changed', { exact: true }).waitFor();
    await back.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('The settings of version 1 are in force again.').waitFor();
    await page.getByRole('row', { name: /^Version 3 In force/ }).waitFor();
    const { version, entries } = await api.call('GET /api/v1/dns-monitoring/agent-settings');
    t.is(version, 3);
    t.deepEqual(
      entries.map(({ settings }) => settings),
      [{ deny_suffixes: 'lan,local' }],
    );

    await page.getByRole('navigation', { name: 'Agents' }).getByRole('link', { name: 'Enrolment' }).click();
    await page.getByText('No token yet').waitFor();
    await page.getByRole('button', { name: 'Make a token' }).click();
    const making = page.getByRole('dialog', { name: 'Make a token' });
    await making.getByLabel('Number of agents').fill('2');
    await making.getByLabel('Valid for', { exact: true }).selectOption('week');
    await making.getByLabel('From these networks alone').fill('no network');
    await making.getByRole('button', { name: 'Make a token' }).click();
    await making.getByRole('alert').waitFor();
    await making.getByLabel('From these networks alone').fill('127.0.0.0/8, ::1/128');
    await making.getByLabel('Note').fill('For the branch');
    await making.getByRole('button', { name: 'Make a token' }).click();
    const token = (await making.getByText(/^sonde_enr_/).textContent())!;
    await making.getByText(`sonde-agent enrol ${url}`).waitFor();
    await making.getByRole('button', { name: 'Close' }).click();
    await api.call('POST /api/v1/enrolment/agents', {
      body: {
        token,
        agent_id: randomUUID(),
        key: `sonde_loc_${randomBytes(20).toString('hex')}`,
        host: 'gateway.branch.example',
      },
    });
    await page.getByRole('row', { name: /For the branch .*Valid 1 of 2/ }).waitFor();
    for (const [row, dialogName, done] of [
      [/For the branch/, 'Revoke For the branch?', 'The token is revoked.'],
      [/gateway\.branch\.example/, 'Revoke gateway.branch.example?', 'The agent is revoked.'],
    ] as const) {
      await page.getByRole('row', { name: row }).getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog', { name: dialogName }).getByRole('button', { name: 'Revoke' }).click();
      await page.getByText(done).waitFor();
    }
    await page.getByRole('row', { name: /For the branch .*Revoked 1 of 2/ }).waitFor();
    await page.getByRole('row', { name: /gateway\.branch\.example .*Revoked/ }).waitFor();
    t.is(await page.getByRole('button', { name: 'Revoke' }).count(), 0);
    await settled(page);
    t.deepEqual(
      troubles.filter((trouble) => !trouble.includes('status of 400')),
      [],
    );
  });
}
