import test from 'ava';
import fc from 'fast-check';
import { writeIpv4 } from '../../../shared/presentation/address-text.ts';
import { TextBuffer } from '../../../shared/presentation/text-buffer.ts';
import { calendarDay } from '../../../shared/text/calendar-day.ts';

/** What is written, behind a byte so that nothing is at an even place by chance. */
function textOf(write: (out: TextBuffer) => void): string {
  const out = new TextBuffer(1_024);
  out.byte(0x2a);
  write(out);
  return Buffer.from(out.bytes.subarray(1, out.position)).toString('latin1');
}

const octets = fc.uint8Array({ maxLength: 100 });

test('numbers are written in decimal, up to 2^53, and filled with zeros', (t) => {
  const number = fc.oneof(fc.nat(1_000), fc.maxSafeNat(), fc.integer({ min: 2 ** 31 - 5, max: 2 ** 32 + 5 }));
  fc.assert(fc.property(number, (value) => textOf((out) => out.decimal(value)) === String(value)));
  fc.assert(
    fc.property(number, fc.integer({ min: 1, max: 16 }), (value, width) => {
      const expected = String(value % 10 ** width).padStart(width, '0');
      return textOf((out) => out.padded(value % 10 ** width, width)) === expected;
    }),
  );
  t.pass();
});

test('octets are written in hexadecimal and Base64', (t) => {
  const property = fc.property(octets, fc.nat(5), (source, skipped) => {
    const from = Math.min(skipped, source.length);
    const part = Buffer.from(source.subarray(from));
    return (
      textOf((out) => out.hex(source, from, source.length)) === part.toString('hex') &&
      textOf((out) => out.base64(source, from, source.length)) === part.toString('base64')
    );
  });
  fc.assert(property);
  t.pass();
});

test('IPv4 addresses are dotted quads', (t) => {
  const property = fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (address) => {
    return textOf((out) => writeIpv4(out, address, 0)) === address.join('.');
  });
  fc.assert(property);
  t.pass();
});

test('days of the calendar are those of Date, from the year 0 to 9999', (t) => {
  const property = fc.property(fc.integer({ min: -719_468, max: 2_932_896 }), (days) => {
    const date = new Date(days * 86_400_000);
    const expected = date.getUTCFullYear() * 512 + (date.getUTCMonth() + 1) * 32 + date.getUTCDate();
    return calendarDay(days) === expected;
  });
  fc.assert(property, { numRuns: 2_000 });
  t.pass();
});
