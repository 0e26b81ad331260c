import type { Browser, Page } from 'playwright-core';
import { watchedPage } from './open-browser.ts';
import { type SeededDashboard, setupAddress } from './seeded-dashboard.ts';

export const password = 'correct horse battery';

export type RoleName = 'owner' | 'administrator' | 'auditor' | 'analyst' | 'viewer';

/** Gives the password where a page asks for it again, which it does ten minutes after it was given last. */
export async function answerConfirmations(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your password again' });
  await page.addLocatorHandler(dialog, async () => {
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
  });
}

/**
 * A page at which a person of a role is signed in: the owner, who administrates the installation as well, or a member who is invited. What
 * must not happen is gathered in `troubles`, and what the collector refused in `denied`.
 */
export async function signedIn(
  browser: Browser,
  dashboard: SeededDashboard,
  role: RoleName,
): Promise<{ page: Page; troubles: string[]; denied: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 860 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const { page, troubles } = await watchedPage(context, dashboard.url);
  await answerConfirmations(page);
  const denied: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) denied.push(`${page.url()}: ${response.url()}`);
  });
  if (role === 'owner') {
    await page.goto(await setupAddress(dashboard));
    await page.getByLabel('E-mail address').fill('ada@example.com');
  } else {
    const { setup_link: link } = await dashboard.api.call('POST /api/account/members', {
      body: { email: `${role}@example.com`, role },
    });
    await page.goto(`${dashboard.url}${link.path}`);
  }
  await page.locator('input[type=password]').first().fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  return { page, troubles, denied };
}
