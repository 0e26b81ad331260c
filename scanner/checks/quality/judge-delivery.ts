import { RobotsTxt } from '../../protocols/web/robots-txt.ts';
import { isContactUri, readSecurityTxt } from '../../protocols/web/security-txt.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { isPlainText, isWholePage, type QualityFacts, type SiteFile } from './site-facts.ts';

const delivery = alertsOf('delivery');
const discovery = alertsOf('discovery');
const accessibility = alertsOf('accessibility');
/** Below it compression saves nothing worth having. */
const worthPacking = 1_400;

/** Judges the delivery of the page: versions of HTTP, compression, caching, redirects. */
export function judgeDelivery({ visit, session }: QualityFacts): QualityAlert[] {
  const { headers, octets, received } = visit;
  const encoding = headers['content-encoding']
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one.toLowerCase() !== 'identity')
    .join(', ');
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
      passed: encoding ? true : octets < worthPacking ? null : false,
      message: !encoding
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
export function judgeDiscovery(facts: QualityFacts): QualityAlert[] {
  const { visit, page, files } = facts;
  const { robots, securityTxt } = files;
  const graph = ['og:title', 'og:type', 'og:image', 'og:url'].filter(
    (name) => !page.metas.some((meta) => meta.name === name),
  );
  const { pathname, search } = new URL(visit.url);
  const isKeptOut =
    robots !== null && isPlainText(robots) && !new RobotsTxt(robots.text).allows(pathname + search);
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
    judgeSitemap(files),
    judgeSecurityTxt(securityTxt, facts),
    discovery('open_graph', 'The Open Graph protocol', {
      passed: graph.length === 0 ? true : isWholePage(facts) ? false : null,
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
    discovery('indexing', 'Robots meta tag and X-Robots-Tag; RFC 9309', {
      passed: isHidden || isKeptOut ? null : true,
      message: isHidden
        ? 'The page asks not to be indexed.'
        : isKeptOut
          ? 'robots.txt keeps crawlers from reading the page.'
          : 'Nothing forbids indexing the page.',
      evidence: indexing.trim() || (isKeptOut ? robots.url : null),
    }),
  ];
}

/** What robots.txt names is what crawlers read; without it they look at the usual place. */
function judgeSitemap({ robots, sitemap, namedSitemap }: QualityFacts['files']): QualityAlert {
  const isOfHtml = /^text\/html\b/i.test(sitemap?.type ?? '');
  const isThere =
    sitemap?.status === 200 &&
    !isOfHtml &&
    (namedSitemap !== null || /<(?:urlset|sitemapindex)\b/i.test(sitemap.text));
  // Either may name it: what could not be asked for may have.
  const isUnknown = sitemap === null || robots === null;
  return discovery('sitemap', 'sitemaps.org', {
    passed: isThere ? true : isUnknown ? null : false,
    message: isThere
      ? 'There is a sitemap.'
      : isUnknown
        ? 'Not all could be asked for that may be or name a sitemap.'
        : namedSitemap === null
          ? 'There is no sitemap.'
          : `The sitemap that robots.txt names was answered with status ${sitemap.status} and the type ${sitemap.type.slice(0, 60) || 'none'}.`,
    evidence: namedSitemap ?? (isThere ? sitemap.url : null),
    advice: 'Publish a sitemap and name it in robots.txt.',
    weight: 1,
  });
}

function judgeSecurityTxt(file: SiteFile, { visit, now }: QualityFacts): QualityAlert {
  const { contacts, expires, expiresAt } = readSecurityTxt(file?.text ?? '');
  const isThere = file !== null && isPlainText(file) && contacts.length > 0;
  const fault = !isThere
    ? 'There is no security.txt: who finds a fault does not learn whom to tell.'
    : visit.url.startsWith('https:') && !file.url.startsWith('https:')
      ? 'security.txt does not come over https, as it must.'
      : !contacts.every(isContactUri)
        ? 'security.txt has a contact that is no URI, such as mailto: or https:.'
        : expires === undefined
          ? 'security.txt does not say when it expires, which it must.'
          : expiresAt === undefined
            ? 'security.txt does not say once, as a date and time of RFC 3339, when it expires.'
            : expiresAt <= now
              ? 'security.txt has expired.'
              : undefined;
  return discovery('security_txt', 'RFC 9116', {
    passed: file === null ? null : fault === undefined,
    message:
      file === null
        ? 'security.txt could not be asked for.'
        : (fault ?? `security.txt holds until ${new Date(expiresAt!).toISOString().slice(0, 10)}.`),
    evidence: isThere ? `${file.url} ${expires ?? ''}`.trim() : null,
    advice: 'Publish /.well-known/security.txt with Contact and a future Expires.',
    weight: 2,
  });
}

/** Judges the accessibility of the page, as far as its HTML shows it without rendering. */
export function judgeAccessibility(facts: QualityFacts): QualityAlert[] {
  const {
    images,
    imagesWithoutAlternative,
    fields,
    fieldsWithoutLabel,
    firstLevelHeadings,
    framesWithoutTitle,
    links,
    linksWithoutName,
    buttons,
    buttonsWithoutName,
  } = facts.page.accessibility;
  const isWhole = isWholePage(facts);
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
      passed: fields === 0 || !isWhole ? null : fieldsWithoutLabel === 0,
      message:
        fields === 0 ? 'The page has no fields.' : `${fieldsWithoutLabel} of ${fields} fields have no label.`,
      advice: 'Give every field a label element or aria-label.',
      weight: 5,
    }),
    accessibility('headings', 'WCAG 2.2, success criterion 1.3.1', {
      passed: firstLevelHeadings > 0 ? true : isWhole ? false : null,
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
    accessibility('link_names', 'WCAG 2.2, success criterion 2.4.4', {
      passed: links === 0 ? null : linksWithoutName === 0,
      message:
        links === 0
          ? 'The page has no links.'
          : `${linksWithoutName} of ${links} links have nothing that says where they lead.`,
      advice: 'Give every link a text, an image with an alternative text, or aria-label.',
      weight: 3,
    }),
    accessibility('button_names', 'WCAG 2.2, success criterion 4.1.2', {
      passed: buttons === 0 ? null : buttonsWithoutName === 0,
      message:
        buttons === 0
          ? 'The page has no buttons.'
          : `${buttonsWithoutName} of ${buttons} buttons have nothing that says what they do.`,
      advice: 'Give every button a text or aria-label.',
      weight: 3,
    }),
  ];
}
