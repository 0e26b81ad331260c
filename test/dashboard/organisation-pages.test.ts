import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { CollectorCertificate } from '../../client/api-types.generated.ts';
import { SondeClient } from '../../client/sonde-client.ts';
import { violations } from '../support/dashboard/axe.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, settled, watchedPage } from '../support/dashboard/open-browser.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';

const pictures = process.env.SONDE_TEST_PICTURES;
const password = 'correct horse battery';

if (!existsSync(executablePath)) {
  test('chromium is not installed: the pages are not tried in a browser', (t) => t.pass());
} else {
  test('reports, schedules, the catalogue and the courses work in a browser, in both themes and widths', async (t) => {
    t.timeout(600_000);
    const { url } = await startTestCollector(t, { feedDirectory: '/nonexistent' });
    const api = new SondeClient({ url, key: adminKey });
    const browser = await openBrowser(t);
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 860 },
      reducedMotion: 'reduce',
    });
    const { page, troubles } = await watchedPage(context, url);
    const { path } = await api.call('POST /api/admin/setup-links', { body: {} });
    await page.goto(`${url}${path}`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation').first().waitFor();
    const faults: string[] = [];
    const look = async (name: string) => {
      await settled(page);
      for (const width of [1_280, 360])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 860 });
          await page.emulateMedia({ colorScheme });
          const where = `${name} ${colorScheme} ${width}`;
          faults.push(...(await violations(page)).map((fault) => `${where}: ${fault}`));
          const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
          if (over > 0) faults.push(`${where}: ${over} pixels too wide`);
          if (pictures !== undefined) {
            const file = `${name}-${colorScheme}-${width}.png`;
            await page.screenshot({ path: join(pictures, file), fullPage: true });
          }
        }
      await page.setViewportSize({ width: 1_280, height: 860 });
    };

    // A report is asked for, and its controls, evidence and downloads are there once it is written.
    await page.goto(`${url}/compliance`);
    await settled(page);
    await page.getByRole('button', { name: 'New report' }).click();
    await page.getByLabel('Framework').selectOption('internet.nl');
    await page.getByLabel('Domains, one per line').fill('example.com\nexample.org');
    await page.getByRole('button', { name: 'Write the report' }).click();
    await page.getByRole('link', { name: 'Page for print' }).waitFor();
    await page.getByText('0 of 2 met').first().click();
    await page.getByText('has not been made').first().waitFor();
    t.notRegex((await page.locator('#page').textContent())!, /compliant/i);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    t.regex(download.suggestedFilename(), /^internet\.nl-.*\.csv$/);
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByLabel('Framework').selectOption('cis-controls');
    await page.getByLabel('Webhooks, one URL per line').fill('https://hooks.example.com/sonde');
    await page.getByRole('button', { name: 'Make the schedule' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    // As a whole word: buttons for "Pause" and "Delete" beside each other have its letters, too.
    await page.getByText('paused', { exact: true }).waitFor();
    const { schedules } = await api.call('GET /api/v2/compliance/schedules');
    t.like(schedules, [{ framework: 'cis-controls', active: false, every: 'weekly' }]);
    await look('compliance');

    await page.goto(`${url}/catalogue`);
    await settled(page);
    await page.getByLabel('Kind').selectOption('feed');
    await page.waitForURL(/kind=feed/);
    await page.getByLabel('Words').fill('urlhaus');
    await page.getByText(/^1 of 1$/).waitFor();
    await page.getByLabel('Words').fill('');
    await look('catalogue');

    // An exercise is answered by keyboard, wrongly and then rightly, and the progress is kept.
    await page.goto(`${url}/courses`);
    await look('courses');
    await page.getByRole('link', { name: /./ }).first().waitFor();
    const { courses } = await api.call('GET /api/v2/training/courses');
    const course = await api.call('GET /api/v2/training/courses/{course_id}', {
      params: { course_id: courses[0]!.id },
    });
    const lesson = course.lessons.find(({ exercises }) => exercises.some(({ kind }) => kind === 'choice'))!;
    await page.goto(`${url}/courses?course=${course.id}&lesson=${lesson.id}`);
    await settled(page);
    const exercise = lesson.exercises.find(({ kind }) => kind === 'choice')!;
    const form = page.locator('form', { hasText: exercise.question });
    for (let option = 1; option <= exercise.options.length; option++) {
      await form.getByLabel('Answer').selectOption(String(option));
      await form.getByRole('button', { name: 'Check' }).focus();
      await page.keyboard.press('Enter');
      // What was said of the answer before is gone while this one is judged.
      await form.getByText(/That is right|Not yet/).waitFor();
      if ((await form.getByText('That is right').count()) > 0) break;
    }
    await form.getByText('solved', { exact: true }).waitFor();
    await look('course');

    // A sink is made by a form of its kind's own settings, tested, paused and removed; one that is refused says why.
    await page.goto(`${url}/administration?view=data`);
    await settled(page);
    await page.getByRole('button', { name: 'Add a sink' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('lake');
    await dialog.getByLabel('Receiver').selectOption('s3');
    await dialog.getByLabel('url').fill('http://127.0.0.1:1');
    await dialog.getByLabel('bucket').fill('dns-rows');
    await dialog.getByLabel('Secret').fill('id:very-secret');
    await look('sink-form');
    await dialog.getByRole('button', { name: 'Add a sink' }).click();
    await dialog.getByText(/does not take a test/).waitFor();
    await dialog.getByLabel('Receiver').selectOption('files');
    await dialog.getByLabel('compression').selectOption('gzip');
    await dialog.getByRole('button', { name: 'Add a sink' }).click();
    await page.getByText('lake receives everything that is stored from now on.').waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('lake accepted the test record.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    const { sinks } = await api.call('GET /api/admin/sinks');
    t.like(sinks, [{ name: 'lake', kind: 'files', state: 'paused', config: { compression: 'gzip' } }]);
    await look('sinks');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No sink is set up.').waitFor();

    // The certificate: this collector has none; of one that an authority refuses, names, end and reason are shown.
    await page.goto(`${url}/administration?view=operation`);
    await page.getByText('The collector itself does not serve TLS').waitFor();
    const refused: CollectorCertificate = {
      source: 'acme',
      names: ['sonde.example.net'],
      issuer: 'Test authority',
      ends_at: '2030-03-01T12:00:00Z',
      renews_at: '2030-02-01T12:00:00Z',
      temporary: false,
      failures: 2,
      failed_at: '2030-02-02T12:00:00Z',
      last_failure: 'rateLimited: too many certificates',
      next_attempt_at: '2030-02-02T13:00:00Z',
    };
    let asks = 0;
    await page.route('**/api/admin/certificate', (route) => route.fulfill({ json: refused }));
    await page.route('**/api/admin/certificate/renew', (route) => {
      asks++;
      return route.fulfill({ status: 202, json: refused });
    });
    await page.reload();
    await page.getByText('sonde.example.net').waitFor();
    await page.getByText('rateLimited: too many certificates').waitFor();
    await look('certificate');
    await page.getByRole('button', { name: 'Renew now' }).click();
    await page.getByText('The renewal is requested.').waitFor();
    t.is(asks, 1);
    t.deepEqual(faults, []);
    // The browser tells of the one refusal above, too.
    t.deepEqual(
      troubles.filter((trouble) => !/administration\?view=data: .* 502 /.test(trouble)),
      [],
    );
  });
}
