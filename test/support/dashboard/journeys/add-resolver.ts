import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

/**
 * A resolver is registered and its machine set up by what the page shows; the page sees it arrive. Then it is removed, with what stays in
 * force on it told.
 */
export async function addResolver(page: Page, dashboard: SeededDashboard): Promise<void> {
  await openAt(page, dashboard, '/resolvers');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a resolver' }).click();
  await dialog.getByLabel('Name of the resolver').fill("ns'1");
  await dialog.getByLabel('Location').fill('Cellar');
  await dialog.getByLabel('Resolver software').selectOption('knot');
  await dialog.getByLabel('Report queries and answers').uncheck();
  await dialog.getByLabel('Report names on threat lists').uncheck();
  await dialog.getByRole('button', { name: 'Register it' }).click();
  const command = (await dialog.locator('pre').textContent()) ?? '';
  const [, text = ''] = /^echo '([^']*)' \| \.\/sonde resolver register --answer -$/m.exec(command) ?? [];
  const { resolver_id: id, api_keys: keys, ...rest } = JSON.parse(text);
  if (Object.keys(keys).join() !== 'policy' || rest.location_key !== null)
    throw new Error(`it has keys that nobody asked for: ${text}`);
  if (!command.includes('setup knot --write') || !command.includes(`--collector ${dashboard.url} `))
    throw new Error(`it would not be set up by ${command}`);
  await dialog.getByText('Waiting for the resolver to report').waitFor();
  await dashboard.api.withKey(keys.policy).call('GET /api/v1/unbound/policy', { query: { since: 4 } });
  await dialog.getByText("ns'1 reports.").waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: "ns'1" }).waitFor();
  await page.getByRole('button', { name: "Remove ns'1" }).click();
  await dialog.getByText('keeps enforcing version 4').waitFor();
  await dialog.getByRole('button', { name: 'Remove the resolver' }).click();
  await page.getByRole('link', { name: "ns'1" }).waitFor({ state: 'detached' });
  const { resolvers } = await dashboard.api.call('GET /api/v1/unbound/resolvers');
  if (resolvers.some(({ resolver_id: other }) => other === id)) throw new Error('it is still there');
}
