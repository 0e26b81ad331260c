import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { openBrowser } from '../../test/support/dashboard/open-browser.ts';
import {
  pagesOf,
  setupAddress,
  startSeededDashboard,
} from '../../test/support/dashboard/seeded-dashboard.ts';
import { measureFirstQueries } from './first-queries.ts';
import { measureLive } from './live.ts';
import { reportLines, sampleHead, sampleLine } from './live-table.ts';
import { helpText, type Measurement, readOptions } from './options.ts';
import { signedIn } from './page-watch.ts';
import { measurePaints } from './paints.ts';
import { type Endings, withEndings } from './run.ts';
import { measureSizes } from './sizes.ts';

const tell = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const measurement = readOptions(process.argv.slice(2));
  if (measurement === undefined) process.stdout.write(helpText);
  else await measure(measurement);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${helpText}`);
  process.exitCode = error.exitCode;
}

async function measure(measurement: Measurement): Promise<void> {
  switch (measurement.what) {
    case 'first':
      tell(await withEndings((run) => measureFirstQueries(measurement.fetches, run)));
      break;
    case 'paints': {
      const { directory, times } = measurement;
      for (const paint of await withEndings((run) => measurePaints(directory, times, run))) tell(paint);
      break;
    }
    case 'live':
    case 'night':
      await tellLive(measurement);
      break;
    case 'sizes':
      for (const size of await withEndings(allSizes)) tell(size);
  }
}

/** Ctrl-C ends the rows: what was measured until then is told all the same. */
async function tellLive(plan: Extract<Measurement, { what: 'live' | 'night' }>): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  const write = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
  if (!plan.json) write(sampleHead());
  const report = await withEndings((run) =>
    measureLive(
      plan,
      run,
      (sample) => (plan.json ? tell(sample) : write([sampleLine(sample)])),
      ending.signal,
    ),
  );
  if (plan.json) tell({ ...report, samples: report.samples.length });
  else write(reportLines(report));
}

async function allSizes(run: Endings) {
  const dashboard = await startSeededDashboard(run);
  const browser = await openBrowser(run);
  const page = await browser.newPage();
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  await page.goto(await setupAddress(dashboard));
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('New password').fill(account.password);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByText('First query stored').waitFor();
  const others = ['/catalogue', '/courses', '/compliance'];
  const newContext = await signedIn(browser, dashboard.url, account);
  return await measureSizes(dashboard.url, [...pagesOf(dashboard), ...others], newContext);
}
