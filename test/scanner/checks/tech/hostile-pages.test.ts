import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { visitPage } from '../../../../scanner/checks/site/visit-site.ts';
import { detect } from '../../../../scanner/checks/tech/engine/detect.ts';
import { operatorRules } from '../../../../scanner/checks/tech/engine/operator-signs.ts';
import { signsOfFile } from '../../../../scanner/checks/tech/engine/own-signs.ts';
import { createRuleSet } from '../../../../scanner/checks/tech/engine/rule-set.ts';
import { ruleFiles } from '../../../../scanner/checks/tech/rules/index.ts';
import type { SiteEvidence } from '../../../../scanner/ports/web-page.ts';
import { processorTime } from '../../../support/loads/slowness.ts';
import { startLocalSite } from '../../../support/scans/local-site.ts';

/** Patterns that make an engine that backtracks take time beyond all measure. */
const explosive = operatorRules([
  {
    Explosive: {
      cats: [1],
      html: ['<div[^>]+class="[^"]*(?:[a-z]+\\s*)+widget[^"]*"', '(?:<a[^>]*>\\s*)+prefix-end'],
      scripts: ['(a+)+b-literal', '(?:x|x)*y-literal'],
      scriptSrc: '(?:[a-z0-9]+[./-]?)+-literal\\.js\\;version:\\1',
    },
  },
]);
const rules = createRuleSet([ruleFiles.flatMap(signsOfFile), explosive.signs]);
const nothing: Omit<SiteEvidence, 'html'> = {
  url: 'https://www.example/',
  headers: {},
  setCookies: [],
  dns: {},
  icons: [],
  certificateIssuer: null,
};
const megabyte = 1_024 * 1_024;

const pages: Readonly<Record<string, string>> = {
  'prefixes that explode': `${'<div class="widget '.repeat(30_000)}${'<a>'.repeat(50_000)}prefix-en`,
  'scripts that explode': `<script>${'a'.repeat(100_000)}b-litera${'x'.repeat(100_000)} y-literal b-literal</script>`,
  'URLs that explode': `<script src="${'a.'.repeat(1_000)}-literal.j"></script>`.repeat(400),
  '100,000 tags within each other': '<b>'.repeat(100_000),
  '100,000 tags that are closed in the wrong order': `${'<b><i>'.repeat(50_000)}${'</b>'.repeat(100_000)}`,
  'attributes without end': `<div ${'a="b" '.repeat(300_000)}`,
  'one attribute without end': `<script src="${'a'.repeat(2 * megabyte)}`,
  'comments without end': '<!--'.repeat(300_000),
  'entities without end': '&amp;&#x2F;&lt'.repeat(200_000),
  'literals of all rules': rules.indexed
    .map(({ matcher }) => `<script src="${matcher!.literals![0]}">`)
    .join('')
    .repeat(20),
  'letters that grow in lower case':
    `<script src="${'İ'.repeat(1_000)}/jquery-3.7.1.min.js"></script>`.repeat(500),
  'no text at all': '\0'.repeat(2 * megabyte),
};

for (const [name, html] of Object.entries(pages)) {
  test(`a page of ${name} ends in time`, (t) => {
    const budget = 1_000;
    const began = performance.now();
    const { technologies } = detect({ ...nothing, html }, rules, budget);
    // Far above what is meant: this machine may be busy. Exponential time would be hours.
    t.true(performance.now() - began < 30_000);
    t.true(technologies.length < 2_000);
  });
}

const repeated: Readonly<Record<string, string>> = {
  'a start that is tried again and again': '<div class="widget ',
  'tags within each other': '<b>',
  'scripts with almost a literal': '<script src="/jquery-3.7.1.min.j"></script>',
  'scripts with a literal':
    '<script src="/wp-content/plugins/woocommerce/jquery-3.7.1.min.js?ver=1"></script>',
  attributes: '<div a="b" c=d e>',
  'text in a script': '<script>aaaaaaaaaab-literal xxxxxxx</script>',
  comments: '<!-- powered by -->',
  entities: '&amp;&#x2F;',
};

for (const [name, piece] of Object.entries(repeated)) {
  test.serial(`twice as much of ${name} takes twice as long`, (t) => {
    const best = (octets: number) => {
      const html = piece.repeat(octets / piece.length);
      return Math.min(
        ...Array.from({ length: 4 }, () => {
          const before = processorTime();
          detect({ ...nothing, html }, rules, 60_000);
          return processorTime() - before;
        }),
      );
    };
    best(100_000);
    const [once, twice, eightfold] = [best(100_000), best(200_000), best(800_000)];
    t.true(twice <= 3 * once + 20, `${once} ms, then ${twice} ms`);
    t.true(eightfold <= 12 * once + 80, `${once} ms, then ${eightfold} ms`);
  });
}

test('what is left when the time is over is told as partial', (t) => {
  t.true(detect({ ...nothing, html: pages['100,000 tags within each other']! }, rules, 0).partial);
  t.false(detect({ ...nothing, html: '<p>short</p>' }, rules).partial);
});

async function visit(t: ExecutionContext, handle: RequestListener, most = megabyte) {
  const site = await startLocalSite(t, handle, { withoutTls: true });
  const visited = await visitPage(
    'http://www.example/',
    site.open(AbortSignal.timeout(30_000)),
    'test',
    most,
  );
  if ('code' in visited) throw new Error(visited.message);
  return visited;
}

test('a gzip bomb is unpacked as far as a page is read, and no further', async (t) => {
  const bomb = gzipSync(Buffer.alloc(100 * megabyte));
  const { octets, received, cut } = await visit(t, (_request, response) => {
    response.setHeader('content-encoding', 'gzip').end(bomb);
  });
  t.is(octets, megabyte);
  t.true(received <= bomb.length);
  t.true(cut);
});

test('a stream that does not end is hung up on', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { octets, cut } = await visit(t, (_request, response) => {
    const chunk = Buffer.alloc(64 * 1_024, 'a');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more).on('close', () => closed.resolve());
    more();
  });
  t.is(octets, megabyte);
  t.true(cut);
  await closed.promise;
});

test('what breaks off, lies about its coding or comes in an odd charset is read as far as it goes', async (t) => {
  const broken = await visit(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('<title>a</title>', () => response.destroy());
  });
  t.like(broken, { html: '<title>a</title>', cut: true });
  const lying = await visit(t, (_request, response) => {
    response.setHeader('content-encoding', 'br').end('this is no Brotli');
  });
  t.like(lying, { html: '', cut: true });
  const odd = await visit(t, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=nonsense').end('<title>ä</title>');
  });
  t.is(odd.html, '<title>ä</title>');
  const utf16 = await visit(t, (_request, response) => {
    response.end(Buffer.from('\ufeff<title>ä</title>', 'utf16le'));
  });
  t.is(utf16.html, '<title>ä</title>');
});

test('redirects that go round are an error', async (t) => {
  const site = await startLocalSite(
    t,
    (_request, response) => void response.writeHead(302, { location: '/' }).end(),
    {
      withoutTls: true,
    },
  );
  const visited = await visitPage('http://www.example/', site.open(AbortSignal.timeout(30_000)), 'test');
  t.like(visited, { source: 'test', code: 'refused' });
});
