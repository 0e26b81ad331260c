import test from 'ava';
import fc from 'fast-check';
import { recordTypeName } from '../../../shared/dns/record-types.ts';
import { readZoneFile } from '../../../shared/zone-file/read-zone-file.ts';
import { ZoneFileError } from '../../../shared/zone-file/zone-file-error.ts';

const lines = (text: string, origin = 'example') =>
  readZoneFile(text, { origin }).map(
    ({ name, ttl, type, text: data }) => `${name} ${ttl} ${recordTypeName(type)} ${data}`,
  );

test('owners, times to live and classes are taken over as RFC 1035 and RFC 2308 say', (t) => {
  const text = `
$TTL 1h
@ IN SOA ns1 admin ( 1 ; serial
   2h 30m 2w 300 )
  NS ns1
www 60 IN A 192.0.2.1
  IN 70 A 192.0.2.2
$ORIGIN sub
@ MX 10 mail.other.
a\\.b TXT "a;b" c\\"d
`;
  t.deepEqual(lines(text), [
    'example 3600 SOA ns1.example admin.example 1 7200 1800 1209600 300',
    'example 3600 NS ns1.example',
    'www.example 60 A 192.0.2.1',
    'www.example 70 A 192.0.2.2',
    'sub.example 3600 MX 10 mail.other',
    'a\\.b.sub.example 3600 TXT "a;b" "c\\"d"',
  ]);
});

/** Data that has to come back as it was written. */
const data: readonly (readonly [string, string])[] = [
  ['AAAA', '2001:db8::1'],
  ['SRV', '10 5 5060 sip.example'],
  ['NAPTR', '100 10 "u" "E2U+sip" "!^.*$!sip:a@b.c!" .'],
  ['CAA', '128 issuewild "ca.test"'],
  ['URI', '10 1 "https://example/"'],
  ['DS', '60485 5 1 2bb183af5f22588179a53b0a98631fad1a292118'],
  ['DNSKEY', '256 3 5 AwEAAcvG'],
  ['RRSIG', 'A 5 3 86400 20030322173103 20030220173103 2642 example oJB1W6WN'],
  ['NSEC', 'host.example A MX RRSIG NSEC TYPE1234'],
  ['NSEC3', '1 1 12 aabbccdd 2t7b4g4vsa5smi47k61mv5bv1a22bojr A RRSIG'],
  ['NSEC3PARAM', '1 0 0 -'],
  ['CSYNC', '66 3 A NS AAAA'],
  [
    'ZONEMD',
    '2018031900 1 1 c68090d90a7aed716bc459f9340e3d7c1370d4d24b7e2fc3a1ddc0b9a87153b9a9713b3c9ae5cc27777f98b8e730044c',
  ],
  ['TLSA', '3 1 1 0123456789abcdef'],
  ['HTTPS', '1 . alpn="h2,h3" ipv4hint="192.0.2.1"'],
  ['CDS', '0 0 0 00'],
];

for (const [type, text] of data) {
  test(`${type} is read and shown alike`, (t) => {
    const written = text.replaceAll('.example', '.example.').replaceAll(/ example( |$)/g, ' example.$1');
    const [record] = readZoneFile(`@ 60 ${type} ${written}`, { origin: 'example' });
    const [again] = readZoneFile(`@ 60 ${type} \\# ${record!.data.length} ${record!.data.toString('hex')}`, {
      origin: 'example',
    });
    t.deepEqual(again, record);
    t.is(record!.text.replaceAll('"', ''), text.replaceAll('"', ''));
  });
}

test('unknown types are taken in the generic form', (t) => {
  t.deepEqual(lines('@ 60 TYPE65000 \\# 3 01 02ff'), ['example 60 TYPE65000 \\# 3 0102ff']);
});

const refused: readonly (readonly [string, string])[] = [
  ['a record without a type', '@ 60 192.0.2.1'],
  ['an address that is none', '@ 60 A 192.0.2.256'],
  ['more words than the type takes', '@ 60 A 192.0.2.1 192.0.2.2'],
  ['no time to live', '@ A 192.0.2.1'],
  ['an open parenthesis', '@ 60 A ( 192.0.2.1'],
  ['a parenthesis too many', '@ 60 A 192.0.2.1 )'],
  ['an open quotation mark', '@ 60 TXT "abc'],
  ['a string of 256 octets', `@ 60 TXT "${'x'.repeat(256)}"`],
  ['a label of 64 octets', `${'x'.repeat(64)} 60 A 192.0.2.1`],
  ['a file to include', '$INCLUDE /etc/passwd'],
  ['records to generate', '$GENERATE 1-100000000 a$ A 192.0.2.1'],
  ['generic data of another length', '@ 60 TYPE65000 \\# 4 0102ff'],
  ['a signature that ends before 1970', '@ 60 RRSIG A 13 1 60 18360101000000 20260101000000 1 example AAAA'],
  ['a signature that begins on no day', '@ 60 RRSIG A 13 1 60 20260301000000 20260230000000 1 example AAAA'],
  ['a signature that begins at no hour', '@ 60 RRSIG A 13 1 60 20260301000000 20260201240000 1 example AAAA'],
];

for (const [title, text] of refused) {
  test(`refused: ${title}`, (t) => {
    const error = t.throws(() => readZoneFile(text, { origin: 'example' }), { instanceOf: ZoneFileError });
    t.is(error.line, 1);
  });
}

test('no more records are read than wanted', (t) => {
  const text = '@ 60 A 192.0.2.1\n'.repeat(11);
  t.throws(() => readZoneFile(text, { origin: 'example', maxRecords: 10 }), { instanceOf: ZoneFileError });
});

test('any text is a zone file or refused with a line', (t) => {
  const word = fc.constantFrom(
    '@',
    'A',
    'IN',
    '60',
    '192.0.2.1',
    'TXT',
    '"a b"',
    '(',
    ')',
    ';',
    '\n',
    '\\',
    '"',
    '$TTL',
    'HTTPS',
    'alpn=h2',
    'NSEC3',
    '\\#',
    '1',
    'é',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
  );
  t.notThrows(() =>
    fc.assert(
      fc.property(text, (zone) => {
        try {
          readZoneFile(zone, { defaultTtl: 1 });
        } catch (error) {
          if (!(error instanceof ZoneFileError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    ),
  );
});
