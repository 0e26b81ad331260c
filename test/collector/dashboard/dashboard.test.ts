import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { DashboardBundle } from '../../../collector/dashboard/dashboard-bundle.ts';
import { createDashboard } from '../../../collector/dashboard/dashboard-routes.ts';
import { indexRoute } from '../../../collector/http/system/index-route.ts';
import { login } from '../../support/contracts/operation-requests.ts';
import { launchBrowser } from '../../support/dashboard/launch-browser.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { silentLog } from '../../support/silent-log.ts';
import { systemRandom } from '../../support/system-random.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

async function startPages(t: ExecutionContext) {
  const dataDirectory = await temporaryDirectory(t);
  const bundle = new DashboardBundle({ dataDirectory, random: systemRandom, log: silentLog });
  const { routes, page } = createDashboard(bundle, silentLog, indexRoute());
  const world = new FakeWorld();
  const api = await startTestApi(t, { world, parts: { systemRoutes: routes, page } });
  return { ...api, world, dataDirectory };
}

test('browsers get the page at every address but those of the API, and programs what they got before', async (t) => {
  const { request, get } = await startPages(t);
  const program = await request('/', {});
  t.is(program.status, 302);
  t.is(program.headers.get('location'), '/docs');
  t.deepEqual(program.body, { docs: '/docs', openapi: '/openapi.json' });
  for (const path of ['/', '/queries?name=a.example', '/domain/example.com', '/threats/12', '/a/b/c/']) {
    const page = await request(path, html);
    t.is(page.status, 200, path);
    t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(page.headers.get('cache-control'), 'no-cache');
    const policy = page.headers.get('content-security-policy')!;
    t.regex(policy, /default-src 'none'.*require-trusted-types-for 'script'; trusted-types 'none'/);
    t.notRegex(policy, /unsafe|http/);
    t.true(page.headers.get('vary')!.includes('Accept'));
    const tag = page.headers.get('etag')!;
    const again = await request(path, {
      headers: { ...html.headers, 'if-none-match': tag, 'cache-control': 'max-age=0' },
    });
    t.is(again.status, 304);
  }
  t.is((await get('/queries')).body.code, 'unknown_route', 'programs are not told of pages');
  for (const path of [
    '/api/nothing',
    '/api',
    '/v1/x',
    '/assets/x.js',
    '/assets/..%2findex.html',
    '/assets/',
  ]) {
    const answer = await request(path, html);
    t.is(answer.status, 404, path);
    t.is(answer.body.code, 'unknown_route', path);
  }
  t.is((await request('/queries', { ...html, method: 'POST' })).status, 404);
  t.is((await request('/queries', { ...html, method: 'HEAD' })).status, 200);
});

test('files keep for ever, and are named relative to the page', async (t) => {
  const { request } = await startPages(t);
  const page = await request('/domain/example.com', html);
  const script = /<script type="module" src="([^"]+)"/.exec(page.text)![1]!;
  t.true(script.startsWith('../assets/'));
  const file = await request(new URL(script, 'http://x/domain/example.com').pathname, {});
  t.is(file.status, 200);
  t.is(file.headers.get('content-type'), 'text/javascript; charset=utf-8');
  t.is(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.is(file.headers.get('content-encoding'), 'gzip');
  t.is(file.headers.get('x-content-type-options'), 'nosniff');
});

test('it is built once for its sources, and what was built of others goes', async (t) => {
  const { request, dataDirectory } = await startPages(t);
  const home = join(dataDirectory, 'dashboard');
  await mkdir(join(home, 'of-other-sources'), { recursive: true });
  await mkdir(join(home, 'building-by-somebody-who-was-killed'), { recursive: true });
  const pages = await Promise.all(Array.from({ length: 5 }, () => request('/', html)));
  t.deepEqual(
    pages.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const [directory, ...others] = await readdir(home);
  t.deepEqual(others, []);
  // A collector that starts anew takes what is there.
  await writeFile(join(home, directory!, 'index.html'), '<!doctype html><title>kept</title>');
  const next = new DashboardBundle({ dataDirectory, random: systemRandom, log: silentLog });
  t.regex((await next.load()).pageFor('/').bytes.toString(), /kept/);
});

test('where it can not be built, the page says so, and the next request tries again', async (t) => {
  let failures = 0;
  const bundle = { load: async () => Promise.reject(new Error(`no ${++failures}`)) };
  const { routes, page } = createDashboard(bundle, silentLog, indexRoute());
  const { request } = await startTestApi(t, { parts: { systemRoutes: routes, page } });
  for (const attempt of [1, 2]) {
    const answer = await request('/', html);
    t.is(answer.status, 503);
    t.is(answer.body.code, 'dashboard_unavailable');
    t.is(failures, attempt);
  }
});

test('in a browser one signs in behind the prefix of a proxy, under the policy and without another host', async (t) => {
  const { url, world } = await startPages(t);
  await world.addLogin(login);
  const proxied = await proxyWithPrefix(t, url, '/tools/sonde');
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // The first question who is signed in is answered with 401.
    if (message.type() === 'error' && !/401/.test(message.text())) troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(`${proxied}/`))
      troubles.push(request.url());
  });
  await page.goto(`${proxied}/domain/example.com`);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Password').fill(login.password);
  await page.locator('button[type=submit]').click();
  await page.locator('nav').first().waitFor();
  const cookies = await page.context().cookies();
  t.is(cookies.length, 1);
  t.like(cookies[0], { httpOnly: true, sameSite: 'Strict', path: '/' });
  t.is(await page.evaluate('document.cookie'), '');
  t.true(page.url().endsWith('/tools/sonde/domain/example.com'));
  t.deepEqual(troubles, []);
});

/** A proxy that serves the collector below a prefix, and tells it nothing. */
async function proxyWithPrefix(t: ExecutionContext, target: string, prefix: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url!.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const passed = httpRequest(
      new URL(incoming.url!.slice(prefix.length), target),
      { method: incoming.method!, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    // The collector may end before the browser has all that it asked for.
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
}
