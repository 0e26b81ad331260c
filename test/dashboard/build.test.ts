import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { buildDashboard, dashboardSourceHash } from '../../dashboard/build.ts';
import { htmlFor } from '../../dashboard/build-page.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Octets of gzip. The first load is what the page's HTML names. */
const budgets = { scripts: 90 * 1024, styles: 12 * 1024, page: 25 * 1024 };

test('the first load and every further page keep to their budgets', async (t) => {
  const directory = await temporaryDirectory(t);
  const { files, html } = await buildDashboard(directory);
  const named = [...html.matchAll(/\{\{way-up\}\}(assets\/[^"]+)/g)].map(([, path]) => path!);
  const packed = (path: string) => gzipSync(readFileSync(join(directory, path)), { level: 9 }).byteLength;
  const sum = (paths: string[]) => paths.reduce((total, path) => total + packed(path), 0);
  const first = sum(named.filter((path) => path.endsWith('.js')));
  const styles = sum(named.filter((path) => path.endsWith('.css')));
  t.log(`first load: ${first} octets of scripts, ${styles} of styles`);
  t.true(named.length >= 2);
  t.true(first > 0 && first <= budgets.scripts, `${first} octets of scripts`);
  t.true(styles > 0 && styles <= budgets.styles, `${styles} octets of styles`);
  const further = files
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.js') && !named.includes(path));
  t.true(further.length > 3);
  for (const path of further) t.true(packed(path) <= budgets.page, `${path}: ${packed(path)} octets`);
});

test('the same sources make the same files, and HTML that finds them from any depth', async (t) => {
  const [one, other] = [await temporaryDirectory(t), await temporaryDirectory(t)];
  const { files, html } = await buildDashboard(one);
  t.deepEqual(await buildDashboard(other), { files, html });
  t.is(await dashboardSourceHash(), await dashboardSourceHash());
  const scriptOf = (path: string) => {
    const [, source] = /<script type="module" src="([^"]+)"/.exec(htmlFor(html, path))!;
    return new URL(source!, `https://sonde.example/prefix${path}`).pathname;
  };
  const script = scriptOf('/');
  t.regex(script, /^\/prefix\/assets\/main-[A-Z0-9]{8}\.js$/);
  for (const path of ['/queries', '/threats/12', '/domain/a%2Fb', '/a/b/c/d']) t.is(scriptOf(path), script);
  t.false(html.includes('<script>'), 'no script within the HTML, which its policy would refuse');
});

test('a page is a few files, and its HTML names them all, so that none is found out about late', async (t) => {
  const directory = await temporaryDirectory(t);
  const { html } = await buildDashboard(directory);
  for (const [path, most] of [
    ['/', 6],
    ['/queries', 5],
    ['/threats/12', 5],
    ['/domain/example.com', 6],
    ['/account', 4],
    ['/welcome/', 5],
    ['/there-is-no-such-page', 3],
  ] as const) {
    const named = [...htmlFor(html, path).matchAll(/"(?:\.\/|(?:\.\.\/)+)(assets\/[^"]+\.js)"/g)].map(
      ([, file]) => file!,
    );
    t.is(new Set(named).size, named.length, path);
    t.true(named.length <= most, `${path}: ${named.length} scripts`);
    const text = (file: string) => readFileSync(join(directory, file), 'utf8');
    for (const file of named) {
      const imported = [...text(file).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
        ([, name]) => `assets/${name}`,
      );
      for (const other of imported) t.true(named.includes(other), `${path}: ${file} imports ${other}`);
    }
  }
  // What a page does not draw it does not fetch.
  t.false(htmlFor(html, '/account').includes('{{'));
});
