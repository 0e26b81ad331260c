import test from 'ava';
import { validateZone } from '../../../../scanner/checks/zone-contents/validate-zone.ts';
import { Effort } from '../../../../scanner/protocols/dnssec/crypto/effort.ts';
import { hostileZones } from '../../../support/zones/hostile-zones.ts';

const zones = hostileZones();

/** The beginning of a zone that was made to cost, judged with little effort. */
function judge(what: string) {
  const text = zones[what]!.slice(0, 150_000);
  const effort = new Effort({ signatures: 300, hashes: 500 });
  const { signatures, findings } = validateZone(text, { zone: 'example', now: 1_800_000_000, effort });
  return { signatures, codes: new Set(findings.map(({ code }) => code)) };
}

test('keys of one tag and many signatures cost no more than a set may', (t) => {
  const { signatures, codes } = judge('keys of one tag, many signatures');
  t.true(signatures!.unchecked > signatures!.checked);
  t.true(codes.has('signatures_too_many') && codes.has('signatures_unchecked'));
});

test('signatures beyond the effort are counted and not verified', (t) => {
  const { signatures, codes } = judge('short signatures');
  t.is(signatures!.checked, 300);
  t.true(signatures!.unchecked > 0 && codes.has('signatures_unchecked'));
});

test('a set of many records is put in order for few of its signatures', (t) => {
  const lines = zones['many signatures over one large set']!.split('\n');
  const text = [...lines.slice(0, 200), ...lines.slice(-150, -1), ''].join('\n');
  const { signatures } = validateZone(text, { zone: 'example', now: 1_800_000_000 });
  t.is(signatures!.checked, 16);
  t.true(signatures!.unchecked > 100);
});

for (const what of ['NSEC3 with many rounds', 'many NSEC3 chains']) {
  test(`${what}: hashing beyond the effort is left out and told`, (t) => {
    t.true(judge(what).codes.has('nsec3_unchecked'));
  });
}

test('reading ends behind a thousand faults, and says so', (t) => {
  const { counts, findings } = validateZone(zones.faults!, { zone: 'example', now: 1_800_000_000 });
  t.is(counts.error, 1_002, 'with the fault that the last one is, and the server without an address');
  t.true(findings.length <= 102);
});
