import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import test from 'ava';
import { checkQuality } from '../../../../scanner/checks/quality/check-quality.ts';
import { startLocalSite } from '../../../support/scans/local-site.ts';
import { type QualityCase, qualityCases } from './quality-cases.ts';
import { faultySites } from './quality-faulty-sites.ts';
import { soundSites } from './quality-sound-sites.ts';

const good = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A good page</title>
<meta name="description" content="A page on which there is nothing to find fault with, at least nothing that can be told.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.png">
<meta property="og:title" content="a"><meta property="og:type" content="website"><meta property="og:image" content="/a.png">
<meta property="og:url" content="https://www.example/"><script src="/a.js"></script></head><body><h1>A</h1><img src="/a.png" alt="a">
<form action="/x"><label>Name <input name="n"></label></form>${'<p>text</p>'.repeat(200)}</body></html>`;
const goodHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  'cache-control': 'max-age=60',
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const files = {
  '/robots.txt': ['text/plain', 'Sitemap: https://www.example/sitemap.xml'],
  '/sitemap.xml': ['application/xml', '<urlset/>'],
  '/.well-known/security.txt': [
    'text/plain',
    'Contact: mailto:a@example.com\nExpires: 2999-01-01T00:00:00Z\n',
  ],
} as const;
/** The lab's server speaks HTTP/1.1. */
const ofTheLab = { http2: 3 };

for (const one of [...qualityCases, ...faultySites, ...soundSites]) {
  // One after the other: a small file that is late on a busy machine would not be told of.
  test.serial(`${one.name} costs what it has to`, async (t) => {
    const {
      status = 200,
      http,
      withoutTls,
      isUntrusted,
      redirects,
      dns = '$secure www.example\nwww.example AAAA 2001:db8::1',
    } = one;
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      const file =
        (one.files as Record<string, readonly [string, string]>)?.[request.url!] ?? known(request.url!);
      if (file !== undefined) response.setHeader('content-type', file[0]).end(file[1]);
      else if (redirects?.[request.url!] !== undefined)
        response.writeHead(302, { location: redirects[request.url!]! }).end();
      else if (request.url !== '/') response.writeHead(404).end();
      else {
        const headers = headersOf(one);
        const page = pageOf(one);
        response
          .writeHead(status, headers)
          .end(headers['content-encoding'] === 'br' ? brotliCompressSync(page) : page);
      }
    };
    let secure = '';
    const site = await startLocalSite(t, answer, {
      hosts: ['www.example', 'other.example'],
      dns,
      ...(withoutTls && { withoutTls }),
      ...(isUntrusted && { isUntrusted }),
      plain:
        http === 'nowhere'
          ? null
          : withoutTls || isUntrusted || http === 'stays'
            ? answer
            : (request, response) => {
                const isFirst = http === 'by http' && request.url === '/';
                response.writeHead(301, { location: isFirst ? '/again' : secure }).end();
              },
    });
    secure = site.url('/', http === 'other host' ? 'other.example' : 'www.example');
    const { alerts, score, errors } = await checkQuality(
      {
        domain: 'www.example',
        url: withoutTls || isUntrusted ? undefined : `https://www.example${one.path ?? '/'}`,
      },
      site.open(AbortSignal.timeout(30_000)),
    );
    t.deepEqual(
      errors.map(({ code }) => code),
      isUntrusted ? ['untrusted'] : [],
    );
    const failed = alerts.filter(({ passed }) => passed === false);
    const costs = Object.fromEntries(
      failed.filter(({ weight }) => weight > 0).map(({ check, weight }) => [check, weight]),
    );
    const expected = { ...one.costs, ...(withoutTls || isUntrusted ? {} : ofTheLab) };
    t.deepEqual(costs, expected);
    t.deepEqual(
      failed.filter(({ weight }) => weight === 0).map(({ check }) => check),
      one.noted ?? [],
    );
    t.is(score!.points, Math.max(0, 100 - Object.values(expected).reduce((sum, points) => sum + points, 0)));
    const toldAs = (check: string) => alerts.find((alert) => alert.check === check)!.passed;
    for (const check of one.unknown ?? []) t.is(toldAs(check), null, check);
    for (const check of one.passed ?? []) t.is(toldAs(check), true, check);
    for (const { check, advice, evidence, rule, passed } of alerts) {
      t.true(rule !== '' && (passed !== false || advice !== null), check);
      t.true(evidence === null || evidence !== '', check);
    }
  });
}

function known(path: string): readonly [string, string] | undefined {
  return (files as Record<string, readonly [string, string]>)[path];
}

function headersOf({ headers = {} }: QualityCase): Record<string, string | string[]> {
  const all = Object.entries({ ...goodHeaders, ...headers });
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : [...value]]],
    ),
  );
}

function pageOf({ page = [], html }: QualityCase): string {
  return (
    html ??
    page.reduce((text, [part, other]) => {
      if (!text.includes(part)) throw new Error(`The good page has no ${part}.`);
      return text.replace(part, other);
    }, good)
  );
}
