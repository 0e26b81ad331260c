import test from 'ava';
import { verifyZonemd } from '../../../../scanner/checks/zonemd/verify-zonemd.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';
import { zonemdExamples } from './rfc8976-examples.ts';

const read = (text: string, origin = 'example') => readZoneFile(text, { origin });
const simple = zonemdExamples[0]!.text;

for (const { section, zone, text } of zonemdExamples) {
  test(`the zone of RFC 8976 appendix ${section} fits its digest`, (t) => {
    const verdict = verifyZonemd(read(text, zone), zone);
    t.is(verdict.status, 'valid', JSON.stringify(verdict.records));
  });

  test(`the zone of RFC 8976 appendix ${section}, shuffled and one letter changed`, (t) => {
    const records = read(text, zone);
    t.is(verifyZonemd(records.toReversed(), zone).status, 'valid');
    const other = read(text.replace(/203\.0\.113\.63|192\.33\.4\.12/, '203.0.113.64'), zone);
    t.is(verifyZonemd(other, zone).status, 'invalid');
  });
}

test('each digest is told of: two fit, and those of private schemes and hashes are left alone', (t) => {
  const { text, zone } = zonemdExamples[2]!;
  const { records } = verifyZonemd(read(text, zone), zone);
  t.deepEqual(
    records.map(({ scheme, hashAlgorithm, status }) => [scheme, hashAlgorithm, status]),
    [
      [1, 1, 'valid'],
      [1, 2, 'valid'],
      [1, 240, 'unsupported'],
      [241, 1, 'unsupported'],
    ],
  );
});

test('what is outside of the zone is counted and left out', (t) => {
  const { text, zone } = zonemdExamples[1]!;
  t.is(verifyZonemd(read(text, zone), zone).outOfZone, 1);
});

const variations: readonly (readonly [string, (text: string) => string, string, string])[] = [
  [
    'a digest for another serial',
    (text) => text.replace('ZONEMD 2018031900', 'ZONEMD 2018031901'),
    'invalid',
    'wrong_serial',
  ],
  ['a digest that is cut', (text) => text.replace('777f98b8e730044c', ''), 'invalid', 'malformed'],
  [
    'a digest that is too short for any',
    (text) => text.replace(/\(\s*c68[^)]+\)/, 'c68090d9'),
    'invalid',
    'malformed',
  ],
  [
    'an unknown scheme',
    (text) => text.replace('2018031900 1 1 (', '2018031900 2 1 ('),
    'unverifiable',
    'unsupported',
  ],
  [
    'an unknown hash',
    (text) => text.replace('2018031900 1 1 (', '2018031900 1 3 ('),
    'unverifiable',
    'unsupported',
  ],
  [
    'two digests of the same kind',
    (text) => `${text}@ 86400 ZONEMD 2018031900 1 1 ${'ab'.repeat(48)}\n`,
    'invalid',
    'duplicate',
  ],
];

for (const [title, change, status, record] of variations) {
  test(`${title}: ${status}`, (t) => {
    const verdict = verifyZonemd(read(change(simple)), 'example');
    t.is(verdict.status, status as typeof verdict.status);
    t.true(verdict.records.some((one) => one.status === record));
    t.regex(verdict.rule, /^RFC 8976 section/);
  });
}

test('no digest, no SOA, two SOAs', (t) => {
  const without = simple.replace(/ +86400 IN ZONEMD[^)]+\)\n/, '');
  t.is(verifyZonemd(read(without), 'example').status, 'absent');
  t.is(
    verifyZonemd(read(without.replace(/^example\..*SOA.*$/m, 'example. 1 IN A 192.0.2.1')), 'example').status,
    'unsound',
  );
  const second = `${simple}@ 86400 SOA ns1 admin 2018031901 1800 900 604800 86400\n`;
  t.is(verifyZonemd(read(second), 'example').status, 'unsound');
});
