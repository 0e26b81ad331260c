import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

/** A list is made, looked up, taken as rules, replaced out of a file and removed; what is refused of it is told by its place. */
export async function keepOwnLists(page: Page, dashboard: SeededDashboard): Promise<void> {
  await openAt(page, dashboard, '/feeds');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a list' }).click();
  await dialog.getByLabel('Name of the list').fill('no name');
  await dialog
    .getByLabel('The list', { exact: true })
    .fill('worse.example\n0.0.0.0 worst.example # a hosts file\nnot a name\n');
  await dialog.getByRole('button', { name: 'Put it in force' }).click();
  await dialog.getByRole('alert').getByText('must be 1 to 100 letters').waitFor();
  await dialog.getByLabel('Name of the list').fill('incident-7');
  await dialog.getByText('Defaults for entries without their own values').click();
  await dialog.getByLabel('Category').selectOption('phishing');
  await dialog.getByRole('button', { name: 'Put it in force' }).click();
  await dialog.getByText('2 indicators are in force.').waitFor();
  await dialog.getByText('Entry 3 is no domain name.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Name, address, URL').fill('www.worst.example');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByRole('row', { name: /incident-7 worst\.example Phishing High/ }).waitFor();
  await page.getByLabel('Name, address, URL').fill('harmless.example');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByText(/The indicator is on none of \d+ lists?\./).waitFor();

  await openAt(page, dashboard, '/policy?view=sources');
  await page.getByRole('button', { name: 'Take a feed' }).click();
  await dialog.getByLabel('Feed or list').selectOption('own-list');
  await dialog.getByText(/came from this list/).waitFor();
  await dialog.getByRole('link', { name: dashboard.listed }).first().waitFor();
  await dialog.getByLabel('Feed or list').selectOption('incident-7');
  await dialog.getByText('No threat so far is about a name on this list').waitFor();
  await dialog.getByRole('button', { name: 'Take it' }).click();
  const source = page.getByRole('row', { name: /incident-7 .* 2 / });
  await source.waitFor();
  await source.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No feed is taken as rules.').waitFor();

  await openAt(page, dashboard, '/feeds/incident-7');
  await page.getByRole('button', { name: 'Replace the list' }).click();
  // A large file is read for a moment; whoever sends it meanwhile sends it whole.
  await page.evaluate(`{
    const { text } = Blob.prototype;
    Blob.prototype.text = async function () {
      await new Promise((done) => setTimeout(done, 1_000));
      return await text.call(this);
    };
  }`);
  await dialog.getByLabel('A file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('severity,name\ncritical,worst.example\nlow,"b\u00fccher.example"\n'),
  });
  await dialog.getByRole('button', { name: 'Replace the list' }).click();
  await dialog.getByText('2 indicators are in force.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /worst\.example .* Critical/ }).waitFor();
  await page.getByRole('button', { name: 'Remove the list' }).click();
  await dialog.getByText('The list’s 2 indicators open no more threats.').waitFor();
  await dialog.getByRole('button', { name: 'Remove the list' }).click();
  await page.waitForURL(/\/feeds$/);
  await page.getByRole('link', { name: 'incident-7' }).waitFor({ state: 'detached' });
}
