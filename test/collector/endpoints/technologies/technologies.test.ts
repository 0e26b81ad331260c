import test, { type ExecutionContext } from 'ava';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { type LocalSite, startLocalSite } from '../../../support/scans/local-site.ts';

type Technology = { name: string; version: string | null; category: string };

function page(version: string, more = ''): string {
  return `<!doctype html><html lang="en"><head><title> A  shop </title>
<meta name="generator" content="WordPress ${version}">
<link rel="stylesheet" href="/wp-content/plugins/woocommerce/a.css">
<script src="https://js.stripe.com/v3/"></script>${more}</head><body></body></html>`;
}

/** A shop that moves to its page, and says what the test wants. */
async function setUp(t: ExecutionContext, body: () => string) {
  const world = new FakeWorld();
  const site: LocalSite = await startLocalSite(
    t,
    (request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/' }).end();
      else if (request.url === '/favicon.ico') response.writeHead(404).end();
      else {
        response.setHeader('server', 'nginx/1.25.4');
        response.setHeader('set-cookie', [
          'PHPSESSID=x; expires=Thu, 01 Jan 2099 00:00:00 GMT; path=/',
          'a=b; path=/',
        ]);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(body());
      }
    },
    { hosts: ['shop.example'], dns: 'shop.example MX 1 aspmx.l.google.com' },
  );
  world.scans.openScan = site.open;
  return { world, site, api: await startTestApi(t, { world }) };
}

test('a site is looked at, and what it is made of is kept and asked for', async (t) => {
  const { api, site } = await setUp(t, () => page('6.4.3'));
  const { status, body } = await api.send('POST', '/api/tech/scan', { url: site.url('/old') });
  t.is(status, 200);
  t.like(body, {
    domain: 'shop.example',
    url: site.url('/'),
    status: 200,
    server_ip: '127.0.0.1',
    title: 'A shop',
  });
  t.deepEqual(body.redirects, [{ url: site.url('/old'), status: 301 }]);
  t.deepEqual(body.errors, []);
  t.false(body.partial);
  const { issuer, days_until_expiry: days } = body.ssl_info as Record<string, unknown>;
  t.regex(String(issuer), /Local root/);
  t.is(days, 59);
  const found = new Map((body.technologies as Technology[]).map((one) => [one.name, one]));
  t.like(found.get('WordPress'), { version: '6.4.3', category: 'CMS', website: 'https://wordpress.org' });
  t.like(found.get('nginx'), { version: '1.25.4', evidence: 'server: nginx/1.25.4', confidence: 95 });
  for (const name of ['WooCommerce', 'PHP', 'MySQL', 'Stripe', 'Google Workspace'])
    t.true(found.has(name), name);

  t.like((await api.get('/api/tech/stats')).body, { total_websites: 1, total_detections: found.size });
  const { body: top } = await api.get('/api/tech/top?category=cms&limit=1');
  t.deepEqual(top.technologies, [{ name: 'WordPress', category: 'CMS', website_count: 1 }]);
  const { body: categories } = await api.get('/api/tech/categories');
  t.true((categories.categories as { category: string }[]).some(({ category }) => category === 'CMS'));
  t.like((await api.get('/api/tech/using/wordpress?version=6')).body, {
    technology: 'WordPress',
    count: 1,
    websites: { 0: { domain: 'shop.example', version: '6.4.3' } },
  });
  t.like((await api.get('/api/tech/using/wordpress?version=5')).body, { count: 0, websites: [] });
  t.like((await api.get('/api/tech/using/nothing')).body, { count: 0, category: null });
  t.like((await api.get('/api/tech/search?q=word')).body, { technologies: { 0: { name: 'WordPress' } } });
  t.like((await api.get('/api/tech/search?q=shop.ex')).body, { websites: { 0: { domain: 'shop.example' } } });
});

test('what changes between looks is told, kept and announced', async (t) => {
  let body = page('6.4.3', '<script src="https://plausible.io/js/script.js"></script>');
  const { api, site, world } = await setUp(t, () => body);
  const scan = async () => (await api.send('POST', '/api/tech/scan', { url: site.url() })).body;
  t.deepEqual((await scan()).changes, [], 'what is seen for the first time is no change');
  body = page('6.5.2');
  const { changes } = await scan();
  t.like(
    (changes as { technology: string }[]).toSorted((one, other) =>
      one.technology < other.technology ? -1 : 1,
    ),
    {
      length: 2,
      0: { technology: 'Plausible', change: 'removed' },
      1: { technology: 'WordPress', change: 'version', old_version: '6.4.3', new_version: '6.5.2' },
    },
  );
  const events = world.scans.published.filter(({ name }) => name === 'technology_change');
  t.deepEqual(events.length, 2);
  const { body: known } = await api.get('/api/tech/website/shop.example');
  t.like(known, { former_technologies: { 0: { name: 'Plausible' } } });
  const wordpress = (known.technologies as { name: string; versions: { version: string }[] }[]).find(
    ({ name }) => name === 'WordPress',
  )!;
  t.deepEqual(
    wordpress.versions.map(({ version }) => version),
    ['6.4.3', '6.5.2'],
  );
});

test('the tech stack of a domain is told by the same look, and counts', async (t) => {
  const { api } = await setUp(t, () => page('6.5.2'));
  const { body } = await api.get('/api/v2/intel/tech-stack/shop.example');
  const names = (body.technologies as Technology[]).map(({ name }) => name);
  t.true(names.includes('WordPress') && names.includes('Stripe'), names.join());
  t.like((await api.get('/api/tech/website/shop.example')).body, {
    domain: 'shop.example',
    server_ip: '127.0.0.1',
  });
  const { body: fingerprint } = await api.get('/api/v2/fingerprint/domain?domain=shop.example');
  t.like(fingerprint, { providers: { mail: ['Google Workspace'] } });
});

test('the scan, the tech stack and the fingerprint of one site say the same', async (t) => {
  const world = new FakeWorld();
  const site = await startLocalSite(
    t,
    (request, response) => {
      if (request.url !== '/') return void response.writeHead(404).end();
      response.setHeader('server', 'cloudflare').setHeader('x-vercel-id', 'fra1::abc').end(page('6.5.2'));
    },
    { hosts: ['one.example'], dns: 'one.example MX 1 aspmx.l.google.com\none.example TXT "v=spf1 -all"' },
  );
  world.scans.openScan = site.open;
  const api = await startTestApi(t, { world });
  const { body: scan } = await api.send('POST', '/api/tech/scan', { url: 'one.example' });
  const { body: stack } = await api.get('/api/v2/intel/tech-stack/one.example');
  const { body: fingerprint } = await api.get('/api/v2/fingerprint/domain?domain=one.example');
  t.deepEqual(stack.technologies, scan.technologies);
  t.is(stack.count, scan.count);
  const names = (category: string) =>
    (scan.technologies as Technology[]).flatMap((one) => (one.category === category ? one.name : []));
  const { cdn, hosting, mail } = fingerprint.providers as Record<string, string[]>;
  t.deepEqual([cdn, hosting, mail], [names('CDN'), names('Hosting'), names('Email')]);
  t.deepEqual([cdn, hosting, mail], [['Cloudflare'], ['Vercel'], ['Google Workspace']]);
  const { body: website } = await api.get('/api/tech/website/one.example');
  const known = website.technologies as Technology[];
  t.deepEqual(
    known.map(({ name, version }) => [name, version]).toSorted(),
    (scan.technologies as Technology[]).map(({ name, version }) => [name, version]).toSorted(),
  );
  t.true(known.every((one) => 'vulnerabilities' in one && one.vulnerabilities === null));
});

test('a site over http alone is looked at there, and one that is nowhere is an error', async (t) => {
  const world = new FakeWorld();
  const site = await startLocalSite(t, (_request, response) => void response.end(page('6.5')), {
    withoutTls: true,
  });
  world.scans.openScan = site.open;
  const api = await startTestApi(t, { world });
  const { body } = await api.send('POST', '/api/tech/scan', { url: 'www.example' });
  t.regex(String(body.url), /^http:/);
  t.is(body.ssl_info, null);
  const { body: nobody } = await api.send('POST', '/api/tech/scan', { url: 'nobody.example' });
  t.like(nobody, { url: null, server_ip: null, technologies: null, errors: { 0: { source: 'tech-stack' } } });
  t.is((await api.get('/api/tech/website/nobody.example')).status, 404);
});

test('what is no site is refused', async (t) => {
  const { api } = await setUp(t, () => '');
  for (const url of [
    '',
    'ftp://a.example/',
    'https://u:p@a.example/',
    'https://192.0.2.1/',
    'a b',
    'a@b.example',
  ]) {
    const { status, body } = await api.send('POST', '/api/tech/scan', { url });
    t.is(status, 400, url);
    t.is(body.code, 'invalid_input', url);
  }
  t.is((await api.get('/api/tech/top?limit=101')).status, 400);
  t.is((await api.get('/api/tech/search')).status, 400);
});
