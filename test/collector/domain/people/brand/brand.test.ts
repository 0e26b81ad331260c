import test from 'ava';
import fc from 'fast-check';
import { type Brand, brandSchema } from '../../../../../collector/domain/people/brand/brand.ts';
import { chooseBrand } from '../../../../../collector/domain/people/brand/choose-brand.ts';
import { contrast } from '../../../../../collector/domain/people/brand/contrast.ts';
import { soundSvg } from '../../../../../collector/domain/people/brand/sound-svg.ts';
import { testNotice } from '../../../../../collector/domain/people/notifications/notice.ts';
import { noticeMail } from '../../../../../collector/domain/people/notifications/notice-mail.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0b5a8a"/></svg>';
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const base = { id: 'acme', hosts: ['dns.acme.example'], name: 'Acme DNS' };

test('contrasts are those that WCAG gives', (t) => {
  t.is(contrast('#000000', '#ffffff'), 21);
  t.is(contrast('#777777', '#777777'), 1);
  t.is(contrast('#767676', '#ffffff').toFixed(2), '4.54');
  t.is(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});

test('colours that cannot be read are refused, with the ground and the contrast', (t) => {
  const colours = (light: object, dark: object) =>
    brandSchema.safeParse({ ...base, colours: { light, dark } });
  const good = [
    { accent: '#0b5a8a', on_accent: '#ffffff' },
    { accent: '#72bdec', on_accent: '#08131a' },
  ] as const;
  t.true(colours(...good).success);
  const pale = colours({ accent: '#aaddff', on_accent: '#000000' }, good[1]);
  t.deepEqual(pale.error?.issues[0]?.path, ['colours', 'light', 'accent']);
  t.regex(pale.error!.issues[0]!.message, /contrast with the ground #ffffff is 1\.\d\d/);
  const same = colours(good[0], { accent: '#72bdec', on_accent: '#ffffff' });
  t.deepEqual(same.error?.issues[0]?.path, ['colours', 'dark', 'on_accent']);
  t.false(colours({ accent: 'red', on_accent: '#ffffff' }, good[1]).success);
});

test('a logo is a small PNG, or an SVG written anew', (t) => {
  const logo = (text: string) => brandSchema.safeParse({ ...base, logo: text });
  t.is(logo(`data:image/png;base64,${png}`).data?.logo, `data:image/png;base64,${png}`);
  t.true(logo(svg).data?.logo?.startsWith('data:image/svg+xml;base64,'));
  const large = Buffer.from(png, 'base64');
  large.writeUInt32BE(100_000, 16);
  t.false(logo(`data:image/png;base64,${large.toString('base64')}`).success);
  t.false(logo('data:image/svg+xml;base64,AAAA').success);
  t.false(logo('https://example.com/logo.png').success);
});

test('what acts or leads outside is left out of an SVG, and what is malformed is none', (t) => {
  const of = (inner: string) => soundSvg(`<svg viewBox="0 0 8 8">${inner}<rect width="8" height="8"/></svg>`);
  const harmless =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
  for (const inner of [
    '<script>alert(1)</script>',
    '<style>@import "https://evil.example"</style>',
    '<image href="https://evil.example/x.png"/>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<foreignObject><div>x</div></foreignObject>',
    '<title>x</title>',
    '<!-- <rect/> -->',
    '<animate attributeName="href" to="javascript:x"/>',
    '<use href="#x"/>',
  ]) {
    t.is(of(inner), harmless, inner);
  }
  t.is(
    of('<g onload="alert(1)" style="x" fill="url(https://evil.example)" id="a"></g>'),
    harmless.replace('<rect', '<g id="a"></g><rect'),
  );
  t.is(
    of(`<path fill='url(#a)' d="M0,0 L8 8"/>`),
    harmless.replace('<rect', '<path fill="url(#a)" d="M0,0 L8 8"/><rect'),
  );
  for (const text of [
    '',
    '<svg>',
    '<svg></g></svg>',
    '<html></html>',
    '<svg/><svg/>',
    '<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>',
    '<svg><![CDATA[<script>]]></svg>',
    '<svg a="<"/>',
    `${'<g>'.repeat(30)}`,
    `<svg>${'<g>'.repeat(30)}${'</g>'.repeat(30)}</svg>`,
    `<svg>${'<g/>'.repeat(3_000)}</svg>`,
    'x<svg/>',
  ]) {
    t.is(soundSvg(text), undefined, text.slice(0, 60));
  }
});

test('whatever goes in, what comes out has no element or attribute but those that are known', (t) => {
  const piece = fc.constantFrom(
    ...[
      '<svg>',
      '</svg>',
      '<g ',
      '<g>',
      '</g>',
      '<script>',
      '</script>',
      ' onload="x"',
      ' fill="red"',
      '/>',
      '>',
      '"',
      "'",
    ],
    ...[
      '&lt;',
      '<!--',
      '-->',
      'javascript:',
      ' href="x"',
      '<path d="M0"/>',
      ' ',
      'x',
      '<',
      '<SVG>',
      '<svg:script>',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const out = soundSvg(`<svg>${pieces.join('')}</svg>`);
      if (out === undefined) return;
      t.regex(out, /^(?:<\/?(?:svg|g|path)(?: (?:xmlns|fill|d)="[^"<>]*")*\/?>)+$/);
      t.is(soundSvg(out), out, 'it is sound then');
    }),
    { numRuns: 2_000 },
  );
});

test('a brand is chosen by host without its port, then by *, and mail is written in the name of that', (t) => {
  const items = [
    { ...base },
    { ...base, id: 'house', hosts: ['*'], name: 'House', support: { email: 'help@acme.example' } },
  ].map((brand) => brandSchema.parse(brand)) as Brand[];
  const brands = { current: { items, version: '1', problems: [] } };
  const nameOf = (host: string | null) => chooseBrand(host, { brands }).name;
  t.is(nameOf('DNS.acme.example:8443'), 'Acme DNS');
  t.is(nameOf('other.example'), 'House');
  t.is(nameOf(null), 'House');
  t.is(chooseBrand('x', { brands: { current: { items: [], version: '', problems: [] } } }).name, 'Sonde');
  const mail = noticeMail('a@example.com', testNotice('1', Date), chooseBrand(null, { brands }));
  t.is(mail.subject, 'House: a test');
  t.regex(mail.text, /help@acme\.example/);
});
