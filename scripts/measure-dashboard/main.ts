import { parseArgs } from 'node:util';
import { openBrowser } from '../../test/support/dashboard/open-browser.ts';
import {
  pagesOf,
  setupAddress,
  startSeededDashboard,
} from '../../test/support/dashboard/seeded-dashboard.ts';
import { measureFirstQueries } from './first-queries.ts';
import { type LiveSample, measureLive } from './live.ts';
import { signedIn } from './page-watch.ts';
import { measurePaints } from './paints.ts';
import { withEndings } from './run.ts';
import { measureSizes } from './sizes.ts';

const usage = `usage: npm run measure-dashboard -- WHAT [OPTION...]

  first   from a fresh clone by npm start to live queries on the screen; --modules keep|fetch
  paints  first and largest paint over the store of sonde bench api --directory DIR; --directory DIR --times 7
  live    long tasks and memory while rows come in; --minutes 9 --rate 200
  night   the same with the overview beside it; --minutes 20 --rate 50
  sizes   scripts and styles that each page needs
`;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    directory: { type: 'string', default: '' },
    times: { type: 'string', default: '7' },
    minutes: { type: 'string' },
    rate: { type: 'string' },
    modules: { type: 'string', default: 'keep' },
  },
});
const tell = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const mebibytes = (bytes: number) => Math.round(bytes / 1_048_576);

switch (positionals[0]) {
  case 'first':
    tell(await withEndings((run) => measureFirstQueries(values.modules === 'fetch', run)));
    break;
  case 'paints':
    for (const paint of await withEndings((run) =>
      measurePaints(values.directory, Number(values.times), run),
    ))
      tell(paint);
    break;
  case 'live':
    await tellLive(Number(values.minutes ?? 9), Number(values.rate ?? 200), false);
    break;
  case 'night':
    await tellLive(Number(values.minutes ?? 20), Number(values.rate ?? 50), true);
    break;
  case 'sizes':
    for (const size of await withEndings(allSizes)) tell(size);
    break;
  default:
    process.stderr.write(usage);
    process.exitCode = 2;
}

async function tellLive(minutes: number, rowsPerSecond: number, overview: boolean): Promise<void> {
  const { samples: _, ...report } = await withEndings((run) =>
    measureLive({ minutes, rowsPerSecond, overview }, run, tellSample),
  );
  tell(report);
}

function tellSample(sample: LiveSample): void {
  tell({
    minute: sample.minute,
    rows: sample.rows,
    nodes: sample.nodes,
    heapMiB: Math.round(sample.heapBytes / 104_857.6) / 10,
    browserMiB: mebibytes(sample.browserBytes),
    collectorMiB: mebibytes(sample.collectorBytes),
    browserPercent: Math.round(sample.browserShare * 1_000) / 10,
    collectorPercent: Math.round(sample.collectorShare * 1_000) / 10,
  });
}

async function allSizes(run: Parameters<Parameters<typeof withEndings>[0]>[0]) {
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
