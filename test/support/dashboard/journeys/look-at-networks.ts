import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import { answerRangeJob } from '../range-job-answers.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

/** An address is reported, a range looked at and asked about, and a system found by its number. */
export async function lookAtNetworks(page: Page, dashboard: SeededDashboard): Promise<void> {
  const dialog = page.getByRole('dialog');
  // Nobody can be reported at an address that is nobody's; of one that is somebody's nothing is asked here.
  const scan = await dashboard.api.call('GET /api/ip/{ip}/scan', { params: { ip: '203.0.113.5' } });
  await page.route('**/api/ip/9.9.9.9/scan', (route) =>
    route.fulfill({ json: { ...scan, ip: '9.9.9.9', special_purpose: null } }),
  );
  await openAt(page, dashboard, '/ip/9.9.9.9');
  await page.getByRole('button', { name: 'Report it' }).click();
  await dialog.getByLabel('Category').selectOption('Malware');
  await dialog.getByLabel('Comment').fill('it serves droppers');
  await dialog.getByRole('button', { name: 'Report it' }).click();
  await page.getByText('9.9.9.9 is reported.').waitFor();
  await openAt(page, dashboard, '/ip/203.0.113.5');
  if ((await page.getByRole('button', { name: 'Report it' }).count()) > 0)
    throw new Error('an address of documentation can be reported');

  await answerRangeJob(page.context());
  await openAt(page, dashboard, '/addresses');
  const field = page.getByLabel('Address, range or system');
  await field.fill('203.0.113.0/33');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an address such as').waitFor();
  await field.fill('203.0.113.0/28');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/range\/203\.0\.113\.0%2F28/);
  await page.getByText('No known facts: no scan').waitFor();
  await page.getByRole('button', { name: 'Look up names and listings' }).click();
  await page.getByText('4 of 16').waitFor();
  await page.getByRole('cell', { name: 'zen.example' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('cancelled').waitFor();

  await openAt(page, dashboard, '/addresses');
  await page.getByRole('link', { name: '203.0.113.0/28' }).waitFor();
  await field.fill('AS64500');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'AS64500' }).waitFor();
}
