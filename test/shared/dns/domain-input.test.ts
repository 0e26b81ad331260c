import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import test from 'ava';
import fc from 'fast-check';

test('domains are brought into one form', (t) => {
  for (const [given, expected] of [
    ['Example.COM', 'example.com'],
    ['  example.com. ', 'example.com'],
    ['b\u00fccher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['\u4f8b\u3048\u3002\u30c6\u30b9\u30c8', 'xn--r8jz45g.xn--zckzah'],
    ['com', 'com'],
  ] as const) {
    t.deepEqual(parseDomainInput(given), { domain: expected });
  }
});

test('what is no domain is refused with a reason', (t) => {
  for (const [given, expected] of [
    ['', /needed/],
    ['.', /needed/],
    ['https://example.com/', /not a URL/],
    ['someone@example.com', /e-mail/],
    ['192.0.2.1', /IP address/],
    ['[2001:db8::1]', /IP address/],
    ['2001:db8::1', /IP address/],
    ['0x7f.1', /not a domain/],
    ['1.2.3', /not a domain/],
    ['a..b', /not a domain/],
    ['-a.example', /not a domain/],
    ['a-.example', /not a domain/],
    ['exa mple.com', /not a domain/],
    ['example.com/path', /not a domain/],
    ['example.com?x', /not a domain/],
    ['ex%61mple.com', /not a domain/],
    ['example.com\0', /not a domain/],
    [`${'a'.repeat(64)}.com`, /not a domain/],
    [Array(90).fill('abc').join('.'), /not a domain/],
    ['xn--a.example', /not a domain/],
  ] as const) {
    const result = parseDomainInput(given);
    t.true('message' in result && expected.test(result.message), JSON.stringify([given, result]));
  }
});

test('any text is a domain in final form or is refused', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), fc.string({ unit: 'grapheme' })), (text) => {
      const result = parseDomainInput(text);
      if ('message' in result) return;
      t.regex(result.domain, /^[a-z0-9_.-]{1,253}$/);
      t.deepEqual(parseDomainInput(result.domain), result);
    }),
    { numRuns: 2_000 },
  );
});
