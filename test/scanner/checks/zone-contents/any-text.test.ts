import test from 'ava';
import fc from 'fast-check';
import { validateZone } from '../../../../scanner/checks/zone-contents/validate-zone.ts';
import { mutateZone, soundZone } from '../../../support/zones/mutate-zone.ts';

const now = Date.UTC(2026, 5, 1) / 1_000;
const words = [
  '@',
  'a',
  '*',
  'b.c',
  '_x',
  'example.',
  'sub',
  'IN',
  'CH',
  '60',
  'A',
  'NS',
  'CNAME',
  'DNAME',
  'DS',
  'NSEC',
  'NSEC3',
]
  .concat([
    'NSEC3PARAM',
    'RRSIG',
    'DNSKEY',
    'CDS',
    'TXT',
    'MX',
    'SOA',
    'ZONEMD',
    '192.0.2.1',
    '1',
    '0',
    '13',
    '2',
    'AAAA',
    '-',
  ])
  .concat([
    '\\# 0',
    '\\# 2 abcd',
    '"',
    '(',
    ')',
    ';',
    '\\',
    '$ORIGIN',
    '$TTL',
    '\n',
    '\n ',
    '20300101000000',
  ]);

test('any text is judged, with counts that add up', (t) => {
  const line = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(' '));
  const lines = fc.array(line, { maxLength: 12 }).map((all) => `${soundZone}${all.join('\n')}`);
  fc.assert(
    fc.property(
      fc.oneof(
        lines,
        fc.string({ unit: 'binary' }),
        fc.nat().map((seed) => mutateZone(soundZone, seed).text),
      ),
      (text) => {
        const { accepted, counts, findings, omitted } = validateZone(text, { now });
        t.is(accepted, counts.error === 0);
        t.is(counts.error + counts.warning + counts.info, findings.length + omitted);
        for (const { message, rule, line: at } of findings) {
          if (message === '' || rule === '' || (at !== null && at < 1)) t.fail(JSON.stringify(findings));
        }
      },
    ),
    { numRuns: 300 },
  );
});
