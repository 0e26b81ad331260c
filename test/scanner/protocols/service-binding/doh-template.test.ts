import test from 'ava';
import { isDohTemplate } from '../../../../shared/service-binding/doh-template.ts';

const good = [
  '/dns-query{?dns}',
  '/{dns}',
  '/a/{+dns}',
  '/a{/dns*}',
  '/a?b=c{&dns}',
  '/a{?x,dns,y.z*}',
  '/a{#dns:9999}',
  '/%C3%A9{?dns}',
  '/\u00e9{?dns}',
];
const bad = [
  '',
  'dns-query{?dns}',
  '/dns-query',
  '/{?name}',
  '/{?dnsx}',
  '/{?x.dns}',
  '/{?dns',
  '/?dns}',
  '/{}{dns}',
  '/{??dns}',
  '/{=dns}',
  '/{?dns:0}',
  '/{?dns:07}',
  '/{?dns:10000}',
  '/%2{?dns}',
  '/a b{?dns}',
  '/"{?dns}',
  '/{?dns,}',
  '/{?dns,.x}',
];

for (const text of good) {
  test(`a template of DoH: ${text}`, (t) => {
    t.true(isDohTemplate(text));
  });
}

for (const text of bad) {
  test(`none by RFC 6570 section 2 and RFC 9461 section 5: ${text || 'nothing'}`, (t) => {
    t.false(isDohTemplate(text));
  });
}

test('a long text is judged at once', (t) => {
  t.false(isDohTemplate(`/${'{a.a,'.repeat(10_000)}`));
  t.false(isDohTemplate(`/{${'a.'.repeat(20_000)}`));
});
