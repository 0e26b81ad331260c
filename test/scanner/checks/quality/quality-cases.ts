/** A quality case is one site of the lab: what differs from a site that is made well, and what that has to cost. */
export interface QualityCase {
  readonly name: string;
  /** Headers in place of the good ones; null takes one away. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** What is written otherwise in the good page. */
  readonly page?: readonly (readonly [part: string, other: string])[];
  /** Another page in place of the good one. */
  readonly html?: string;
  /** What is asked for, if not `/`. */
  readonly path?: string;
  /** Paths over https that lead elsewhere. */
  readonly redirects?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Where http leads, if not to https of the host. */
  readonly http?: 'nowhere' | 'stays' | 'other host' | 'by http';
  /** There is no https. */
  readonly withoutTls?: true;
  /** Nobody vouches for the certificate. */
  readonly isUntrusted?: true;
  readonly dns?: string;
  /** Other answers than those of a good site. */
  readonly files?: Readonly<Record<string, readonly [type: string, text: string]>>;
  /** What it costs, check by check. */
  readonly costs: Readonly<Record<string, number>>;
  /** Not passed, and costs nothing. */
  readonly noted?: readonly string[];
  /** Cannot be told, and costs nothing. */
  readonly unknown?: readonly string[];
  /** That it passes is what the case is about. */
  readonly passed?: readonly string[];
}

const script = '<script src="/a.js"></script>';
const policy = 'content-security-policy';

/** Written by hand, after the documentation of HTTP Observatory and the rules that each check names. */
export const qualityCases: readonly QualityCase[] = [
  { name: 'nothing to find fault with', costs: {} },
  {
    name: 'no title',
    page: [['<title>A good page</title>', '']],
    costs: { page_title: 5 },
    unknown: ['title_length'],
  },
  {
    name: 'a title without end',
    page: [['A good page', 'A good page '.repeat(9)]],
    costs: { title_length: 1 },
  },
  {
    name: 'nothing for those who search',
    page: [
      ['name="description"', 'name="other"'],
      ['<meta property="og:url" content="https://www.example/">', ''],
    ],
    costs: { meta_description: 3, open_graph: 1 },
  },
  {
    name: 'an old page',
    headers: { 'content-type': 'text/html; charset=iso-8859-1' },
    page: [
      ['<!DOCTYPE html>', ''],
      [' lang="en"', ''],
      ['width=device-width, initial-scale=1', 'width=device-width, user-scalable=no'],
    ],
    costs: { character_encoding: 3, doctype: 1, html_lang: 3, zoom: 2 },
  },
  {
    name: 'no viewport',
    page: [['name="viewport"', 'name="port"']],
    costs: { viewport: 4 },
    unknown: ['zoom'],
  },
  {
    name: 'no policy at all',
    headers: { [policy]: null },
    costs: { content_security_policy: 25, x_frame_options: 20 },
    unknown: [
      `content_security_policy_unsafe`,
      'content_security_policy_eval',
      'content_security_policy_insecure',
    ],
  },
  {
    name: 'a policy that lets any script in',
    headers: { [policy]: "default-src 'self'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'" },
    costs: { content_security_policy_unsafe: 20 },
  },
  {
    name: 'a policy that a nonce makes strict',
    headers: {
      [policy]: "default-src 'self'; script-src 'nonce-abc' 'unsafe-inline'; frame-ancestors 'self'",
    },
    costs: {},
  },
  {
    name: 'a policy for scripts alone',
    headers: { [policy]: "script-src 'self'; frame-ancestors 'none'" },
    costs: { content_security_policy_unsafe: 20 },
  },
  {
    name: 'a policy that lets text run and images come over http',
    headers: {
      [policy]:
        "default-src 'self'; script-src 'self' 'unsafe-eval'; img-src http://a.example; frame-ancestors 'none'",
    },
    costs: { content_security_policy_eval: 10, content_security_policy_insecure: 10 },
  },
  {
    name: 'framing by an old header, twice',
    headers: { [policy]: "default-src 'self'", 'x-frame-options': ['DENY', 'DENY'] },
    costs: {},
  },
  {
    name: 'framing by what browsers forgot',
    headers: { [policy]: "default-src 'self'", 'x-frame-options': 'ALLOW-FROM https://a.example' },
    costs: {},
    noted: ['x_frame_options'],
  },
  {
    name: 'odd headers',
    headers: {
      'x-content-type-options': 'no-sniff',
      'referrer-policy': 'origin-when-cross-origin',
      'cross-origin-resource-policy': 'everybody',
      server: 'nginx/1.24.0',
    },
    costs: { x_content_type_options: 5, referrer_policy: 5, cross_origin_resource_policy: 5 },
    noted: ['server_version'],
  },
  {
    name: 'a session that anybody on the way gets',
    headers: { 'strict-transport-security': null, 'set-cookie': ['sessionid=1; path=/'] },
    costs: { hsts: 20, cookies_secure: 40, cookies_http_only: 30 },
    noted: ['cookies_same_site'],
    unknown: ['hsts_duration', 'hsts_preload'],
  },
  {
    name: 'a session that HSTS guards',
    headers: { 'set-cookie': ['sessionid=1; HttpOnly; SameSite=Lax; path=/'] },
    costs: { cookies_secure: 10 },
  },
  {
    name: 'a cookie of taste that HSTS guards',
    headers: { 'set-cookie': ['theme=dark; path=/'] },
    costs: { cookies_secure: 5 },
    unknown: ['cookies_http_only', 'cookies_same_site'],
  },
  {
    name: 'a token of forms without SameSite, and an odd one',
    headers: { 'set-cookie': ['csrftoken=1; Secure; path=/', 'a=b; Secure; SameSite=Sometimes'] },
    costs: { cookies_same_site: 20 },
    unknown: ['cookies_http_only'],
  },
  {
    name: 'HSTS for a day that asks to be preloaded',
    headers: { 'strict-transport-security': 'max-age=86400; preload' },
    costs: { hsts_duration: 10 },
    noted: ['hsts_preload'],
  },
  { name: 'http that stays http', http: 'stays', costs: { https_redirect: 20 }, noted: ['hsts_preload'] },
  {
    name: 'http that leads to another host',
    http: 'other host',
    costs: { https_redirect: 5 },
    noted: ['hsts_preload'],
  },
  {
    name: 'http that leads to https at last',
    http: 'by http',
    costs: { https_redirect: 10 },
    noted: ['hsts_preload'],
  },
  { name: 'no http', http: 'nowhere', costs: {} },
  {
    name: 'no https',
    withoutTls: true,
    costs: { https: 40 },
    unknown: [
      'https_redirect',
      'hsts',
      'mixed_content',
      'mixed_content_images',
      'tls_version',
      'certificate',
      'http2',
    ],
  },
  {
    name: 'mixed content',
    page: [
      [
        script,
        '<script src="http://a.www.example/a.js"></script><img alt="a" src="http://a.example/b.png"><form action="http://a.example/">',
      ],
    ],
    costs: { mixed_content: 50, mixed_content_images: 10, insecure_forms: 20 },
  },
  {
    name: 'scripts of others, and of other hosts of its own',
    page: [
      [
        script,
        '<script src="https://other.test/a.js"></script><script src="https://static.www.example/b.js"></script>',
      ],
    ],
    costs: { subresource_integrity: 5 },
  },
  {
    name: 'scripts of others with their hashes',
    page: [[script, '<script src="https://other.test/a.js" integrity="sha384-abc" crossorigin></script>']],
    costs: {},
  },
  {
    name: 'a site for those who see, with a mouse',
    page: [
      ['<h1>A</h1>', ''],
      [' alt="a"', ''],
      ['<label>Name <input name="n"></label>', '<input name="n"><iframe src="/f"></iframe>'],
    ],
    costs: { headings: 1, image_alternatives: 5, form_labels: 5, frame_titles: 2 },
  },
  {
    name: 'a page at every address',
    files: {
      '/robots.txt': ['text/html', '<p>no</p>'],
      '/sitemap.xml': ['text/html', '<p>no</p>'],
      '/.well-known/security.txt': ['text/html', '<p>no</p>'],
    },
    headers: { 'cache-control': null },
    costs: { robots_txt: 2, sitemap: 1, security_txt: 2, caching: 2 },
  },
  {
    name: 'a security.txt that has expired',
    files: {
      '/.well-known/security.txt': [
        'text/plain',
        'Contact: mailto:a@example.com\nExpires: 2020-01-01T00:00:00Z\n',
      ],
    },
    costs: { security_txt: 2 },
  },
  { name: 'an error', status: 404, costs: { status: 20 } },
  { name: 'a zone without signatures and IPv6', dns: '', costs: { ipv6: 3, dnssec: 5 } },
  {
    name: 'a DNS that does not answer',
    dns: 'www.example AAAA !timeout\n_443._tcp.www.example TLSA !timeout',
    costs: { dnssec: 5 },
    unknown: ['ipv6', 'dane'],
  },
];
