import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { answerAuthorities } from '../../test/support/dashboard/authorities-answer.ts';
import { answerAudits } from '../../test/support/dashboard/chain-answer.ts';
import { answerDomainLists } from '../../test/support/dashboard/domain-list-answers.ts';
import { answerInfrastructure } from '../../test/support/dashboard/infrastructure-answers.ts';
import { answerLosses } from '../../test/support/dashboard/losses-answer.ts';
import { openBrowser, settled } from '../../test/support/dashboard/open-browser.ts';
import { answerRangeJob } from '../../test/support/dashboard/range-job-answers.ts';
import {
  pagesOf,
  setupAddress,
  startSeededDashboard,
} from '../../test/support/dashboard/seeded-dashboard.ts';
import { answerSite } from '../../test/support/dashboard/site-answer.ts';
import { answerTechnologies } from '../../test/support/dashboard/technology-answers.ts';
import { inState, pageStates } from './states.ts';

const helpText = `usage: npm run screenshots -- [DIRECTORY [WORD...]]

Takes pictures of every page of the dashboard, and of its dialogs, menus and failures, in both themes and 1,280 and 360
pixels wide, of a collector with made-up traffic. They go into DIRECTORY (screenshots). With words: of the pages that have
one of them in their address, and of the states that have it in their name, such as state-rule. It needs Chromium.
`;

const [directory = 'screenshots', ...words] = process.argv.slice(2);
if (directory === '--help' || directory === '-h') process.stdout.write(helpText);
else await takePictures();

async function takePictures(): Promise<void> {
  const endings: (() => unknown)[] = [];
  const run = { teardown: (end: () => unknown) => void endings.push(end) };
  const isWanted = (text: string) => words.length === 0 || words.some((word) => text.includes(word));
  try {
    mkdirSync(directory, { recursive: true });
    const dashboard = await startSeededDashboard(run);
    const browser = await openBrowser(run);
    const settings: BrowserContextOptions = { reducedMotion: 'reduce', locale: 'en-GB' };
    const context = await browser.newContext(settings);
    await answerAudits(context);
    await answerTechnologies(context);
    await answerInfrastructure(context);
    await answerDomainLists(context);
    await answerRangeJob(context);
    await answerLosses(context);
    await answerSite(context);
    await answerAuthorities(context);
    const page = await context.newPage();
    await page.goto(await setupAddress(dashboard));
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('First query stored').waitFor();
    const others = ['/catalogue', '/courses', '/compliance'];
    for (const path of [...pagesOf(dashboard), ...others].filter(isWanted)) {
      await page.goto(dashboard.url + path);
      await settled(page);
      const name = path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'overview';
      await takeAll(page, name, true);
      process.stdout.write(`${path}\n`);
    }
    const storageState = await context.storageState();
    for (const state of pageStates(dashboard).filter(({ name }) => isWanted(`state-${name}`))) {
      // A context of its own: what stands in the way of one state is none of another's.
      const own = await browser.newContext({
        ...settings,
        viewport: { width: 1_280, height: 860 },
        ...(state.anonymous ? {} : { storageState }),
      });
      await takeAll(await inState(own, dashboard.url, state), `state-${state.name}`, false);
      await own.close();
      process.stdout.write(`${state.name}\n`);
    }
  } finally {
    // What began last ends first.
    for (const end of endings.reverse()) await end();
  }
}

/** Takes the pictures of one page, whole or as far as the window shows it. */
async function takeAll(page: Page, name: string, fullPage: boolean): Promise<void> {
  for (const width of [1_280, 360]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(directory, `${name}-${colorScheme}-${width}.png`), fullPage });
    }
  }
}
