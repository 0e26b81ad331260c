import test from 'ava';
import fc from 'fast-check';
import {
  ancestry,
  commonAncestor,
  compareNames,
  isAtOrBelow,
  labelCount,
  parentName,
} from '../../../shared/dns/name-relations.ts';
import { nameOfLabels, readWireName, wireName } from '../../../shared/dns/wire-name.ts';

// RFC 4034 section 6.1.
const ordered = [
  'example',
  'a.example',
  'yljkjljk.a.example',
  'z.a.example',
  'zabc.a.example',
  'z.example',
  '\\001.z.example',
  '*.z.example',
  '\\200.z.example',
];

test('names are ordered as RFC 4034 section 6.1 shows', (t) => {
  t.deepEqual(ordered.toReversed().toSorted(compareNames), ordered);
  t.true(compareNames('.', 'example') < 0);
});

const label = fc.uint8Array({ minLength: 1, maxLength: 12 }).map((octets) => Buffer.from(octets));
const name = fc.array(label, { maxLength: 8 }).map(nameOfLabels);

test('a name survives the wire, whatever its octets', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(name, (one) => {
        const wire = wireName(one);
        t.deepEqual(readWireName(wire, 0), { name: one, end: wire.length });
        t.is(labelCount(one), ancestry(one).length - 1);
      }),
      { numRuns: 300 },
    ),
  );
});

test('any octets are read as a name or refused', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
        const read = readWireName(octets, 0);
        return read === undefined || read.end <= octets.length;
      }),
    ),
  );
});

test('above and below go by labels, not by letters', (t) => {
  t.true(isAtOrBelow('www.example', 'example'));
  t.true(isAtOrBelow('www.example', '.'));
  t.true(isAtOrBelow('.', '.'));
  t.false(isAtOrBelow('wwwexample', 'example'));
  t.false(isAtOrBelow('example', 'www.example'));
  // One label with a dot in it.
  t.false(isAtOrBelow('www\\.example', 'example'));
  t.is(parentName('www\\.x.example'), 'example');
  t.is(parentName('example'), '.');
  t.is(parentName('.'), undefined);
  t.is(commonAncestor('a.b.example', 'c.b.example'), 'b.example');
  t.is(commonAncestor('a.test', 'b.example'), '.');
});
