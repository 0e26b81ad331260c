import test from 'ava';
import fc from 'fast-check';
import {
  expiryOf,
  feedTime,
} from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-times.ts';
import { indicatorKind } from '../../../../../collector/domain/intelligence/threat-intel/indicator-kind.ts';
import { normaliseIndicator } from '../../../../../collector/domain/intelligence/threat-intel/normalise-indicator.ts';
import { WarningList } from '../../../../../collector/domain/intelligence/threat-intel/warning/warning-list.ts';

const cases: readonly [text: string, name: string | undefined, kind?: string][] = [
  ['Bad.Example.', 'bad.example', 'domain'],
  ['*.Bad.example.', '*.bad.example', 'domain'],
  ['.bad.example', 'bad.example', 'domain'],
  ['bad[.]example', 'bad.example', 'domain'],
  ['bücher.example', 'xn--bcher-kva.example', 'domain'],
  ['hxxps://Bad[.]example:443/A?b#c', 'bad.example/A?b', 'url'],
  ['http://bad.example/a', 'bad.example/a', 'url'],
  ['192.0.2.1', '192.0.2.1', 'ip'],
  ['192.0.2.1:8080', '192.0.2.1', 'ip'],
  ['192.0.2.77/24', '192.0.2.0/24', 'ip'],
  ['2001:DB8:0::1', '2001:db8::1', 'ip'],
  ['[2001:db8::1]:443', '2001:db8::1', 'ip'],
  ['2001:db8::1/32', '2001:db8::/32', 'ip'],
  ['0.0.0.0/0', undefined],
  ['192.0.2.1/33', undefined],
  [`${'AB:'.repeat(19)}AB`, 'ab'.repeat(20), 'certificate'],
  ['cve-2026-1234', 'CVE-2026-1234', 'cve'],
  ['localhost', undefined],
  ['1.2.3.4.5', undefined],
  ['a b', undefined],
  ['', undefined],
  ['ftp://bad.example/', undefined],
];

for (const [text, name, kind] of cases) {
  test(`"${text}" is ${name ?? 'no indicator'}`, (t) => {
    const normal = normaliseIndicator(text);
    t.is(normal, name);
    if (normal !== undefined) t.is(indicatorKind(normal), kind as never);
  });
}

test('whatever the text, the normal form stays as it is when normalised again', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.ipV4(), fc.ipV6()), (text) => {
      const once = normaliseIndicator(text);
      if (once !== undefined) t.is(normaliseIndicator(once), once);
    }),
  );
});

test('a plain name, which takes the short way, is taken like the same in capitals, which does not', (t) => {
  const label = fc.string({ unit: fc.constantFrom(...'abcfhpvxe019-_'), minLength: 1, maxLength: 70 });
  const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));
  const odd = fc.constantFrom(
    'hxxp.example.com',
    'http.example.com',
    'cve-2026-1234.com',
    `${'ab'.repeat(20)}.com`,
  );
  const check = (text: string) => {
    for (const given of [text, `${text}.com`]) {
      t.is(normaliseIndicator(given), normaliseIndicator(given.toUpperCase()), given);
    }
  };
  fc.assert(fc.property(fc.oneof(name, odd), check), { numRuns: 500 });
});

test('dates of feeds are understood in their usual forms', (t) => {
  const at = Date.UTC(2026, 8, 20, 10) / 1_000;
  for (const text of ['2026-09-20 10:00:00', '2026-09-20 10:00:00 UTC', '2026-09-20T10:00:00+00:00', at])
    t.is(feedTime(text), at);
  t.is(feedTime('20-09-2026'), Date.UTC(2026, 8, 20) / 1_000);
  for (const text of ['', 'yesterday', undefined, -5]) t.is(feedTime(text), undefined);
});

test('indicators expire by their kind', (t) => {
  t.is(expiryOf('ip', 0), 14 * 86_400);
  t.is(expiryOf('cve', 0), undefined);
  t.is(expiryOf('domain', 0, 1), 86_400);
});

test('the well known is taken out, what lies beside it is not', (t) => {
  const list = new WarningList({ names: ['our.example'], networks: ['45.0.0.0/24'] });
  for (const name of ['google.com', 'www.google.com', 'co.uk', 'github.io', 'our.example'])
    t.true(list.covers('domain', name), name);
  for (const name of ['evil.github.io', 'mail.google.com', 'google.com.evil.com'])
    t.false(list.covers('domain', name), name);
  for (const name of ['10.1.2.3', '8.8.8.8', '45.0.0.7', '::1']) t.true(list.covers('ip', name), name);
  for (const name of ['45.0.1.7', '2a00::1']) t.false(list.covers('ip', name), name);
  t.false(list.covers('url', 'google.com/bad'));
});
