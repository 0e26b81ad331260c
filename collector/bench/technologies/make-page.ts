import type { SiteEvidence } from '@sonde/scanner/ports/web-page.ts';
import { numbered } from '../pseudo-random.ts';
import { siteWords } from '../site-words.ts';
import { productDomain, productName } from './make-rules.ts';

const scripts = 60;
const styles = 25;
/** Of the products that rules are made for, those that the page has something of. */
const used = 12;

/** Makes a page as shops have it: many scripts and styles, a large piece of JSON, and lists of products. */
export function makeSite(octets: number): SiteEvidence {
  const random = numbered(octets, 3);
  const words = (count: number) =>
    Array.from({ length: count }, () => siteWords.plain[random.below(siteWords.plain.length)]).join(' ');
  const product = (index: number) => index * 131;
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="generator" content="WordPress 6.5.2"><meta name="description" content="A shop">',
    ...Array.from(
      { length: styles },
      (_, at) =>
        `<link rel='stylesheet' id='part-${at}-css' href='/wp-content/plugins/${words(1)}/style-${at}.min.css?ver=${at}.2' media='all' />`,
    ),
    ...Array.from({ length: scripts }, (_, at) =>
      at < used
        ? `<script async src="https://cdn.${productDomain(product(at))}/${productName(product(at))}-${at}.4.1.min.js"></script>`
        : `<script src="https://www.shop.example/wp-content/plugins/${words(1)}-${at}/assets/js/${words(1)}.min.js?ver=${at}.1.3" id="part-${at}-js"></script>`,
    ),
    `<script>window.dataLayer = window.dataLayer || []; ${productName(product(used))}.init({"id": 7});</script>`,
  ].join('\n');
  const state = Array.from(
    { length: Math.floor(octets / 900) },
    (_, at) => `{"id":${at},"title":"${words(4)}","price":${random.below(9_000)},"image":"/img/${at}.jpg"}`,
  ).join(',');
  let body = `<script type="application/json" id="state">[${state}]</script>`;
  for (let at = 0; head.length + body.length < octets; at++) {
    body += `<div class="card product type-product post-${at}" data-id="${at}"><a href="/product/${at}?ref=list" class="link">
<img src="/img/${at}.jpg" alt="${words(3)}" loading="lazy" width="300" height="300"><h3 class="title">${words(4)}</h3></a>
<p>${words(24)}</p><span class="price"><bdi>${random.below(900)}</bdi></span></div>\n`;
  }
  return {
    url: 'https://www.shop.example/',
    headers: {
      server: 'nginx/1.24.0',
      'x-powered-by': 'PHP/8.2.7',
      'content-type': 'text/html; charset=utf-8',
      'strict-transport-security': 'max-age=31536000',
      link: '<https://www.shop.example/wp-json/>; rel="https://api.w.org/"',
      'content-security-policy': `script-src 'self' ${Array.from({ length: 30 }, (_, at) => `*.${productDomain(product(at))}`).join(' ')}`,
    },
    setCookies: ['PHPSESSID=0123456789abcdef; path=/; HttpOnly', 'cart=1; path=/'],
    html: `<!DOCTYPE html>\n<html lang="en-US">\n<head>\n<title>A shop</title>\n${head}\n</head>\n<body class="home">\n${body}</body>\n</html>\n`,
    dns: { TXT: ['v=spf1 -all', `${productName(9)}-verification=1`], MX: ['10 mail.shop.example'] },
    icons: [],
    certificateIssuer: null,
  };
}
