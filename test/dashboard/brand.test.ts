import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, watchedPage } from '../support/dashboard/open-browser.ts';
import { startTestCollector } from '../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const brand = {
  id: 'acme',
  hosts: ['*'],
  name: 'Acme <b>DNS</b>',
  logo: '<svg viewBox="0 0 8 8"><script>alert(1)</script><rect width="8" height="8" fill="#0b5a8a"/></svg>',
  colours: {
    light: { accent: '#7a1f5c', on_accent: '#ffffff' },
    dark: { accent: '#f0a6d4', on_accent: '#1a0712' },
  },
  texts: { welcome: 'Welcome at Acme', footer: 'Run by the network team.' },
  support: { email: 'help@acme.example' },
};

if (!existsSync(executablePath)) {
  test('chromium is not installed: the brand is not tried in a browser', (t) => t.pass());
} else {
  test('the dashboard and the documents wear the brand of the host, within their policy', async (t) => {
    t.timeout(600_000);
    const contentDirectory = await temporaryDirectory(t);
    await mkdir(join(contentDirectory, 'brands'));
    await writeFile(join(contentDirectory, 'brands', 'acme.json'), JSON.stringify(brand));
    const { url } = await startTestCollector(t, { contentDirectory });
    const docs = await (await fetch(`${url}/docs`)).text();
    t.true(docs.includes('<title>Acme &#60;b&#62;DNS&#60;/b&#62; API</title>'));
    const browser = await openBrowser(t);
    const context = await browser.newContext({ colorScheme: 'light' });
    const { page, troubles } = await watchedPage(context, url);
    await page.goto(url);
    await page.getByRole('heading', { name: 'Welcome at Acme' }).waitFor();
    await page.getByText('Acme <b>DNS</b>').first().waitFor();
    await page.getByText('Run by the network team.').waitFor();
    // What runs in the page is text: it has another world of types.
    const decoded = "document.querySelector('img.brand-logo').decode().then(() => true)";
    t.true(await page.evaluate(decoded));
    const ground = "getComputedStyle(document.querySelector('button.first')).backgroundColor";
    t.is(await page.evaluate(ground), 'rgb(122, 31, 92)');
    t.deepEqual(troubles, []);
  });
}
