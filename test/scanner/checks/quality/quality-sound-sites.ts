import type { QualityCase } from './quality-cases.ts';

const policy = 'content-security-policy';
const image = '<img src="/a.png" alt="a">';

/** Sites that are sound in ways other than the good page is: nothing is to be found fault with. */
export const soundSites: readonly QualityCase[] = [
  {
    name: 'old addresses that the policy turns into https',
    headers: { [policy]: "default-src 'self' a.example; frame-ancestors 'none'; upgrade-insecure-requests" },
    page: [[image, '<img src="http://a.example/a.png" alt="a">']],
    costs: {},
    passed: ['mixed_content_images'],
  },
  {
    name: 'a loose policy of the server and a strict one of the page',
    headers: { [policy]: "frame-ancestors 'self'; object-src 'none'" },
    page: [
      [
        '<meta charset="utf-8">',
        `<meta charset="utf-8"><meta http-equiv="${policy}" content="default-src 'self'">`,
      ],
    ],
    costs: {},
    passed: ['content_security_policy_unsafe', 'x_frame_options'],
  },
  {
    name: 'cookies that are taken away, renewed, or of no session',
    headers: {
      'set-cookie': [
        'sessionid=; Max-Age=0; Path=/',
        'old_token=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        'PHPSESSID=a; Path=/',
        'PHPSESSID=b; Path=/; Secure; HttpOnly; SameSite=Lax',
        'sidebar=open; Secure',
        'author=ann; Secure',
      ],
    },
    costs: {},
    passed: ['cookies_secure', 'cookies_http_only', 'cookies_same_site'],
  },
  {
    name: 'TLSA records of the certificate that is served, and of the next one',
    dns: `$secure www.example\nwww.example AAAA 2001:db8::1
_443._tcp.www.example TLSA 3 0 1 {certificate}\n_443._tcp.www.example TLSA 3 1 1 ${'cd'.repeat(32)}`,
    costs: {},
    passed: ['dane', 'dnssec'],
  },
  {
    name: 'TLSA records beside an authority',
    dns: '$secure www.example\nwww.example AAAA 2001:db8::1\n_443._tcp.www.example TLSA 1 0 1 {certificate}',
    costs: {},
    passed: ['dane'],
  },
  {
    name: 'an interface for programs',
    headers: { 'content-type': 'application/json', 'content-encoding': null },
    html: '{"status":"ok"}',
    costs: {},
    unknown: ['page_title', 'html_lang', 'viewport', 'headings', 'open_graph', 'compression'],
  },
  {
    name: 'an encoding by its mark alone, and a language with its country',
    headers: { 'content-type': 'text/html' },
    page: [
      ['<!DOCTYPE html>', '\ufeff<!DOCTYPE html>'],
      ['<meta charset="utf-8">', ''],
      ['lang="en"', 'lang="pt-BR"'],
    ],
    costs: {},
    passed: ['character_encoding', 'doctype', 'html_lang'],
  },
  {
    name: 'a node of a network that has digits in its name',
    headers: { server: 'ECAcc (nyb/1D07)', 'x-powered-by': 'Next.js' },
    costs: {},
    passed: ['server_version'],
  },
  {
    name: 'links, buttons and frames that others name',
    page: [
      [
        image,
        `<a id="top"></a><a href="/"><img src="/a.png" alt="Home"></a><a href="/c" aria-label="Cart"><i></i></a>
<a href="/x"><svg><title>Search</title></svg></a><button title="Menu"></button><a href="/hidden" aria-hidden="true"></a>
<iframe src="/f" aria-label="Map"></iframe><img src="/line.png" role="none"><input type="image" src="/g.png" alt="Go">`,
      ],
    ],
    costs: {},
    passed: ['link_names', 'button_names', 'frame_titles', 'image_alternatives'],
  },
  {
    name: 'a robots.txt for some paths and some robots, with a sitemap of its own',
    files: {
      '/robots.txt': [
        'text/plain; charset=utf-8',
        'User-agent: bad-robot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nDisallow: /*.pdf$\n\nSitemap: https://www.example/maps/all.xml.gz\n',
      ],
      '/maps/all.xml.gz': ['application/gzip', 'octets'],
    },
    costs: {},
    passed: ['indexing', 'sitemap', 'robots_txt'],
  },
  {
    name: 'a viewport that lets texts grow, and a security.txt for people',
    page: [['width=device-width, initial-scale=1', 'width=device-width,maximum-scale=5.0']],
    files: {
      '/.well-known/security.txt': [
        'text/plain',
        '# Thank you\nContact: https://www.example/report\nContact: tel:+1-201-555-0123\nExpires: 2999-12-31T18:37:07.000+02:00\nPreferred-Languages: en\n',
      ],
    },
    costs: {},
    passed: ['zoom', 'viewport', 'security_txt'],
  },
];
