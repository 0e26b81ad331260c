import { readFile } from 'node:fs/promises';
import test from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { errorCatalogue } from '../../../collector/http/error-catalogue.ts';
import { renderErrorsPage } from '../../../collector/http/render-errors-page.ts';

test('docs/errors.md is what the catalogue says', async (t) => {
  t.is(await readFile('docs/errors.md', 'utf8'), renderErrorsPage());
});

test('codes are snake_case and their statuses are those of failures', (t) => {
  for (const [code, { status, meaning }] of Object.entries(errorCatalogue)) {
    t.regex(code, /^[a-z]+(_[a-z]+)*$/);
    t.true(status >= 400 && status < 600, code);
    t.regex(meaning, /\.$/);
  }
});

test('contracts name codes that there are', (t) => {
  for (const endpoint of endpoints) {
    for (const code of endpoint.errors ?? []) t.true(code in errorCatalogue, `${endpoint.path}: ${code}`);
  }
});
