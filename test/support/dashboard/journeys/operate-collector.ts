import type { Page } from 'playwright-core';
import { answerAside } from '../aside-answer.ts';
import { answerAuthorities } from '../authorities-answer.ts';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

/** What keeps a collector going: batches aside, a backup that is downloaded, authorities, datasets, content, a log that stopped. */
export async function operateCollector(page: Page, dashboard: SeededDashboard): Promise<void> {
  await answerAside(page.context());
  await answerAuthorities(page.context());
  await openAt(page, dashboard, '/administration?view=operation');
  const dialog = page.getByRole('dialog');
  const batchBoxes = page.getByRole('checkbox', { name: 'Choose the batch of gateway.office.example' });
  // Those that were tried together are chosen together.
  await batchBoxes.first().click();
  await page.getByText('2 batches chosen').waitFor();
  await page.getByRole('button', { name: 'Discard …' }).click();
  await dialog.getByText('9,812 rows').waitFor();
  await dialog.getByRole('button', { name: 'Discard them' }).click();
  await page.getByText('It is discarded.').first().waitFor();
  await page.getByRole('checkbox', { name: 'Choose the batch of no longer known' }).click();
  await page.getByRole('button', { name: 'Take up again' }).click();
  await page.getByText('It waits to be stored.').waitFor();
  await page.getByText('No batch is set aside. The store has accepted all batches.').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Make one and download it' }).click(),
  ]);
  if (!/^sonde-\d{4}-\d\d-\d\d\.tar$/.test(download.suggestedFilename()))
    throw new Error(`it is called ${download.suggestedFilename()}`);
  await page.getByText('The backup is complete').waitFor();

  await page.getByRole('button', { name: 'Make the next one' }).click();
  await dialog.getByText('The new authority signs certificates after five minutes.').waitFor();
  await dialog.getByRole('button', { name: 'Make the next one' }).click();
  await page.getByText('The next authority is made.').waitFor();
  await page
    .getByRole('button', { name: /^The certificate of / })
    .first()
    .click();
  await dialog.getByText('BEGIN CERTIFICATE').waitFor();
  await page.keyboard.press('Escape');

  await openAt(page, dashboard, '/administration?view=data');
  const exits = page.getByRole('checkbox', { name: 'Tor exits' });
  await exits.check();
  await page.getByText('Tor exits is on.').waitFor();
  await page.getByRole('button', { name: 'Look at Tor exits now' }).waitFor();
  await exits.uncheck();
  await page.getByText('Tor exits is off.').waitFor();
  await page.getByRole('button', { name: 'Look at Tor exits now' }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Courses \d+ No fault/ }).waitFor();

  await openAt(page, dashboard, '/administration?view=audit');
  await page
    .getByRole('cell', { name: /backup requested/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await page.getByText(/^Intact: /).waitFor();
  const [log] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  if (log.suggestedFilename() !== 'audit-log.csv') throw new Error(`it is ${log.suggestedFilename()}`);
}
