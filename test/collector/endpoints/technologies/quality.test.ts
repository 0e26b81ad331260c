import { brotliCompressSync } from 'node:zlib';
import test from 'ava';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { startLocalSite } from '../../../support/scans/local-site.ts';

interface Alert {
  readonly check: string;
  readonly passed: boolean | null;
  readonly severity: string;
  readonly advice: string | null;
  readonly rule: string;
}

const good = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A good page</title>
<meta name="description" content="A page on which there is nothing to find fault with, at least nothing that can be told.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.png">
<meta property="og:title" content="a"><meta property="og:type" content="website"><meta property="og:image" content="/a.png">
<meta property="og:url" content="https://www.example/"></head><body><h1>A</h1><img src="/a.png" alt="a">
<form action="/x"><label>Name <input name="n"></label><label for="m">M</label><input id="m"></form>${'<p>text</p>'.repeat(500)}</body></html>`;
const bad = `<html><head><meta name="viewport" content="width=device-width, user-scalable=no">
<script src="http://cdn.example/a.js"></script></head><body><img src="http://cdn.example/a.png"><input name="x">
<iframe src="/f"></iframe>${'x'.repeat(1_100_000)}</body></html>`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  'cache-control': 'max-age=60',
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'set-cookie': '__Host-session=1; Secure; HttpOnly; SameSite=Lax; Path=/',
};

test('a page that is made well passes all that can be told', async (t) => {
  const world = new FakeWorld();
  let secure = '';
  const site = await startLocalSite(
    t,
    (request, response) => {
      if (request.url === '/robots.txt') {
        response.setHeader('content-type', 'text/plain').end('Sitemap: https://www.example/sitemap.xml');
      } else if (request.url === '/sitemap.xml') {
        response.setHeader('content-type', 'application/xml').end('<urlset/>');
      } else if (request.url === '/.well-known/security.txt') {
        const contact = 'Contact: mailto:a@example.com\nExpires: 2999-01-01T00:00:00Z\n';
        response.setHeader('content-type', 'text/plain').end(contact);
      } else if (request.url === '/') response.writeHead(200, headers).end(brotliCompressSync(good));
      else response.writeHead(404).end();
    },
    {
      dns: '$secure www.example\nwww.example AAAA 2001:db8::1',
      plain: (_request, response) => void response.writeHead(301, { location: secure }).end(),
    },
  );
  secure = site.url();
  world.scans.openScan = site.open;
  const api = await startTestApi(t, { world });
  const { status, body } = await api.send('POST', '/api/quality/check', { url: 'www.example' });
  t.is(status, 200);
  const alerts = body.alerts as Alert[];
  const failed = alerts.filter(({ passed }) => passed === false).map(({ check }) => check);
  t.deepEqual(failed, ['http2']);
  t.true(alerts.find(({ check }) => check === 'https_redirect')!.passed);
  t.deepEqual(body.score && (body.score as { points: number }).points, 97);
  t.true(
    alerts.every(({ severity, advice, rule }) => severity === 'info' || (advice !== null && rule !== '')),
  );
  t.is(new Set(alerts.map(({ check }) => check)).size, alerts.length, 'each check is told once');
  const question = { kind: 'email', value: 'a@example.com', match: 'exact', limit: 1, offset: 0 } as const;
  const { hits } = await world.registrationIndex.find({ ...question, after: undefined });
  t.like(hits[0], { domain: 'www.example', role: 'security_txt', source: 'security.txt' });
});

test('a page that is made badly is told what is wrong with it, and what that costs', async (t) => {
  const world = new FakeWorld();
  const site = await startLocalSite(t, (request, response) => {
    if (request.url !== '/') response.writeHead(404).end();
    else {
      response.setHeader('set-cookie', ['session=1; path=/', 'theme=dark; Secure']);
      response.setHeader('content-security-policy', "script-src * 'unsafe-inline'");
      response.setHeader('strict-transport-security', 'max-age=86400; preload');
      response.end(bad);
    }
  });
  world.scans.openScan = site.open;
  const api = await startTestApi(t, { world });
  const { body } = await api.send('POST', '/api/quality/check', { url: site.url() });
  const failed = (body.alerts as Alert[]).filter(({ passed }) => passed === false).map(({ check }) => check);
  for (const check of [
    ...[
      'page_title',
      'meta_description',
      'character_encoding',
      'doctype',
      'zoom',
      'html_lang',
      'page_size',
      'favicon',
    ],
    ...[
      'mixed_content',
      'mixed_content_images',
      'hsts_duration',
      'hsts_preload',
      'content_security_policy_unsafe',
    ],
    ...[
      'x_frame_options',
      'x_content_type_options',
      'cookies_secure',
      'cookies_http_only',
      'compression',
      'sitemap',
    ],
    ...[
      'security_txt',
      'open_graph',
      'image_alternatives',
      'form_labels',
      'headings',
      'frame_titles',
      'ipv6',
    ],
  ]) {
    t.true(failed.includes(check), check);
  }
  t.false(failed.includes('content_security_policy'));
  const { points, deductions } = body.score as {
    points: number;
    deductions: { check: string; points: number }[];
  };
  t.is(points, 0);
  t.like(deductions[0], { check: 'mixed_content', points: 50 });
  t.like(
    deductions.find(({ check }) => check === 'cookies_secure'),
    { points: 40 },
  );
});

test('of a page that can not be had nothing is told', async (t) => {
  const api = await startTestApi(t, { world: new FakeWorld() });
  const { status, body } = await api.send('POST', '/api/quality/check', { url: 'https://www.example/' });
  t.is(status, 200);
  t.like(body, {
    url: 'https://www.example/',
    status: null,
    alerts: [],
    score: null,
    errors: { 0: { source: 'quality' } },
  });
});
