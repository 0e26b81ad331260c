import { selfAndParents, storedName, storedOctet } from '@sonde/shared/dns/names.ts';
import { recordTypeName, recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName, responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import test from 'ava';
import fc from 'fast-check';

const label = fc.uint8Array({ minLength: 1, maxLength: 20 });

test('labels of any octets are written so that they read back the same', (t) => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
      const text = labels.map((octets) => [...octets].map(storedOctet).join('')).join('.');
      t.is(storedName(text), text);
      t.is(storedName(`${text}.`), text);
      t.is(selfAndParents(text).length, labels.length);
    }),
  );
});

test('any text is a name in stored form or none', (t) => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const name = storedName(text);
      if (name === undefined) return;
      t.regex(name, /^[\x21-\x7e]+$/);
      t.is(storedName(name), name);
    }),
    { numRuns: 1_000 },
  );
});

test('names are lower-cased, and what is no name is none', (t) => {
  t.is(storedName('WWW.Example.COM.'), 'www.example.com');
  t.is(storedName('.'), '.');
  t.is(storedName('a\\.b.example'), 'a\\.b.example');
  t.is(storedName('a\\032b.example'), 'a\\032b.example');
  t.is(storedName(`${'a'.repeat(63)}.example`), `${'a'.repeat(63)}.example`);
  for (const text of ['', '..', 'a..b', '.a', 'a\\', 'a\\25', 'a\\256', `${'a'.repeat(64)}.example`]) {
    t.is(storedName(text), undefined, text);
  }
  t.is(storedName(Array(64).fill('abc').join('.')), undefined);
});

test('parents of a name', (t) => {
  t.deepEqual(selfAndParents('www.example.com'), ['www.example.com', 'example.com', 'com']);
  t.deepEqual(selfAndParents('a\\.b.com'), ['a\\.b.com', 'com']);
  t.deepEqual(selfAndParents('.'), []);
});

test('types and codes have names both ways', (t) => {
  for (let number = 0; number < 65_536; number += 1) t.is(recordTypeNumber(recordTypeName(number)), number);
  for (let number = 0; number < 4_096; number += 1)
    t.is(responseCodeNumber(responseCodeName(number)), number);
  t.is(recordTypeNumber('https'), 65);
  t.is(recordTypeNumber('TYPE65536'), undefined);
  t.is(recordTypeNumber('__proto__'), undefined);
  t.is(responseCodeNumber('RCODE4096'), undefined);
});
