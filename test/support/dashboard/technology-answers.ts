import type { BrowserContext } from 'playwright-core';
import type { AnswerOf } from '../../../client/operation-types.ts';

type Website = AnswerOf<'GET /api/tech/website/{domain}'>;
const first = '2026-01-02T03:04:05.000Z';
const last = '2026-06-07T08:09:10.000Z';

function technology(name: string, category: string, more: Partial<Website['technologies'][number]> = {}) {
  return {
    ...{
      name,
      category,
      subcategory: null,
      version: null,
      confidence: 100,
      website: '',
      vulnerabilities: null,
    },
    ...{
      evidence: `header server: ${name}`,
      first_seen: first,
      last_seen: last,
      gone_at: null,
      versions: [],
    },
    ...more,
  };
}

const jquery = technology('jQuery', 'JavaScript', {
  version: '1.8.3',
  evidence: `script https://cdn.example/${'assets/'.repeat(12)}jquery-1.8.3.min.js`,
  vulnerabilities: [
    { id: 'CVE-0000-0001', severity: 'medium', summary: 'Markup of others is run as a script.' },
    { id: 'GHSA-0000', severity: 'high', summary: 'Options of a request can be forged.' },
  ],
});

/** A site in which everything occurs that the page has a form for. */
function website(domain: string): Website {
  return {
    domain,
    url: `https://${domain}/`,
    server_ip: '192.0.2.1',
    title: 'A shop',
    first_scanned: first,
    last_scanned: last,
    count: 3,
    technologies: [
      technology('WordPress', 'CMS', { version: '6.5', confidence: 75 }),
      jquery,
      technology('nginx', 'Web servers'),
    ],
    former_technologies: [technology('Matomo', 'Analytics', { gone_at: last, version: '5.0' })],
    changes: [
      {
        technology: 'WordPress',
        category: 'CMS',
        change: 'version',
        old_version: '6.4',
        new_version: '6.5',
        at: last,
      },
      {
        technology: 'Matomo',
        category: 'Analytics',
        change: 'removed',
        old_version: '5.0',
        new_version: null,
        at: last,
      },
      {
        technology: 'nginx',
        category: 'Web servers',
        change: 'added',
        old_version: null,
        new_version: null,
        at: first,
      },
    ],
  };
}

const quality: AnswerOf<'POST /api/quality/check'> = {
  url: 'https://example.com/',
  status: 200,
  alerts: [
    alert('title', 'page', 0, true, 'The page has a title.'),
    alert('favicon', 'page', 0, false, 'The page has no icon.'),
    alert('content_security_policy', 'security', 25, false, 'There is no Content-Security-Policy.'),
  ],
  score: { points: 75, deductions: [{ check: 'content_security_policy', points: 25 }], groups: [] },
  partial: true,
  errors: [{ source: 'quality', code: 'timeout', message: 'robots.txt did not come in time.' }],
};

function alert(check: string, group: 'page' | 'security', weight: number, passed: boolean, message: string) {
  const severity = weight > 0 ? ('warning' as const) : ('info' as const);
  return {
    check,
    group,
    weight,
    passed,
    message,
    severity,
    rule: 'HTTP Observatory',
    evidence: 'none',
    advice: 'Send one.',
  };
}

/** Answers a browser's questions about technologies so: the collector of a test has no site to look at. */
export async function answerTechnologies(context: BrowserContext): Promise<void> {
  await context.route('**/api/tech/website/*', (route) => {
    const domain = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1)!);
    return route.fulfill({ json: website(domain) });
  });
  await context.route('**/api/quality/check', (route) => route.fulfill({ json: quality }));
  const used = [
    { name: 'WordPress', category: 'CMS', website_count: 1_204 },
    { name: 'jQuery', category: 'JavaScript', website_count: 980 },
    { name: 'nginx', category: 'Web servers', website_count: 33 },
  ];
  await context.route('**/api/tech/top?*', (route) => route.fulfill({ json: { technologies: used } }));
  await context.route('**/api/tech/stats', (route) =>
    route.fulfill({
      json: {
        total_websites: 1_400,
        total_technologies: 3,
        total_categories: 3,
        total_detections: 2_217,
        last_scan: last,
      },
    }),
  );
  const websites = ['shop.example.com', 'word.example.net'].map((domain) => ({
    domain,
    technology_count: 12,
    last_scanned: last,
  }));
  await context.route('**/api/tech/search?*', (route) =>
    route.fulfill({ json: { query: 'word', count: 3, technologies: used.slice(0, 1), websites } }),
  );
  await context.route('**/api/tech/using/*', (route) =>
    route.fulfill({
      json: {
        ...{ technology: 'jQuery', category: 'JavaScript', count: 980, limit: 200, offset: 0 },
        websites: ['shop.example.com', `${'long-name-of-a-site-'.repeat(3)}.example.net`].map((domain) => ({
          ...{ domain, version: '1.8.3', confidence: 100, first_seen: first, last_seen: last },
        })),
      },
    }),
  );
}
