import test from 'ava';
import { siteWords } from '../../../../collector/bench/site-words.ts';
import { abbreviatedKinds } from '../../../../collector/domain/detection/dga/training/abbreviations.ts';
import { families } from '../../../../collector/domain/detection/dga/training/families.ts';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { recordTypes } from '../../../../shared/dns/record-types.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { type Asked, asked, denied, inOrder } from '../../../support/detection/traffic.ts';

const random = new SeededRandom(4_242);
const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
const below = (most: number) => random.between(0, most - 1);
const letters = 'abcdefghijklmnopqrstuvwxyz';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const hexadecimal = '0123456789abcdef';
const words = siteWords.plain;
const tunnels = (rows: readonly Row[]) =>
  alerts(detect(inOrder(rows))).filter((alert) => alert.startsWith('dns_tunnel'));
const dga = (rows: readonly Row[]) =>
  alerts(detect(inOrder(rows))).filter((alert) => alert.startsWith('dga'));

/** What people do meanwhile: sites that exist, asked for themselves and by their host. */
const inUse = (seconds: number, every: number) =>
  many(Math.floor(seconds / every), (n) => {
    const domain = `${words[below(words.length)]}${words[below(words.length)]}.org`;
    return asked({ at: n * every, name: n % 2 === 0 ? domain : `www.${domain}` });
  });

const address = () => `2001:${many(7, () => random.text(hexadecimal, 4)).join(':')}`;

test('data in addresses under short names is found, and so is what one name is polled for', (t) => {
  const counted = many(1_800, (n) =>
    asked({ at: n / 5, name: `p${n}.mirror-host.net`, type: 'AAAA', answers: [address()], ttl: 0 }),
  );
  t.true(tunnels(counted).length > 0);
  const several = many(6_000, (n) =>
    asked({ at: n / 5, name: 'next.mirror-host.net', type: 'AAAA', answers: [address()], ttl: 0 }),
  );
  t.true(tunnels(several).length > 0);
  const rotating = many(3_000, (n) =>
    asked({
      at: n / 5,
      name: `edge${n % 40}.shared-host.net`,
      type: 'AAAA',
      answers: [`2001:db8::${n % 300}`, `2001:db8:1::${n % 200}`],
    }),
  );
  t.deepEqual(tunnels(rotating), [], 'a few hundred addresses that come back');
});

const ofType = (at: number, queryType: number, change: Partial<Asked> = {}) =>
  asked({ at, name: 't.type-mirror.net', code: 'NOERROR', ...change, change: { queryType } });

test('data in the numbers of types under one name is found, and types that are assigned are an inventory', (t) => {
  const number = () => random.between(1, 65_000);
  const found = detect(many(40, (n) => ofType(n * 150, number())));
  t.deepEqual(
    [...new Set(alerts(found))],
    ['dns_tunnel medium type-mirror.net'],
    'two octets in 150 seconds',
  );
  t.like(found[0], { evidence: { different_types: 20 } });
  t.deepEqual(tunnels(many(900, (n) => ofType(n, 65_280 + (n % 15)))), [], 'fifteen types of private use');
  t.deepEqual(tunnels(many(40, (n) => ofType(n * 240, number()))), [], 'fifteen an hour');
  const assigned = Object.values(recordTypes).filter((type) => type !== recordTypes.AXFR);
  t.deepEqual(tunnels(assigned.map((type, n) => ofType(n, type))), []);
  const domains = many(40, (n) => ofType(n, number(), { name: `${words[n]}-${words[n + 1]}.org` }));
  t.deepEqual(tunnels(domains), [], 'damaged queries, each for another domain');
});

const uploads: Readonly<Record<string, () => string>> = {
  'a service': () => `${random.text(base32, 55)}._sip._tcp`,
  'underscores before data': () =>
    `_${random.text(base32, 20)}._${random.text(base32, 20)}._${random.text(base32, 20)}`,
  dkim: () => `${random.text(base32, 60)}.dkim`,
  selectors: () => `${random.text(hexadecimal, 60)}._domainkey`,
  reports: () => `${random.text(base32, 50)}._report._dmarc`,
  challenges: () => `_acme-challenge.${random.text(base32, 50)}`,
};

for (const [what, name] of Object.entries(uploads)) {
  test(`data below underscored labels is found before 200 kB at one name in two seconds: ${what}`, (t) => {
    const rows = many(3_400, (n) =>
      asked({ at: n * 2, name: `${name()}.backup-sync.net`, code: 'NXDOMAIN' }),
    );
    t.true(tunnels(rows).length > 0);
    t.deepEqual(tunnels(rows.slice(0, 300)), [], 'what a mail server asks of one domain');
  });
}

const fates: Readonly<Record<string, Partial<Asked>>> = {
  SERVFAIL: { code: 'SERVFAIL' },
  nothing: { change: { responseCode: 65_535, outcome: 'unanswered', answerCount: 0, records: [] } },
  '0.0.0.0': { answers: ['0.0.0.0'] },
};

for (const [fate, change] of Object.entries(fates)) {
  test(`a generator of three names an hour that are answered with ${fate} is found on a machine in use`, (t) => {
    const rows = many(24, (n) =>
      asked({ at: n * 1_200, name: `${random.text(letters, 12)}.biz`, ...change }),
    );
    t.deepEqual(dga([...rows, ...inUse(28_800, 120)]), ['dga low 192.0.2.10']);
    const blocked = many(24, (n) => asked({ at: n * 1_200, name: `${words[n]}-ads.biz`, ...change }));
    t.deepEqual(dga([...blocked, ...inUse(28_800, 120)]), [], 'a list of trackers');
  });
}

for (const length of [5, 6]) {
  test(`labels of ${length} letters, three an hour, are found on a machine in use`, (t) => {
    const rows = many(30, (n) => denied(n * 1_200, `${random.text(letters, length)}.com`, 'com'));
    t.deepEqual(dga([...rows, ...inUse(36_000, 120)]), ['dga medium 192.0.2.10']);
    const plain = words.filter((word) => word.length === length).slice(0, 30);
    const dead = plain.map((word, n) => denied(n * 1_200, `${word}.com`, 'com'));
    t.deepEqual(dga([...dead, ...inUse(36_000, 120)]), [], 'words');
  });
}

for (const size of [16, 200]) {
  test(`words that a counter combines from ${size} are found on a machine in use within 64 names`, (t) => {
    const name = () => `${words[below(size)]}${words[(77 + below(size)) % words.length]}.net`;
    const rows = many(64, (n) => denied(n * 30, name(), 'net'));
    t.deepEqual(dga([...rows, ...inUse(64 * 30, 12)]), ['dga low 192.0.2.10']);
  });
}

test('syllables of a generator, two an hour, are found on a machine in use, and initials are not', (t) => {
  const slow = (label: () => string) =>
    dga([...many(40, (n) => denied(n * 1_800, `${label()}.eu`, 'eu')), ...inUse(72_000, 60)]);
  const spoken = families.find(({ name }) => name === 'symmi')!;
  t.deepEqual(
    slow(() => spoken.label(random)),
    ['dga low 192.0.2.10'],
  );
  for (const kind of abbreviatedKinds)
    t.deepEqual(
      slow(() => kind.label(random)),
      [],
      kind.name,
    );
  const club = () => `${random.text('bcdfghklmnprstvw', 2)}${random.of(['gmbh', 'bau', 'tec'])}${below(99)}`;
  t.deepEqual(slow(club), [], 'associations');
});

test('a machine in use with a day of dead links, or one that checks many, has no generator', (t) => {
  const name = () => `${words[below(200)]}${words[below(200)]}.${random.of(['com', 'net', 'org', 'de'])}`;
  const dead = many(20, (n) => denied(n * 1_500, name(), 'com'));
  t.deepEqual(dga([...dead, ...inUse(30_000, 60)]), []);
  const checker = many(900, (n) =>
    n % 10 === 0 ? denied(n * 4, name(), 'com') : asked({ at: n * 4, name: name() }),
  );
  t.deepEqual(dga(checker), []);
});

const day = 86_400;
/** As many rows a day, for two days, from the first second of each on. */
const eachDay = (count: number, make: (at: number, n: number) => Row): Row[] =>
  many(count * 2, (n) => make(Math.floor(n / count) * day + (n % count) * Math.floor(day / count), n));
const raised = (rows: readonly Row[], told: (evidence: Readonly<Record<string, unknown>>) => boolean) =>
  alerts(detect(rows).filter(({ evidence }) => told(evidence ?? {})));

test('octets of a day are an upload beyond the limit of a day, and begin anew with the next', (t) => {
  const sent = (octets: number) =>
    raised(
      eachDay(2_000, (at, n) =>
        asked({ at, name: `${random.text(letters, octets - 6)}${n % 1_000_000}.mirror-host.net` }),
      ),
      ({ window_seconds: seconds }) => seconds === day,
    );
  t.deepEqual(sent(60), [], '120 kB of 150 on each of two days');
  t.deepEqual(sent(92).slice(0, 1), ['dns_tunnel medium mirror-host.net'], '180 kB');
});

test('octets of a day below many domains are an upload beyond the limit of a day', (t) => {
  const sent = (names: number) =>
    raised(
      eachDay(names, (at, n) => asked({ at, name: `${random.text(base32, 55)}.depot-${n % 6}-works.net` })),
      ({ domains, window_seconds: seconds }) => domains !== undefined && seconds === day,
    );
  t.deepEqual(sent(1_400), [], '77 kB of 100 on each of two days');
  t.deepEqual(sent(2_200).slice(0, 1), ['dns_tunnel medium 192.0.2.10 below many domains'], '121 kB');
});

test('encoded names of a day are a slow tunnel beyond the limit of a day', (t) => {
  const asks = (names: number) =>
    alerts(
      detect(eachDay(names, (at) => asked({ at, name: `${random.text(base32, 32)}.mirror-host.net` }))),
    ).filter((alert) => alert.startsWith('dns_tunnel_slow'));
  t.deepEqual(asks(450), [], '450 names of 500 on each of two days');
  t.deepEqual(asks(550).slice(0, 1), ['dns_tunnel_slow low mirror-host.net']);
});

test('domains that a generator makes up count for a day', (t) => {
  const asks = (count: number) =>
    dga(eachDay(count, (at) => denied(at, `${random.text(letters, 14)}.com`, 'com')));
  t.deepEqual(asks(6), [], 'six of eight on each of two days');
  t.deepEqual(asks(9), ['dga medium 192.0.2.10']);
});
