import test from 'ava';
import fc from 'fast-check';
import { RobotsTxt } from '../../../../scanner/protocols/web/robots-txt.ts';

const cases: readonly (readonly [text: string, path: string, allows: boolean])[] = [
  ['', '/', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['Disallow: /', '/a', true],
  ['User-agent: one\nUser-agent: *\nDisallow: /a', '/ab', false],
  ['User-agent: *\nUser-agent: one\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /a\nUser-agent: one\nDisallow: /', '/b', true],
  ['User-agent: *\nDisallow: /a\n\nUser-agent: one\nDisallow: /\n\nUser-agent: *\nDisallow: /c', '/c', false],
  ['user-agent : * # all\r\ndisallow : /a # these\r\n', '/a/b', false],
  // Examples of RFC 9309 sections 5.2 and 2.2.2.
  [
    'User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif',
    '/example/page/disallowed.gif',
    false,
  ],
  ['User-agent: *\nAllow: /p\nDisallow: /p', '/p', true],
  ['User-agent: *\nDisallow: /*.gif$', '/a/b.gif', false],
  ['User-agent: *\nDisallow: /*.gif$', '/a/b.gif?x', true],
  ['User-agent: *\nDisallow: /a*b*c', '/a1c2b3c', false],
  ['User-agent: *\nDisallow: /a$', '/a', false],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['User-agent: *\nDisallow: /aa*aa$', '/aaa', true],
];

for (const [text, path, allows] of cases) {
  test(`${JSON.stringify(text)} ${allows ? 'allows' : 'forbids'} ${path}`, (t) => {
    t.is(new RobotsTxt(text).allows(path), allows);
  });
}

test('no text makes the reader throw, and none takes long', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, path) => {
      return typeof new RobotsTxt(`User-agent: *\nDisallow: ${text}`).allows(path) === 'boolean';
    }),
  );
  const rules = `Disallow: /${'a*'.repeat(15)}b\n`.repeat(2_000);
  const before = process.cpuUsage().user;
  t.true(new RobotsTxt(`User-agent: *\n${rules}`).allows(`/${'a'.repeat(4_000)}`));
  t.true(
    new RobotsTxt(`User-agent: *\nDisallow: /${`${'a'.repeat(30)}b*`.repeat(2_000)}`).allows(
      `/${'a'.repeat(4_000)}`,
    ),
  );
  t.true(process.cpuUsage().user - before < 2_000_000);
  t.is(new RobotsTxt('Sitemap: https://a.example/s.xml\n'.repeat(500)).sitemaps.length, 100);
});
