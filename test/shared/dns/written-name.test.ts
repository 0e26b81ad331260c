import test from 'ava';
import fc from 'fast-check';
import { parseDomainInput } from '../../../shared/dns/domain-input.ts';
import { storedName } from '../../../shared/dns/names.ts';
import { writtenName } from '../../../shared/dns/written-name.ts';

test('names of any script are those that resolvers are asked for', (t) => {
  for (const [text, name] of [
    ['WWW.Example.COM.', 'www.example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['*.bücher。example.', '*.xn--bcher-kva.example'],
    ['_dmarc.bücher.example', '_dmarc.xn--bcher-kva.example'],
    ['ＷＷＷ.example', 'www.example'],
    ['http://x.example', 'http://x.example'],
    ['\\195\\188.example', '\\195\\188.example'],
    ['.', '.'],
  ] as const)
    t.is(writtenName(text), name, text);
});

test('what would be cut or decoded into another name is none', (t) => {
  for (const text of [
    'bü/x.example',
    'bü?x.example',
    'bü#x.example',
    'bü\\x.example',
    'bü%41.example',
    'bü x.example',
    'bü..example',
    'ü:80',
    'a@ü.example',
    '１.２',
    '\u00ad',
    `${'ü'.repeat(70)}.example`,
    '',
    'a..b',
  ])
    t.is(writtenName(text), undefined, text);
});

test('a name is in the stored form, and the one that a domain would be', (t) => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.domain(), fc.webUrl()),
      (text) => {
        const name = writtenName(text);
        if (name !== undefined) t.is(storedName(name), name);
        const input = parseDomainInput(text);
        if ('domain' in input && text.trim() === text) t.is(name, input.domain);
      },
    ),
  );
});
