import { isIP } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';
import { parseAddress } from '../../../../../collector/domain/detection/rows/parse-address.ts';

/** Where the address is written to, with a byte on either side that must stay as it is. */
function parsed(text: string): Buffer | undefined {
  const bytes = Buffer.from(`<${text}>`, 'latin1');
  const target = Buffer.alloc(18, 0x55);
  const isAddress = parseAddress(bytes, 1, bytes.length - 1, target, 1);
  if (target[0] !== 0x55 || target[17] !== 0x55) throw new Error('written outside of its 16 bytes');
  return isAddress ? target.subarray(1, 17) : undefined;
}

test('reads every address as the text form does', (t) => {
  const group = fc.oneof(fc.nat(0xffff), fc.constant(0)).map((value) => value.toString(16));
  const groups = fc.array(group, { maxLength: 8 }).map((parts) => parts.join(':'));
  const gap = fc.constantFrom('::', ':', '', ':::');
  const tail = fc.constantFrom('', ':192.0.2.7', '192.0.2.300', '%eth0', 'g', 'F00D');
  fc.assert(
    fc.property(groups, gap, groups, tail, (head, middle, rest, end) => {
      const text = head + middle + rest + end;
      const expected = isIP(text) !== 0 && !text.includes('%') ? addressBytes(text) : undefined;
      t.deepEqual(parsed(text), expected, text);
    }),
    { numRuns: 5_000 },
  );
});

test('reads dotted text, and nothing that only looks like an address', (t) => {
  t.deepEqual(parsed('192.0.2.255'), addressBytes('192.0.2.255'));
  t.deepEqual(parsed('::'), Buffer.alloc(16));
  t.deepEqual(parsed('2001:DB8::1'), addressBytes('2001:db8::1'));
  t.deepEqual(parsed('::ffff:192.0.2.1'), addressBytes('192.0.2.1'));
  const none = [
    '',
    ':',
    '1',
    '1:',
    ':1',
    '1::2::3',
    '1:2:3:4:5:6:7:8::',
    '12345::',
    '192.0.2',
    '192.0.2.256',
  ];
  for (const text of none) t.is(parsed(text), undefined, text);
});
