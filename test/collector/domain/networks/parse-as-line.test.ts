import test from 'ava';
import fc from 'fast-check';
import { parseAsLine } from '../../../../collector/domain/networks/parse-as-line.ts';

const v4 = (a: number, b: number, c: number, d: number) => ((a * 256 + b) * 256 + c) * 256 + d;

test('every documented form is read', (t) => {
  const range = { family: 4, start: v4(192, 0, 2, 0), end: v4(192, 0, 2, 255), asn: 64_500 } as const;
  t.deepEqual(parseAsLine('192.0.2.0\t192.0.2.255\t64500\tDE\tEXAMPLE-NET Example, of Berlin'), {
    ...range,
    country: 'DE',
    name: 'EXAMPLE-NET Example, of Berlin',
  });
  t.like(parseAsLine('192.0.2.0\t192.0.2.255\t64500\tNone\tEXAMPLE'), { country: null, name: 'EXAMPLE' });
  for (const line of [
    '192.0.2.0/24 64500',
    '192.0.2.0/24\tAS64500',
    '192.0.2.77/24,as64500',
    '192.0.2.0 24 64500',
  ])
    t.deepEqual(parseAsLine(line), { ...range, country: null, name: null }, line);
  t.like(parseAsLine('192.0.2.0/24,64500,"Example, Inc."'), { ...range, name: 'Example, Inc.' });
  t.like(parseAsLine('192.0.2.0/24 64500 Example Net'), { ...range, name: 'Example Net' });
  t.like(parseAsLine('192.0.2.0\t24\t64500_64501'), range);
  t.like(parseAsLine('192.0.2.0\t24\t{64500,64501}'), range);
  const high = 0x2001_0db8_0000;
  t.like(parseAsLine('2001:db8::/32 64501'), { family: 6, start: high, end: high + 0xffff, asn: 64_501 });
  t.like(parseAsLine('2001:db8::\t2001:db8:ffff:ffff:ffff:ffff:ffff:ffff\t64501\tSE\tX'), {
    start: high,
    end: high + 0xffff,
  });
  t.like(parseAsLine('0.0.0.0/0 1'), { start: 0, end: 0xffff_ffff });
});

test('comments and what nobody announces are nothing, and the rest is malformed', (t) => {
  for (const line of ['', '  ', '# a comment', '; another', '192.0.2.0\t192.0.2.255\t0\tNone\tNot routed'])
    t.is(parseAsLine(line), 'nothing', line);
  for (const line of [
    'network,autonomous_system_number',
    '192.0.2.0/33 64500',
    '192.0.2.0/24 4294967296',
    '192.0.2.0/24 somebody',
    '192.0.2.0/24',
    '192.0.2.300/24 64500',
    '192.0.2.9\t192.0.2.3\t64500\tDE\tbackwards',
    '192.0.2.0\t2001:db8::\t64500\tDE\tmixed',
    '2001:db8::/64 64500',
    '2001:db8::1\t2001:db8::ff\t64500\tDE\tsmall',
    '<html>',
  ])
    t.is(parseAsLine(line), undefined, line);
});

test('no line makes it throw', (t) => {
  const part = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.nat().map(String),
    fc.string(),
    fc.constantFrom('/', 'AS', '{'),
  );
  const separator = fc.constantFrom('\t', ',', ' ', '/', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(part, separator), { maxLength: 6 }), (parts) => {
      const range = parseAsLine(parts.flat().join(''));
      if (typeof range === 'object') t.true(range.start <= range.end && range.asn > 0);
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});
