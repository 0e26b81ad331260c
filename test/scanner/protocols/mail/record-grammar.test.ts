import test from 'ava';
import fc from 'fast-check';
import { isBimiRecord, parseBimiRecord } from '../../../../scanner/protocols/mail/bimi/parse-record.ts';
import {
  isMtaStsRecord,
  parseMtaStsRecord,
} from '../../../../scanner/protocols/mail/mta-sts/parse-record.ts';
import {
  isTlsRptRecord,
  parseTlsRptRecord,
} from '../../../../scanner/protocols/mail/tls-rpt/parse-record.ts';

const extension = String.raw`[A-Za-z0-9][A-Za-z0-9_.-]{0,31}=[\x21-\x3a\x3c\x3e-\x7e]+`;

/** The rules of the standards as expressions; white space at the end of a record is let pass. */
const grammars = {
  sts: new RegExp(
    String.raw`^v=STSv1(?:[ \t]*;[ \t]*(?:id=[A-Za-z0-9]{1,32}|(?!id=)${extension}))+[ \t]*;?[ \t]*$`,
  ),
  tlsRpt: new RegExp(
    String.raw`^v=TLSRPTv1(?:[ \t]*;[ \t]*(?:rua=URI(?:[ \t]*,[ \t]*URI)*|(?!rua=)${extension}))+[ \t]*;?[ \t]*$`.replaceAll(
      'URI',
      '(?:mailto:[a-z]+@[a-z.]+|https://[a-z.]+/[A-Za-z0-9:/@=._-]*)',
    ),
  ),
};

const noise = fc.constantFrom('', '', '', ' ', '\t', '\u00a0', ';', ';;', ',', '=', 'x', '\r\n');
const joined = (pieces: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(pieces, noise), { maxLength: 6 }).map((parts) => parts.flat().join(''));

const stsPieces = fc.constantFrom(
  'v=STSv1',
  'v=STSv1;',
  ';id=20260101',
  '; id=a1;',
  ' id=',
  ';ID=1',
  '; ext=1',
  '; e.x-t_1=a:b',
  '; ext=',
  '; _x=1',
  `; id=${'9'.repeat(33)}`,
);

test('MTA-STS records: what is read is what RFC 8461 section 3.1 lets be written', (t) => {
  const record = fc.oneof(
    joined(stsPieces),
    joined(stsPieces).map((text) => `v=STSv1${text}`),
  );
  const property = fc.property(record, (text) => {
    const isValid = isMtaStsRecord(text) && 'id' in parseMtaStsRecord(text);
    const ids = text.match(/(?:;[ \t]*)id=/g)?.length ?? 0;
    return isValid === (grammars.sts.test(text) && ids === 1);
  });
  fc.assert(property, { numRuns: 4_000 });
  t.pass();
});

const tlsRptPieces = fc.constantFrom(
  'v=TLSRPTv1',
  ';rua=mailto:a@b.example',
  '; rua=https://r.example/x',
  ';rua=mailto:a@b.example,https://r.example/',
  ',mailto:a@b.example',
  ';rua=',
  ';RUA=mailto:a@b.example',
  ';rua=a@b.example',
  ';rua =mailto:a@b.example',
  '; ext=1',
  ';ext',
);

test('TLSRPT records: what is read is what RFC 8460 section 3 lets be written', (t) => {
  const property = fc.property(
    joined(tlsRptPieces).map((text) => `v=TLSRPTv1${text}`),
    (text) => {
      const read = isTlsRptRecord(text) ? parseTlsRptRecord(text) : undefined;
      const isValid = read !== undefined && read.problems.length === 0;
      return isValid === (grammars.tlsRpt.test(text) && /;[ \t]*rua=/.test(text));
    },
  );
  fc.assert(property, { numRuns: 4_000 });
  t.deepEqual(parseTlsRptRecord('v=TLSRPTv1; rua=mailto:a@b.example; rua=https://r.example/').destinations, [
    'mailto:a@b.example',
    'https://r.example/',
  ]);
});

const logo = 'https://logos.example/mark.svg';
const bimiCases: readonly (readonly [string, 'none' | 'bad' | 'declined' | 'sound'])[] = [
  [`v=BIMI1; l=${logo}`, 'sound'],
  [`v = BIMI1 ;l= ${logo} ;`, 'sound'],
  [`v=BIMI1; a=; l=${logo}z; foo=bar`, 'sound'],
  [`v=BIMI1; l=${logo}; avp=sometimes`, 'sound'],
  [`v=bimi1; l=${logo}`, 'none'],
  [`V=BIMI1; l=${logo}`, 'none'],
  [`v=BIMI2; l=${logo}`, 'none'],
  [`l=${logo}; v=BIMI1`, 'none'],
  ['v=BIMI1; l=; a=', 'declined'],
  ['v=BIMI1; l=', 'declined'],
  ['v=BIMI1', 'bad'],
  [`v=BIMI1; L=${logo}`, 'bad'],
  ['v=BIMI1; l=; a=https://logos.example/mark.pem', 'bad'],
  [`v=BIMI1; l=${logo},https://logos.example/second.svg`, 'bad'],
  ['v=BIMI1; l=https://logos.example/mark.png', 'bad'],
  [`v=BIMI1; l=${logo}; l=${logo}`, 'bad'],
  [`v=BIMI1; l=${logo}; a=http://logos.example/mark.pem`, 'bad'],
  [`v=BIMI1; l=${logo}; and more`, 'bad'],
];

for (const [text, wanted] of bimiCases)
  test(`BIMI records: ${text} is ${wanted}`, (t) => {
    const record = isBimiRecord(text) ? parseBimiRecord(text) : undefined;
    const found =
      record === undefined
        ? 'none'
        : record.problems.length > 0
          ? 'bad'
          : record.declined
            ? 'declined'
            : 'sound';
    t.is(found, wanted, record?.problems.join());
  });

test('avp= of a BIMI record says whose picture is preferred', (t) => {
  t.is(parseBimiRecord(`v=BIMI1; l=${logo}; avp=personal`).preference, 'personal');
  for (const other of ['', '; avp=brand', '; avp=Personal', '; AVP=personal'])
    t.is(parseBimiRecord(`v=BIMI1; l=${logo}${other}`).preference, 'brand');
});
