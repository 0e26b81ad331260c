import test from 'ava';
import fc from 'fast-check';
import { recordTypeNumber, recordTypes } from '../../../shared/dns/record-types.ts';
import { fieldsOf, isMetaType } from '../../../shared/zone-file/data-fields.ts';
import { readZoneFile } from '../../../shared/zone-file/read-zone-file.ts';
import { ZoneFileError } from '../../../shared/zone-file/zone-file-error.ts';
import { recordExamples } from '../../support/packets/record-examples.ts';
import { zoneExamples } from '../../support/packets/zone-examples.ts';

const dataOf = (record: string) => readZoneFile(`@ 60 ${record}`, { origin: 'example' })[0]!.data;
/** Types whose data nothing gives a text to. */
const generic: readonly string[] = ['NULL', 'UINFO', 'UID', 'GID', 'UNSPEC'];

for (const [text, data] of zoneExamples) {
  test(`${text} has the data that others give it`, (t) => {
    t.is(dataOf(text).toString('hex'), data);
  });
}

for (const [index, [type, text, data]] of recordExamples.entries()) {
  test(`${type} is read from what the writer writes (${index})`, (t) => {
    const [record] = readZoneFile(`@ 60 ${type} ${text}`, { origin: '.' });
    t.is(record!.data.toString('hex'), data);
    t.is(record!.text, text);
  });
}

test('every type of the registry that a zone may have is read in its own form', (t) => {
  const missing = Object.entries(recordTypes)
    .filter(
      ([name, number]) => !isMetaType(number) && fieldsOf(number) === undefined && !generic.includes(name),
    )
    .map(([name]) => name);
  t.deepEqual(missing, []);
  for (const name of generic) t.is(dataOf(`${name} \\# 2 0102`).toString('hex'), '0102');
  for (const [name, number] of Object.entries(recordTypes)) {
    if (isMetaType(number)) t.throws(() => dataOf(`${name} \\# 2 0102`), { message: /no zone has records/ });
  }
});

/** Text, where it goes wrong, and what is said. */
const refused: readonly (readonly [string, number, number, RegExp])[] = [
  ['@ foo A 192.0.2.1', 1, 3, /foo is neither a TTL, a class nor a type/],
  ['@ 60 IN bar A 192.0.2.1', 1, 9, /bar is neither/],
  ['@ 60 60 A 192.0.2.1', 1, 6, /60 is neither/],
  ['@ IN CH A 192.0.2.1', 1, 6, /CH is neither/],
  ['@ 60 "A" 192.0.2.1', 1, 6, /neither/],
  ['@ 4294967296 A 192.0.2.1', 1, 3, /at most 32 bits/],
  ['@ 99999999999 A 192.0.2.1', 1, 3, /at most 32 bits/],
  ['$TTL 4294967296', 1, 6, /at most 32 bits/],
  ['$TTL 60 60', 1, 9, /a word too many/],
  ['@ 60 A 192.0.2.1\n@ 60 MX (10\n  mail\n  more)', 4, 3, /more words/],
  ['@ 60 MX 10', 1, 6, /data of type MX is needed$/],
  ['@ 60 TXT "a\nb" (', 2, 4, /parenthesis/],
  ['@ 60 NSEC . A BOGUS MX', 1, 15, /not BOGUS/],
  ['@ 60 DNSKEY 256 3 8 abc', 1, 21, /not abc/],
  ['@ 60 LOC 91 N 0 E 0', 1, 10, /not 91/],
  ['@ 60 LOC 90 1 N 0 E 0', 1, 15, /not N/],
  ['@ 60 LOC 42 N 0 E 42849673', 1, 19, /not 42849673/],
  ['@ 60 APL 1:192.0.2.0/33', 1, 10, /not 1/],
  ['@ 60 EUI48 00-00-5e-00-53', 1, 12, /not 00/],
  ['@ 60 IPSECKEY 10 4 2 . AQID', 1, 22, /not \./],
  ['@ 60 AMTRELAY 10 2 1 192.0.2.1', 1, 18, /not 2/],
  ['@ 60 NXT . TYPE128', 1, 12, /not TYPE128/],
  ['@ 60 IPN 18446744073709551616', 1, 10, /not 1844/],
  ['@ 60 NULL abc', 1, 11, /RFC 3597/],
  ['@ 60 SVCB 1 . mandatory=port', 1, 15, /port is mandatory, but not there/],
  ['@ 60 SVCB 1 . mandatory=mandatory', 1, 15, /mandatory lists itself/],
  [String.raw`@ 60 SVCB 1 . port=5\051`, 1, 15, /no escapes/],
  [String.raw`@ 60 SVCB 1 . ipv4hint=192.0.2.\049`, 1, 15, /no escapes/],
  ['@ 60 SVCB 1 . ech=a', 1, 15, /broken/],
  ['@ 60 SVCB 1 . key3=53000', 1, 15, /port is broken/],
  ['@ 60 SVCB 1 . no-default-alpn', 1, 15, /without alpn/],
  ['@ 60 SVCB 1 . port=1 key3="\\000\\001"', 1, 22, /there twice/],
];

for (const [text, line, column, message] of refused) {
  test(`refused at its place: ${text}`, (t) => {
    const error = t.throws(() => readZoneFile(text, { origin: 'example' }), { instanceOf: ZoneFileError })!;
    t.deepEqual([error.line, error.column], [line, column]);
    t.regex(error.message, message);
  });
}

test('a known key by its number has octets for a value', (t) => {
  t.deepEqual(dataOf(String.raw`SVCB 1 . key4="\192\000\002\001"`), dataOf('SVCB 1 . ipv4hint=192.0.2.1'));
});

test('words of any type are data or refused at a line and a column', (t) => {
  const types = Object.keys(recordTypes);
  const word = fc.constantFrom(
    ...zoneExamples.flatMap(([text]) => text.split(' ')),
    ...recordExamples.flatMap(([, text]) => text.split(' ')),
    '\\#',
    '-',
    '@',
    '""',
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.array(word, { maxLength: 9 }), (type, words) => {
      try {
        const [record] = readZoneFile(`@ 60 ${type} ${words.join(' ')}`, { origin: 'example' });
        const again = readZoneFile(`@ 60 ${type} ${record!.text}`, { origin: '.' })[0]!;
        // Names are written in small letters.
        return again.text === record!.text && again.type === recordTypeNumber(type);
      } catch (error) {
        return error instanceof ZoneFileError && error.line === 1 && error.column > 0;
      }
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});

/** Were the work for one octet to grow with the text, a single one of these would take minutes. */
const long: readonly (readonly [string, string])[] = [
  ['words', 'a '],
  ['quoted words', '""'],
  ['parentheses', '('],
  ['backslashes', '\\\\'],
  ['keys', 'a="" '],
  ['lines', '@ 60 A 192.0.2.1\n'],
  ['comments', ';\n'],
  ['words in parentheses', '( a\n)'],
];

for (const [title, unit] of long) {
  test(`half a million characters of ${title} end`, (t) => {
    const rest = unit.repeat(Math.ceil(500_000 / unit.length));
    for (const head of ['', '@ 60 TXT ', '@ 60 NSEC . ', '@ 60 SVCB 1 . ']) {
      try {
        t.true(readZoneFile(head + rest, { origin: 'example' }).length > 0 || unit === ';\n');
      } catch (error) {
        t.true(error instanceof ZoneFileError, String(error));
      }
    }
  });
}
