import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

/** Watched domains, own zones and roles of a location: added in the form that is kept, and taken back. */
export async function tellOfTheSite(page: Page, dashboard: SeededDashboard): Promise<void> {
  const { api, locationId } = dashboard;
  const settings = async () => {
    const params = { id: locationId };
    const { changes } = await api.call('GET /api/v1/dns-monitoring/locations/{id}/detection', { params });
    return changes;
  };
  await openAt(page, dashboard, `/detection?view=site&location=${locationId}`);
  await page.getByLabel('Domain to watch').fill('no domain');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Not a domain').waitFor();
  await page.getByLabel('Domain to watch').fill('Bank.Example.');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'bank.example' }).waitFor();
  await page.getByLabel('Zone of this network').fill('*.corp.example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'corp.example.com' }).waitFor();

  await page.getByRole('button', { name: 'Set a role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Client or network').fill('192.0.2.0/24');
  await dialog.getByLabel('Detection takes it for').selectOption('shared');
  await dialog.getByRole('button', { name: 'Keep the role' }).click();
  await page.getByRole('row', { name: /192\.0\.2\.0\/24 Shared address/ }).waitFor();
  // An address holds before the network that it is in.
  await page.getByRole('button', { name: 'Set a role' }).click();
  await dialog.getByLabel('Client or network').fill('192.0.2.53');
  await dialog.getByRole('button', { name: 'Keep the role' }).click();
  await page.getByRole('row', { name: /192\.0\.2\.53 Resolver/ }).waitFor();
  const said = await settings();
  const expected = JSON.stringify({
    watched: ['bank.example'],
    ownZones: ['corp.example.com'],
    roles: [
      { client: '192.0.2.53', role: 'resolver' },
      { client: '192.0.2.0/24', role: 'shared' },
    ],
  });
  const found = JSON.stringify({
    watched: said.lookalike?.watched,
    ownZones: said.site?.ownZones,
    roles: said.site?.roles,
  });
  if (found !== expected) throw new Error(`it is ${found}, not ${expected}`);

  await page.getByRole('button', { name: 'Correct the role of 192.0.2.0/24' }).click();
  await dialog.getByLabel('Detection takes it for').selectOption('');
  await dialog.getByRole('button', { name: 'Keep the role' }).click();
  await page.getByRole('cell', { name: '192.0.2.0/24', exact: true }).waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /corp\.example\.com/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('No zone is set, and Sonde has not learned a zone yet.').waitFor();
  await page
    .getByRole('row', { name: /bank\.example/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('No domain is watched.').waitFor();
  // What is empty leads to where it is chosen.
  await openAt(page, dashboard, '/certificates');
  await page
    .getByRole('link', { name: /Choose the watched domains/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Watched domains' }).waitFor();
}
