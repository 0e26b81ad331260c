import type { Row, RowRecord } from '@sonde/shared/batch/row.ts';
import { marks } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { asked, denied, inOrder } from '../../../support/detection/traffic.ts';
import { base32, base36, lower, many } from '../../../support/detection/unseen/parts.ts';

const random = () => new SeededRandom(11);

function soa(name: string, data: string): RowRecord {
  return { section: 'authority', name, type: recordTypes.SOA, ttl: 0, data };
}

test('data that comes down behind denials is found', (t) => {
  const r = random();
  const rows = many(700, (n) => {
    const data = `${r.text(base32, 60)}.${r.text(base32, 50)}.far-depot.com ${r.text(base32, 60)}.far-depot.com ${n} 1 1 1 1`;
    return asked({
      at: n,
      name: `${n}.far-depot.com`,
      code: 'NXDOMAIN',
      change: { authorityCount: 1, records: [soa('far-depot.com', data)], responseSize: 260 },
    });
  });
  t.true(alerts(detect(rows)).includes('dns_tunnel medium far-depot.com'));
});

test('proofs of denials, which are new for every name, are no data', (t) => {
  const r = random();
  const rows = many(700, (n) =>
    asked({
      at: n,
      name: `h${n}.far-depot.com`,
      code: 'NXDOMAIN',
      change: {
        authorityCount: 3,
        responseSize: 900,
        records: [
          soa('far-depot.com', 'a.nic. b.nic. 1 2 3 4 5'),
          {
            section: 'authority',
            name: `${r.text(base32, 32)}.far-depot.com`,
            type: recordTypes.NSEC3,
            ttl: 300,
            data: `1 0 0 - ${r.text(base32, 32)} A RRSIG`,
          },
        ],
      },
    }),
  );
  t.deepEqual(alerts(detect(rows)), []);
});

test('data below a reverse zone is found', (t) => {
  const r = random();
  const rows = many(60, (n) =>
    asked({
      at: n,
      name: `${r.text(base32, 60)}.${r.text(base32, 60)}.7.113.0.203.in-addr.arpa`,
      type: 'PTR',
      answers: [`${r.text(base32, 50)}.host.net.`],
    }),
  );
  t.true(alerts(detect(rows)).some((alert) => alert.startsWith('dns_tunnel medium')));
});

test('answers from private networks excuse no names that are full of data', (t) => {
  const r = random();
  const rows = many(120, (n) =>
    asked({
      at: n,
      name: `${r.text(base32, 60)}.${r.text(base32, 50)}.far-depot.com`,
      answers: [`10.1.${n}.${r.between(1, 250)}`],
    }),
  );
  t.true(alerts(detect(rows)).includes('dns_tunnel medium far-depot.com'));
});

test('a generator is found whose names a policy answers without data', (t) => {
  const r = random();
  const rows = many(64, (n) =>
    asked({
      at: n * 20,
      name: `${r.text(lower, 14)}.com`,
      answers: [],
      change: { authorityCount: 1, records: [soa('policy.invalid', 'a. b. 1 2 3 4 5')] },
    }),
  );
  t.true(alerts(detect(rows)).some((alert) => alert.startsWith('dga medium')));
});

test('a generator of syllables with short labels is found on a machine in use', (t) => {
  const r = random();
  const syllables = () => r.of(['ba', 'ko', 'ri', 'lu', 'me', 'to', 'na', 'vi', 'sa', 'du', 'pe', 'go']);
  const rows = inOrder([
    ...many(64, (n) =>
      denied(
        n * 20,
        `${syllables()}${syllables()}${syllables()}${n % 2 === 0 ? syllables() : ''}.com`,
        'com',
      ),
    ),
    ...many(160, (n) => asked({ at: n * 8, name: `www.page-${n % 60}.com` })),
  ]);
  t.true(alerts(detect(rows)).some((alert) => alert.startsWith('dga ')));
});

test('a name that turns to an alias of the own machine is rebinding', (t) => {
  const turned = asked({
    at: 5,
    name: 'r.attacker-site.com',
    ttl: 1,
    change: {
      answerCount: 1,
      records: [
        {
          section: 'answer',
          name: 'r.attacker-site.com',
          type: recordTypes.CNAME,
          ttl: 1,
          data: 'localhost.',
        },
      ],
    },
  });
  const rows = [asked({ at: 0, name: 'r.attacker-site.com', ttl: 1, answers: ['45.0.0.1'] }), turned];
  t.deepEqual(alerts(detect(rows)), ['dns_rebinding medium attacker-site.com']);
  t.deepEqual(alerts(detect([turned])), []);
});

test('a denial and an address for one query are a forgery, in either order', (t) => {
  const name = 'www.bank-site.com';
  const own = { clientPort: 40_001, messageId: 77 };
  const address = (change: Partial<Row>) =>
    asked({ at: 0, name, answers: ['45.0.0.1'], change: { ...own, ...change } });
  const denial = (change: Partial<Row>) =>
    asked({ at: 0, name, code: 'NXDOMAIN', change: { ...own, ...change } });
  const differs = { marks: marks.responseDiffers };
  const second = { ...differs, outcome: 'orphan' } as const;
  const forgery = ['poisoning medium bank-site.com'];
  t.deepEqual(alerts(detect([address(differs), denial(second)])), forgery);
  t.deepEqual(alerts(detect([denial(differs), address(second)])), forgery);
  t.deepEqual(alerts(detect([denial(differs), denial(second)])), []);
});

test('several machines with one clock are remarked on, also if the clock wavers', (t) => {
  const r = random();
  const rows = inOrder(
    many(5 * 60, (n) =>
      asked({
        at: Math.floor(n / 5) * 900 + (n % 5) * 70 + (r.next() - 0.5) * 300,
        client: `192.0.2.${20 + (n % 5)}`,
        name: 'cdn.far-depot.com',
        ttl: 60,
      }),
    ),
  );
  const beacons = detect(rows).filter(({ type }) => type === 'beaconing');
  t.is(new Set(beacons.map(({ subject }) => subject)).size, 5);
  t.true(beacons.every(({ severity }) => severity === 'info'));
});

const named = (at: number, name: string) => asked({ at, name, type: 'PTR', code: 'NXDOMAIN' });

test('a walk over a few addresses of many networks, and one over a network of IPv6, are sweeps', (t) => {
  const walk = many(400, (n) => named(n, `${1 + (n % 10)}.${Math.floor(n / 10)}.20.10.in-addr.arpa`));
  t.true(alerts(detect(walk)).some((alert) => alert.startsWith('reconnaissance low')));
  const six = many(200, (n) => {
    const address = `20010db8000000070000000000000000`.slice(0, -2) + n.toString(16).padStart(2, '0');
    return named(n, `${[...address].reverse().join('.')}.ip6.arpa`);
  });
  t.true(alerts(detect(six)).some((alert) => alert.startsWith('reconnaissance low')));
});

test('brands with a number behind, and parcel services beside words of bait, are imitations', (t) => {
  for (const name of [
    'login-microsoft365.top',
    'sparkasse-sicherheit.top',
    'dhl-paket-zoll.info',
    'appleid-support-login.com',
  ])
    t.is(alerts(detect([asked({ at: 0, name: `www.${name}` })])).length, 1, name);
  for (const name of ['ups-and-downs.com', 'hermes-service.de', 'apple-pie-recipes.com'])
    t.deepEqual(alerts(detect([asked({ at: 0, name: `www.${name}` })])), [], name);
});

test('a remark that comes later leaves the evidence of what was found', (t) => {
  const r = random();
  const rows = many(400, (n) =>
    asked({
      at: n * 0.5,
      name: `${r.text(base32, 60)}.${r.text(base32, 40)}.far-depot.com`,
      answers: ['45.0.0.1'],
    }),
  );
  for (const { severity, evidence } of detect(rows))
    if (severity !== 'info') t.true(Number(evidence!.payload_octets ?? evidence!.octets_up) > 1_000);
});

test('data that is carried below many domains in turns is added up, but not what many clients ask', (t) => {
  const upload = (clients: number, perDomain: (n: number) => string) => {
    const r = random();
    return many(600, (n) =>
      asked({
        at: n * 5,
        client: `192.0.2.${10 + (n % clients)}`,
        name: `${r.text(base32, 60)}.${r.text(base32, 50)}.${perDomain(n)}`,
        answers: ['45.0.0.1'],
      }),
    );
  };
  const found = alerts(detect(upload(1, (n) => `depot-${n % 24}.com`)));
  t.deepEqual(found, ['dns_tunnel medium 192.0.2.10 below many domains']);
  const service = alerts(detect(upload(12, (n) => `depot-${n % 7}.com`)));
  t.false(service.some((alert) => alert.endsWith('below many domains')));
});

test('few very long answers are found whatever the names say', (t) => {
  const r = random();
  const texts = ['harbor', 'velvet', 'quartz', 'meadow', 'lantern', 'copper'];
  const under = (text: (n: number) => string) =>
    alerts(
      detect(
        texts.map((word, n) =>
          asked({ at: n * 120, name: `${word}.far-depot.com`, type: 'TXT', answers: [text(n)], ttl: 60 }),
        ),
      ),
    );
  const packed = () => `"{\\"k\\":\\"${r.text(base36, 120)}\\",\\"v\\":\\"${r.text(base36, 90)}\\"}"`;
  t.deepEqual(under(packed), ['dns_tunnel medium far-depot.com']);
  const key = `"v=DKIM1; k=rsa; p=${r.text(base36, 250)}"`;
  t.deepEqual(
    under(() => key),
    [],
  );
  t.deepEqual(
    under((n) => key.replace('p=', `p=${r.text(base36, 20)}${n}`)),
    [],
  );
  const told =
    'owner=the cluster of the north, resource=ingress of the shop and its basket, kept by the team of';
  t.deepEqual(
    under((n) => `"${told} ${told} ${n}"`),
    [],
  );
});

test('a name that turns to a private address behind NAT64 is rebinding', (t) => {
  const turned = asked({
    at: 6,
    name: 'r.attacker-site.com',
    type: 'AAAA',
    ttl: 0,
    answers: ['64:ff9b::c0a8:101'],
  });
  const rows = [asked({ at: 0, name: 'r.attacker-site.com', ttl: 1, answers: ['45.0.0.1'] }), turned];
  t.deepEqual(alerts(detect(rows)), ['dns_rebinding medium attacker-site.com']);
});

test('who tries names that a provider gives to anybody, or asks for aliases alone, explores', (t) => {
  const parts =
    'shop mail test stage admin backup images media files store portal login assets data public report archive build'.split(
      ' ',
    );
  const words = Array.from({ length: 324 }, (_, n) => `${parts[n % 18]}${parts[Math.floor(n / 18)]}`);
  const stores = words.map((word, n) => denied(n * 2, `${word}.blob.core.windows.net`, 'core.windows.net'));
  t.deepEqual(alerts(detect(stores)), ['reconnaissance low 192.0.2.10 blob.core.windows.net']);
  const aliases = (label: (n: number) => string) =>
    many(80, (n) =>
      asked({ at: n * 2, name: `${label(n)}.target-site.com`, type: 'CNAME', answers: [`h${n}.host.net.`] }),
    );
  t.deepEqual(alerts(detect(aliases((n) => words[n]!))), ['reconnaissance low 192.0.2.10 target-site.com']);
  t.deepEqual(alerts(detect(aliases((n) => `_acme-challenge.h${n}`))), []);
});

test('text in hexadecimal is no digest, whatever short label stands in front', (t) => {
  const text = 'the quick brown fox jumps over the lazy dog and 13 wizards hack boxes, '.repeat(99);
  for (const front of ['', 'q.', 'files.']) {
    const rows = Array.from({ length: 300 }, (_, n) => {
      const hex = Buffer.from(text.slice(n * 20, n * 20 + 20)).toString('hex');
      return asked({ at: n, name: `${front}${hex}.mirror-host.net` });
    });
    t.true(alerts(detect(rows)).includes('dns_tunnel medium mirror-host.net'), front);
  }
});
