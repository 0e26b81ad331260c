import test from 'ava';
import fc from 'fast-check';
import { writeStoredName } from '../../../sensor/rows/stored-name-text.ts';
import { writeName } from '../../../shared/presentation/name-text.ts';
import { TextBuffer } from '../../../shared/presentation/text-buffer.ts';

/** Octets as names have them: mostly letters, and all that is shown in another way. */
const octet = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0x61, max: 0x7a }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0x20, 0x21, 0x2e, 0x2d, 0x5c, 0x5f, 0x7e, 0x7f, 0x80, 0xff) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 255 })
      .map((value) => (value >= 0x41 && value <= 0x5a ? value + 0x20 : value)),
  },
);
const plainOctet = fc.integer({ min: 0x61, max: 0x7a });
const label = fc.oneof(
  fc.array(plainOctet, { minLength: 1, maxLength: 63 }),
  fc.array(octet, { minLength: 1, maxLength: 63 }),
);
const name = fc.array(label, { maxLength: 10 }).map((labels) => {
  const kept: number[] = [];
  for (const one of labels) if (kept.length + one.length + 2 <= 255) kept.push(one.length, ...one);
  return Uint8Array.from([...kept, 0]);
});

test('a stored name is written as any name is, whatever stands behind it', (t) => {
  const property = fc.property(name, fc.nat(7), fc.integer({ min: 0, max: 255 }), (source, at, behind) => {
    const bytes = new Uint8Array(at + source.length + 4).fill(behind);
    bytes.set(source, at);
    const expected = new TextBuffer(1_100);
    const written = new TextBuffer(1_100);
    expected.position = 3;
    written.position = 3;
    writeName(expected, source, 0, 0, 0);
    writeStoredName(written, bytes, new DataView(bytes.buffer), at, source.length);
    return (
      written.position === expected.position &&
      Buffer.compare(
        written.bytes.subarray(3, written.position),
        expected.bytes.subarray(3, expected.position),
      ) === 0
    );
  });
  fc.assert(property, { numRuns: 3_000 });
  t.pass();
});
