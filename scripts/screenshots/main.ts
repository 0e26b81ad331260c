import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { answerAudits } from '../../test/support/dashboard/chain-answer.ts';
import { answerLosses } from '../../test/support/dashboard/losses-answer.ts';
import { openBrowser, settled } from '../../test/support/dashboard/open-browser.ts';
import {
  pagesOf,
  setupAddress,
  startSeededDashboard,
} from '../../test/support/dashboard/seeded-dashboard.ts';
import { answerTechnologies } from '../../test/support/dashboard/technology-answers.ts';

/**
 * Pictures of every page in both themes and widths, of a collector with made-up traffic: `npm run screenshots -- [DIRECTORY
 * [WORD ...]]`, of the pages alone that have one of the words in their addresses.
 */
const [directory = 'screenshots', ...words] = process.argv.slice(2);
const endings: (() => unknown)[] = [];
const run = { teardown: (end: () => unknown) => void endings.push(end) };
try {
  mkdirSync(directory, { recursive: true });
  const dashboard = await startSeededDashboard(run);
  const browser = await openBrowser(run);
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  await answerAudits(context);
  await answerTechnologies(context);
  await answerLosses(context);
  const page = await context.newPage();
  await page.goto(await setupAddress(dashboard));
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('New password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByText('First query stored').waitFor();
  const wanted = (path: string) => words.length === 0 || words.some((word) => path.includes(word));
  const others = ['/catalogue', '/courses', '/compliance'];
  for (const path of [...pagesOf(dashboard), ...others].filter(wanted)) {
    await page.goto(dashboard.url + path);
    await settled(page);
    for (const width of [1_280, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 860 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `${path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'overview'}`;
        await page.screenshot({
          path: join(directory, `${name}-${colorScheme}-${width}.png`),
          fullPage: true,
        });
      }
    }
    process.stdout.write(`${path}\n`);
  }
} finally {
  // What began last ends first.
  for (const end of endings.reverse()) await end();
}
