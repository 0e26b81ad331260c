import test from 'ava';
import fc from 'fast-check';
import { recordTypeNumber } from '../../../shared/dns/record-types.ts';
import { TextBuffer } from '../../../shared/presentation/text-buffer.ts';
import { DataReader } from '../../../shared/record-data/data-reader.ts';
import { writeRecordData } from '../../../shared/record-data/record-data.ts';
import { recordExamples } from '../../support/packets/record-examples.ts';

/** The text of data that lies behind a header's bytes. */
function textOf(type: number, data: Uint8Array, recordClass = 1): string {
  const out = new TextBuffer(1024 * 1024);
  const reader = new DataReader();
  reader.bytes = Buffer.concat([Buffer.alloc(12), data, Buffer.alloc(8, 0xff)]);
  reader.messageEnd = 12 + data.length;
  reader.at = 12;
  reader.end = reader.messageEnd;
  writeRecordData(out, reader, type, recordClass);
  return Buffer.from(out.bytes.subarray(0, out.position)).toString('latin1');
}

const generic = (data: Buffer): string => `\\# ${data.length} ${data.toString('hex')}`.trimEnd();

for (const [index, [type, text, data]] of recordExamples.entries()) {
  test(`${type} reads as others show it (${index})`, (t) => {
    t.is(textOf(recordTypeNumber(type)!, Buffer.from(data, 'hex')), text);
  });
}

test('data that was cut short is written in the generic form, or is sound as it is', (t) => {
  for (const [type, , hex] of recordExamples) {
    const data = Buffer.from(hex, 'hex');
    for (let length = 0; length < data.length; length++) {
      const text = textOf(recordTypeNumber(type)!, data.subarray(0, length));
      t.regex(text, /^[ -~]*$/);
      if (length === 0) t.is(text, '\\# 0');
    }
  }
});

test('any data of any type becomes printable text of bounded length', (t) => {
  const known = [...new Set(recordExamples.map(([type]) => recordTypeNumber(type)!))];
  const property = fc.property(
    fc.oneof(fc.constantFrom(...known), fc.nat(65_535)),
    fc.uint8Array({ maxLength: 300 }),
    (type, data) => {
      const text = textOf(type, data);
      return /^[ -~]+$/.test(text) && text.length <= 16 + data.length * 30;
    },
  );
  fc.assert(property, { numRuns: 3_000 });
  t.pass();
});

test('unknown types, and known ones of another class, take the generic form', (t) => {
  const data = Buffer.from('0a000001', 'hex');
  t.is(textOf(62_347, data), '\\# 4 0a000001');
  t.is(textOf(1, data, 3), '\\# 4 0a000001');
  t.is(textOf(1, data, 0x8001), '10.0.0.1');
});

test('odd data takes the generic form', (t) => {
  const odd: [string, string][] = [
    ['A', '0a0000'],
    ['AAAA', '20010db8'],
    ['TXT', '05616263'],
    ['SVCB', '00010000030002003500010003026832'], // keys out of order
    ['SVCB', '000100000300010a'], // a port of one byte
    ['NSEC', '000001'], // an empty window
    ['LOC', '0133161389172dd070be15f000988d20'], // another version
    ['CAA', '00032d2d2d78'], // a tag that is no word
  ];
  for (const [type, hex] of odd) {
    const data = Buffer.from(hex, 'hex');
    t.is(textOf(recordTypeNumber(type)!, data), generic(data), type);
  }
});
