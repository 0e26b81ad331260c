import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CollectorProcess } from '../../collector/bench/api/collector-process.ts';
import { openBrowser, settled } from '../../test/support/dashboard/open-browser.ts';
import { signedIn, watched, watchPage } from './page-watch.ts';
import type { Endings } from './run.ts';

const paths = ['/', '/queries', '/threats', '/agents'];
/** As `sonde bench api` registers it. */
const account = { email: 'bench@example.com', password: 'measured and measured' };

export interface Paints {
  readonly path: string;
  /** Each opening with empty caches, in order. */
  readonly firstMs: readonly number[];
  readonly largestMs: readonly number[];
}

/** Opens pages over the store that `sonde bench api --directory DIR` has left, each time with empty caches of the browser. */
export async function measurePaints(directory: string, times: number, run: Endings): Promise<Paints[]> {
  await readFile(join(directory, 'prepared.json'));
  const collector = await CollectorProcess.start(join(directory, 'data'));
  run.teardown(() => collector.stop());
  const { url } = collector.listening;
  const newContext = await signedIn(await openBrowser(run), url, account);
  const paints: Paints[] = [];
  for (const path of paths) {
    const firstMs: number[] = [];
    const largestMs: number[] = [];
    for (let time = 0; time <= times; time++) {
      const context = await newContext();
      const page = await watchPage(context);
      await page.goto(url + path);
      await settled(page);
      // What is painted last is told a frame later.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
      const seen = await watched(page);
      await context.close();
      // The first opening after a start compiles and reads what any later one finds ready.
      if (time === 0) continue;
      firstMs.push(Math.round(seen.firstPaintMs));
      largestMs.push(Math.round(seen.largestPaintMs));
    }
    paints.push({ path, firstMs, largestMs });
  }
  return paints;
}
