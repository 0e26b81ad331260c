import type { QualityCase } from './quality-cases.ts';

const policy = 'content-security-policy';
const script = '<script src="/a.js"></script>';
const image = '<img src="/a.png" alt="a">';
const securityTxt = (text: string) => ({ '/.well-known/security.txt': ['text/plain', text] as const });

/** Small sites with the faults that sites have: what looks right at a glance, and is not. */
export const faultySites: readonly QualityCase[] = [
  {
    name: 'a base from the days of http',
    page: [['<meta charset="utf-8">', '<meta charset="utf-8"><base href="http://www.example/">']],
    costs: { mixed_content: 50, mixed_content_images: 10, insecure_forms: 20 },
  },
  {
    name: 'larger images, a poster and a second button that go over http',
    page: [
      [
        image,
        '<img src="/a.png" srcset="/a.png 1x, http://a.example/2.png 2x" alt="a"><video poster="http://a.example/p.jpg"></video>',
      ],
      ['</form>', '<button formaction="http://a.example/send">Send</button></form>'],
    ],
    costs: { mixed_content_images: 10, insecure_forms: 20 },
  },
  {
    name: 'a policy that names all hosts by a wildcard',
    headers: { [policy]: "default-src 'self'; script-src https://*; frame-ancestors 'none'" },
    costs: { content_security_policy_unsafe: 20 },
  },
  {
    name: 'a policy in a meta that is none',
    headers: { [policy]: null, 'x-frame-options': 'DENY' },
    page: [
      [
        '<meta charset="utf-8">',
        `<meta charset="utf-8"><meta name="${policy}" content="default-src 'self'">`,
      ],
    ],
    costs: { content_security_policy: 25 },
    unknown: ['content_security_policy_unsafe'],
  },
  {
    name: 'a policy without a word, and one that only reports',
    headers: { [policy]: ' ; ', [`${policy}-report-only`]: "default-src 'self'" },
    costs: { content_security_policy: 25, x_frame_options: 20 },
  },
  {
    name: 'framing forbidden in a meta, where it does not count',
    headers: { [policy]: "default-src 'self'" },
    page: [
      [
        '<meta charset="utf-8">',
        `<meta charset="utf-8"><meta http-equiv="${policy}" content="frame-ancestors 'none'">`,
      ],
    ],
    costs: { x_frame_options: 20 },
  },
  {
    name: 'two cookies of sessions by names of their makers',
    headers: { 'set-cookie': ['SID=a; Path=/; SameSite=Lax', 'app.auth=b; Path=/; Secure; SameSite=None'] },
    costs: { cookies_secure: 10, cookies_http_only: 30 },
  },
  {
    name: 'a security.txt with a bare address',
    files: securityTxt('Contact: security@example.com\nExpires: 2999-01-01T00:00:00Z\n'),
    costs: { security_txt: 2 },
  },
  {
    name: 'a security.txt with the date alone',
    files: securityTxt('Contact: mailto:a@example.com\nExpires: 2999-01-01\n'),
    costs: { security_txt: 2 },
  },
  {
    name: 'a security.txt that expires twice',
    files: securityTxt(
      'Contact: mailto:a@example.com\nExpires: 2999-01-01T00:00:00Z\nExpires: 2998-01-01T00:00:00Z\n',
    ),
    costs: { security_txt: 2 },
  },
  {
    name: 'a robots.txt that keeps all out and names a sitemap that is gone',
    files: {
      '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /\nSitemap: https://www.example/old.xml\n'],
    },
    costs: { sitemap: 1 },
    unknown: ['indexing'],
  },
  {
    name: 'a sitemap that is a page',
    files: { '/robots.txt': ['text/plain', 'User-agent: *'], '/sitemap.xml': ['text/html', '<p>&lt;urlset'] },
    costs: { sitemap: 1 },
  },
  {
    name: 'TLSA records of the certificate before',
    dns: `$secure www.example\nwww.example AAAA 2001:db8::1\n_443._tcp.www.example TLSA 3 0 1 ${'ab'.repeat(32)}`,
    costs: {},
    noted: ['dane'],
  },
  {
    name: 'TLSA records without signatures',
    dns: 'www.example AAAA 2001:db8::1\n_443._tcp.www.example TLSA 3 0 1 {certificate}',
    costs: { dnssec: 5 },
    noted: ['dane'],
  },
  {
    name: 'signatures that are wrong',
    dns: '$bogus www.example',
    costs: { dnssec: 20 },
    unknown: ['ipv6', 'dane'],
  },
  {
    name: 'a page that says that it is compressed by nothing',
    headers: { 'content-encoding': 'identity' },
    costs: { compression: 5 },
  },
  {
    name: 'a language as programs write it, and a page for one width',
    page: [
      ['lang="en"', 'lang="en_US"'],
      ['width=device-width, initial-scale=1', 'width=1024, maximum-scale=1.5'],
    ],
    costs: { html_lang: 3, viewport: 4, zoom: 2 },
  },
  {
    name: 'a title in a picture alone',
    page: [
      ['<title>A good page</title>', ''],
      ['<h1>A</h1>', '<h1>A</h1><svg role="img"><title>A picture</title></svg>'],
    ],
    costs: { page_title: 5 },
    unknown: ['title_length'],
  },
  {
    name: 'a version in a header of its own',
    headers: { server: 'Microsoft-IIS', 'x-aspnet-version': '4.0.30319' },
    costs: {},
    noted: ['server_version'],
  },
  {
    name: 'links and buttons of pictures without words',
    page: [
      [
        image,
        '<a href="/cart"><i class="icon-cart"></i></a><a href="/"><img src="/a.png" alt=""></a><button><svg></svg></button><input type="image" src="/go.png">',
      ],
    ],
    costs: { link_names: 3, button_names: 3, image_alternatives: 5 },
  },
  {
    name: 'a long way to the page',
    path: '/one',
    redirects: { '/one': '/two', '/two': '/three', '/three': '/' },
    costs: { redirects: 2 },
  },
  {
    name: 'a certificate that nobody vouches for',
    isUntrusted: true,
    costs: { https: 40 },
    unknown: ['hsts', 'certificate'],
  },
  {
    name: 'scripts of others that a policy lets in and no hash holds',
    headers: {
      [policy]:
        "default-src 'none'; script-src 'self' https://cdn.test; img-src 'self'; frame-ancestors 'none'; form-action 'self'",
    },
    page: [[script, '<script src="//cdn.test/a.js"></script>']],
    costs: { subresource_integrity: 5 },
  },
];
