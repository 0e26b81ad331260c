import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import { families } from '../../../../collector/domain/detection/dga/training/families.ts';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { wordLists } from '../../../../collector/domain/detection/dga/training/word-lists.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { asked, denied } from '../../../support/detection/traffic.ts';

const { adjectives, nouns, verbs } = wordLists;
const alert = 'dga medium 192.0.2.10';

/** Failing queries, one every five seconds; `zone` is the owner of the SOA record that denies the name. */
function failing(names: readonly string[], zone?: (name: string) => string): Row[] {
  return names.map((name, n) =>
    zone === undefined ? asked({ at: n * 5, name, code: 'NXDOMAIN' }) : denied(n * 5, name, zone(name)),
  );
}

const random = () => new SeededRandom(61);
const many = (count: number, make: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => make(n));
const family = (name: string) => families.find((one) => one.name === name)!;

test('labels that are each a little strange are found by their sum', (t) => {
  const r = random();
  const names = many(
    20,
    () => `${r.of('qxzkvw')}${many(4, () => r.of('aeuy') + r.of('bcdgkqvwxz')).join('')}.com`,
  );
  const found = detect(failing(names)).filter(({ type }) => type === 'dga');
  t.deepEqual(alerts(found), [alert]);
  t.true(found.some(({ evidence }) => (evidence!.method as string).startsWith('sum of evidence')));
});

test('words that a counter puts together are found by their parts', (t) => {
  const r = random();
  const names = family('suppobox').burst!(r, 20).map((label) => `${label}.net`);
  const [found] = detect(failing(names));
  t.deepEqual(alerts(detect(failing(names))), [alert]);
  t.regex(found!.evidence!.shared_parts as string, /are made of \d+ first and \d+ second parts/);
});

test('one ending behind letters that change is found, numbers before one name are not', (t) => {
  const names = many(
    16,
    (n) => `${'kqzx'[n % 4]}a${'vbwj'[n >> 2]}${'ozqu'[(n * 3) % 4]}lakesidegardens.com`,
  );
  const found = detect(failing(names)).find(({ evidence }) => evidence!.shared_parts !== undefined);
  t.is(found?.evidence?.shared_parts, '16 of 16 differ only in 4 characters before lakesidegardens');
  t.deepEqual(alerts(detect(failing(many(16, (n) => `shop${n}lakesidegardens.com`)))), []);
});

test('the same labels are no alert where much else that the client asks for exists', (t) => {
  const r = random();
  const rows = failing(family('suppobox').burst!(r, 20).map((label) => `${label}.net`)).flatMap((row, n) => [
    row,
    asked({ at: n * 5 + 1, name: `${r.of(adjectives)}${r.of(nouns)}${n}.org` }),
  ]);
  t.deepEqual(alerts(detect(rows)), []);
});

test('imitations of one name that do not exist are no generator', (t) => {
  const name = 'lakesidegardens';
  const names = [
    ...many(name.length, (n) => `${name.slice(0, n)}${name.slice(n + 1)}.com`),
    ...many(name.length, (n) => `${name.slice(0, n)}${name[n]}${name.slice(n)}.com`),
    ...many(name.length, (n) => `${name.slice(0, n)}e${name.slice(n + 1)}.com`),
  ];
  t.deepEqual(alerts(detect(failing(names, () => 'com'))), []);
});

test('one label under many top-level domains is one name', (t) => {
  const zones = ['com', 'net', 'org', 'info', 'biz', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'ru'];
  t.deepEqual(alerts(detect(failing(zones.map((zone) => `xkqzrvbtw.${zone}`)))), []);
});

test('a host that is missing from a domain that exists says nothing of the domain', (t) => {
  const r = random();
  const label = () => family('conficker').label(r);
  const made = many(14, () => `${label()}.com`);
  t.not(alerts(detect(failing(made, () => 'com'))).length, 0);
  t.not(alerts(detect(failing(made, () => 'policy.blocker.example'))).length, 0, 'a blocker says nothing');
  t.deepEqual(alerts(detect(failing(made, (name) => name))), []);
  const hosts = made.map((name) => `www.${name}`);
  t.deepEqual(alerts(detect(failing(hosts, (name) => name.slice(4)))), []);
  const aliases = failing(made).map((row) => ({ ...row, answerCount: 1 }));
  t.deepEqual(alerts(detect(aliases)), []);
});

test('names below a root that is not the IANA’s count, names of a private one do not', (t) => {
  const under = (zone: string) => {
    const r = random();
    return failing(many(14, () => `${family('conficker').label(r)}.${zone}`));
  };
  t.not(alerts(detect(under('bazar'))).length, 0);
  t.deepEqual(alerts(detect(under('plant7'))), []);
});

test('many domains of which none exists are a low threat where the zones above say so, else a remark', (t) => {
  const r = random();
  const names = many(32, () => `${r.of(verbs)}${r.of(nouns)}${r.of(adjectives)}${r.of(nouns)}.com`);
  const severities = (rows: readonly Row[]) => [
    ...new Set(detect(rows, { batchRows: 1 }).map(({ type, severity }) => `${type} ${severity}`)),
  ];
  t.deepEqual(severities(failing(names, () => 'com')), ['dga low']);
  t.deepEqual(severities(failing(names, () => 'policy.blocker.example')), ['dga info']);
  t.deepEqual(
    severities(
      failing(
        names.map((name) => `www.${name}`),
        () => 'com',
      ),
    ),
    [],
    'hosts of dead links',
  );
});
