import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

/** A location is added, renamed, kept for less, and removed with all that goes with it told. */
export async function changeLocations(page: Page, dashboard: SeededDashboard): Promise<void> {
  await openAt(page, dashboard, '/locations');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a location' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Harbour');
  await dialog.getByRole('button', { name: 'Add it' }).click();
  await dialog.getByText(/sonde_loc_/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Change Harbour' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Old harbour');
  await dialog.getByLabel('Notes').fill('Guests sign that queries are kept for a week');
  await dialog.getByLabel('Days that queries are kept').fill('7');
  await dialog.getByRole('button', { name: 'Keep the changes' }).click();
  const row = page.getByRole('row', { name: /Old harbour/ });
  await row.getByText('Guests sign').waitFor();
  await row.getByText('7 days', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Old harbour' }).click();
  await dialog.getByText('No agent or program sends from this location now.').waitFor();
  await dialog.getByText('after 7 days').waitFor();
  await dialog.getByRole('button', { name: 'Remove the location' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove Head office' }).click();
  await dialog.getByText('gateway.office.example').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}
