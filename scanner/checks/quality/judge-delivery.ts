import { readSecurityTxt } from '../../protocols/web/security-txt.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { isPlainText, type QualityFacts, type SiteFile } from './site-facts.ts';

const delivery = alertsOf('delivery');
const discovery = alertsOf('discovery');
const accessibility = alertsOf('accessibility');
/** Below it compression saves nothing worth having. */
const worthPacking = 1_400;

/** Judges the delivery of the page: versions of HTTP, compression, caching, redirects. */
export function judgeDelivery({ visit, session }: QualityFacts): QualityAlert[] {
  const { headers, octets, received } = visit;
  const encoding = headers['content-encoding'];
  const isOnHttps = visit.url.startsWith('https:');
  const offersThree = /(?:^|[,\s])h3(?:-\d+)?=/.test(headers['alt-svc'] ?? '');
  const caching = headers['cache-control'];
  const validator = headers.etag ?? headers['last-modified'];
  return [
    delivery('status', 'RFC 9110 section 15', {
      passed: visit.status < 400,
      message: `The page was answered with status ${visit.status}.`,
      evidence: visit.url,
      advice: 'Mend the page, or check another one.',
      weight: 20,
    }),
    delivery('http2', 'RFC 9113', {
      passed: !isOnHttps || session === null ? null : session.alpn === 'h2',
      message:
        session === null
          ? 'No handshake was seen.'
          : session.alpn === 'h2'
            ? 'The server offers HTTP/2.'
            : 'The server does not offer HTTP/2.',
      evidence: session?.alpn,
      advice: 'Switch HTTP/2 on.',
      weight: 3,
    }),
    delivery('http3', 'RFC 9114', {
      passed: offersThree ? true : null,
      message: offersThree ? 'The server offers HTTP/3.' : 'The server does not offer HTTP/3 by Alt-Svc.',
      evidence: headers['alt-svc'],
    }),
    delivery('compression', 'RFC 9110 section 8.4', {
      passed: encoding !== undefined ? true : octets < worthPacking ? null : false,
      message:
        encoding === undefined
          ? 'The page is not compressed.'
          : `The page is compressed by ${encoding.slice(0, 20)}: ${received} octets for ${octets}.`,
      evidence: encoding,
      advice: 'Compress text by Brotli, Zstandard or gzip.',
      weight: 5,
    }),
    delivery('caching', 'RFC 9111', {
      passed: caching !== undefined || validator !== undefined || headers.expires !== undefined,
      message:
        caching === undefined
          ? validator === undefined
            ? 'Nothing says how long the page may be kept.'
            : 'The page can be asked for again by its validator.'
          : `Cache-Control is "${caching.slice(0, 100)}".`,
      evidence: caching ?? validator,
      advice: 'Send Cache-Control, and an ETag or Last-Modified.',
      weight: 2,
    }),
    delivery('redirects', 'Each redirect costs a round trip', {
      passed: visit.redirects.length <= 2,
      message: `${visit.redirects.length} redirects led to the page.`,
      evidence: visit.redirects.map(({ url, status }) => `${url} ${status}`).join(', ') || null,
      advice: 'Lead to the page by one redirect.',
      weight: 2,
    }),
  ];
}

/** Judges the files and tags that search engines, people who report faults, and other sites look for. */
export function judgeDiscovery({ visit, page, files, now }: QualityFacts): QualityAlert[] {
  const { robots, sitemap, securityTxt } = files;
  const named =
    robots === null || !isPlainText(robots) ? undefined : /^sitemap:\s*(\S+)/im.exec(robots.text)?.[1];
  const hasSitemap =
    named !== undefined || (sitemap?.status === 200 && /<(?:urlset|sitemapindex)\b/i.test(sitemap.text));
  const graph = ['og:title', 'og:type', 'og:image', 'og:url'].filter(
    (name) => !page.metas.some((meta) => meta.name === name),
  );
  const isPartial = page.partial || visit.cut;
  const indexing = `${visit.headers['x-robots-tag'] ?? ''} ${page.metas.find(({ name }) => name === 'robots')?.content ?? ''}`;
  const isHidden = /noindex|(?:^|[\s,])none(?:[\s,]|$)/i.test(indexing);
  const canonical = page.links.find(({ rel }) => rel === 'canonical')?.href;
  return [
    discovery('robots_txt', 'RFC 9309', {
      passed:
        robots === null
          ? null
          : isPlainText(robots) || robots.status === 404
            ? robots.status === 404
              ? null
              : true
            : false,
      message:
        robots === null
          ? 'robots.txt could not be asked for.'
          : isPlainText(robots)
            ? 'There is a robots.txt.'
            : robots.status === 404
              ? 'There is no robots.txt: everything may be crawled.'
              : `robots.txt was answered with status ${robots.status} and the type ${robots.type || 'none'}.`,
      evidence: robots?.url,
      advice: 'Answer /robots.txt as plain text, or with 404.',
      weight: 2,
    }),
    discovery('sitemap', 'sitemaps.org', {
      // Either may name it: what could not be asked for may have.
      passed: hasSitemap ? true : sitemap === null || robots === null ? null : false,
      message: hasSitemap
        ? 'There is a sitemap.'
        : sitemap === null || robots === null
          ? 'Not all could be asked for that may name a sitemap.'
          : 'There is no sitemap.',
      evidence: named ?? (hasSitemap ? sitemap?.url : null),
      advice: 'Publish a sitemap and name it in robots.txt.',
      weight: 1,
    }),
    judgeSecurityTxt(securityTxt, now),
    discovery('open_graph', 'The Open Graph protocol', {
      passed: graph.length === 0 ? true : isPartial ? null : false,
      message:
        graph.length === 0
          ? 'The page says how it is shown where it is shared.'
          : `The page lacks ${graph.join(', ')}.`,
      evidence: graph.join(', '),
      advice: 'Add the missing properties.',
      weight: 1,
    }),
    discovery('canonical', 'RFC 6596', {
      passed: canonical !== undefined ? true : null,
      message:
        canonical === undefined
          ? 'The page names no canonical address.'
          : 'The page names its canonical address.',
      evidence: canonical,
    }),
    discovery('indexing', 'Robots meta tag and X-Robots-Tag', {
      passed: isHidden ? null : true,
      message: isHidden ? 'The page asks not to be indexed.' : 'Nothing forbids indexing the page.',
      evidence: indexing.trim() || null,
    }),
  ];
}

function judgeSecurityTxt(file: SiteFile, now: number): QualityAlert {
  const { contacts, expires, expiresAt } = readSecurityTxt(file?.text ?? '');
  const isThere = file !== null && isPlainText(file) && contacts.length > 0;
  const isCurrent = isThere && expiresAt !== undefined && expiresAt > now;
  return discovery('security_txt', 'RFC 9116', {
    passed: file === null ? null : isCurrent,
    message: !isThere
      ? file === null
        ? 'security.txt could not be asked for.'
        : 'There is no security.txt: who finds a fault does not learn whom to tell.'
      : expiresAt === undefined
        ? 'security.txt does not say when it expires, which it must.'
        : isCurrent
          ? `security.txt holds until ${new Date(expiresAt).toISOString().slice(0, 10)}.`
          : 'security.txt has expired.',
    evidence: isThere ? `${file.url} ${expires ?? ''}`.trim() : null,
    advice: 'Publish /.well-known/security.txt with Contact and a future Expires.',
    weight: 2,
  });
}

/** Judges the accessibility of the page, as far as its HTML shows it without rendering. */
export function judgeAccessibility({ visit, page }: QualityFacts): QualityAlert[] {
  const {
    images,
    imagesWithoutAlternative,
    fields,
    fieldsWithoutLabel,
    firstLevelHeadings,
    framesWithoutTitle,
  } = page.accessibility;
  const isPartial = page.partial || visit.cut;
  return [
    accessibility('image_alternatives', 'WCAG 2.2, success criterion 1.1.1', {
      passed: images === 0 ? null : imagesWithoutAlternative === 0,
      message:
        images === 0
          ? 'The page has no images.'
          : `${imagesWithoutAlternative} of ${images} images have no alternative text.`,
      advice: 'Give every image an alt attribute, an empty one where it only decorates.',
      weight: 5,
    }),
    accessibility('form_labels', 'WCAG 2.2, success criteria 1.3.1 and 4.1.2', {
      passed: fields === 0 || isPartial ? null : fieldsWithoutLabel === 0,
      message:
        fields === 0 ? 'The page has no fields.' : `${fieldsWithoutLabel} of ${fields} fields have no label.`,
      advice: 'Give every field a label element or aria-label.',
      weight: 5,
    }),
    accessibility('headings', 'WCAG 2.2, success criterion 1.3.1', {
      passed: firstLevelHeadings > 0 ? true : isPartial ? null : false,
      message: `The page has ${firstLevelHeadings} headings of the first level.`,
      advice: 'Give the page an h1.',
      weight: 1,
    }),
    accessibility('frame_titles', 'WCAG 2.2, success criterion 4.1.2', {
      passed: framesWithoutTitle === 0,
      message:
        framesWithoutTitle === 0 ? 'No frame lacks a title.' : `${framesWithoutTitle} frames have no title.`,
      advice: 'Give every iframe a title.',
      weight: 2,
    }),
  ];
}
