import { settled } from '../../test/support/dashboard/open-browser.ts';
import type { signedIn } from './page-watch.ts';

export interface PageSizes {
  readonly path: string;
  /** Octets of gzip on the wire, as a browser with empty caches fetches them: what every page needs, and its own. */
  readonly scripts: number;
  readonly styles: number;
}

/** Measures what a browser fetches of scripts and styles to show each page first of all. */
export async function measureSizes(
  url: string,
  paths: readonly string[],
  newContext: Awaited<ReturnType<typeof signedIn>>,
): Promise<PageSizes[]> {
  const sizes: PageSizes[] = [];
  for (const path of paths) {
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(url + path);
    await settled(page);
    const { scripts, styles } = (await page.evaluate(`(() => {
      const fetched = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
      const sum = (ending) => fetched.filter(({ name }) => name.endsWith(ending))
        .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
      return { scripts: sum('.js'), styles: sum('.css') };
    })()`)) as { scripts: number; styles: number };
    sizes.push({ path, scripts, styles });
    await context.close();
  }
  return sizes;
}
