import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { type Asked, asked, denied, inOrder } from '../../../support/detection/traffic.ts';

const random = new SeededRandom(77);
const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
const letters = 'abcdefghijklmnopqrstuvwxyz';
const generated = (length: number) => `${random.text(letters, length)}.com`;
const dga = (found: readonly string[]) => found.filter((alert) => alert.startsWith('dga'));

const fates: Readonly<Record<string, Partial<Asked>>> = {
  SERVFAIL: { code: 'SERVFAIL' },
  REFUSED: { code: 'REFUSED' },
  nothing: { change: { responseCode: 65_535, outcome: 'unanswered', answerCount: 0, records: [] } },
  '0.0.0.0': { answers: ['0.0.0.0'] },
  '127.0.0.1': { answers: ['127.0.0.1'] },
  'a sinkhole': { answers: ['198.51.100.66'] },
};

for (const [fate, change] of Object.entries(fates)) {
  test(`a generator whose names are answered with ${fate} is found, and an outage is not`, (t) => {
    const rows = many(20, (n) => asked({ at: n * 20, name: generated(14), ...change }));
    t.is(dga(alerts(detect(rows))).length > 0, true);
    const outage = many(60, (n) =>
      asked({
        at: n * 5,
        name: `${random.of(['www', 'mail'])}.${random.of(['river', 'garden', 'market'])}${random.of(['house', 'works', 'group'])}${n}.com`,
        ...change,
      }),
    );
    t.deepEqual(alerts(detect(outage)), []);
  });
}

test('a slow generator, and one of short labels, are found', (t) => {
  const slow = many(12, (n) => denied(n * 3_600, generated(14), 'com'));
  t.is(dga(alerts(detect(slow))).length, 1);
  t.is(dga(alerts(detect(slow.slice(0, 7)))).length, 0);
  for (const length of [5, 6])
    t.is(dga(alerts(detect(many(16, (n) => denied(n * 5, generated(length), 'com'))))).length, 1);
  const words =
    'apple river table horse light stone cloud green chair bread ocean tiger lemon piano maple robot';
  t.deepEqual(alerts(detect(words.split(' ').map((word, n) => denied(n * 5, `${word}.com`, 'com')))), []);
});

const turns = (second: Partial<Asked>, first: Partial<Asked> = {}) => [
  asked({ at: 0, name: 'rebind.attacker-site.com', ttl: 1, answers: ['45.0.0.1'], ...first }),
  asked({ at: 5, name: 'rebind.attacker-site.com', ttl: 1, ...second }),
];
const rebinding = ['dns_rebinding medium attacker-site.com'];

test('rebinding to the own machine, by AAAA after A, beyond a minute and by turns with 0.0.0.0 is found', (t) => {
  t.deepEqual(alerts(detect(turns({ answers: ['127.0.0.1'] }))), rebinding);
  t.deepEqual(alerts(detect(turns({ type: 'AAAA', answers: ['::1'] }))), rebinding);
  t.deepEqual(alerts(detect(turns({ type: 'AAAA', answers: ['fd00::1'] }))), rebinding);
  t.deepEqual(alerts(detect(turns({ at: 600, answers: ['10.0.0.1'] }))), rebinding);
  t.deepEqual(alerts(detect(turns({ at: 600, answers: ['10.0.0.1'] }, { ttl: 300 }))), []);
  const back = asked({ at: 9, name: 'rebind.attacker-site.com', ttl: 1, answers: ['45.0.0.1'] });
  t.deepEqual(alerts(detect([...turns({ answers: ['0.0.0.0'] }), back])), rebinding);
  t.deepEqual(alerts(detect(turns({ answers: ['0.0.0.0'] }))), [], 'a blocker');
});

test('what taps lose is no forgery, and a flood beside whole traffic is', (t) => {
  const orphan = (n: number, name: string) =>
    asked({ at: n / 20, name, change: { outcome: 'orphan', messageId: n + 1 } });
  const oneDirection = many(600, (n) => orphan(n, `www.site${n % 6}.com`));
  t.deepEqual(alerts(detect(oneDirection)), []);
  const lossy = many(4_000, (n) =>
    n % 20 === 0
      ? asked({ at: n / 400, name: `www.site${n % 3}.com`, change: { outcome: 'orphan', messageId: n + 1 } })
      : asked({ at: n / 400, name: `www.site${n % 3}.com` }),
  );
  t.deepEqual(alerts(detect(lossy)), []);
  const whole = many(400, (n) => asked({ at: n / 20, name: `www.site${n % 9}.com` }));
  const flood = many(200, (n) => orphan(n, 'www.bank-domain.com'));
  t.deepEqual(alerts(detect(inOrder([...whole, ...flood]))), ['poisoning high bank-domain.com']);
});

test('search suffixes, probes of browsers and a resolver as the only client raise nothing', (t) => {
  const suffix = many(3_000, (n) =>
    asked({
      at: n / 40,
      client: `192.0.2.${n % 200}`,
      name: `www.site${n}.com.corp.some-company.com`,
      code: 'NXDOMAIN',
    }),
  );
  const probes = many(900, (n) =>
    denied(
      n / 3,
      `${random.text(letters, 10)}${n % 3 === 0 ? '' : '.corp.some-company.com'}`,
      'some-company.com',
    ),
  );
  const resolver = many(8_000, (n) =>
    asked({
      at: n / 80,
      client: '192.0.2.53',
      name: `host${n}.site${n % 900}.com`,
      ...(n % 6 === 0 ? { code: 'NXDOMAIN' as const } : {}),
    }),
  );
  const sdp = many(300, (n) =>
    asked({
      at: n / 3,
      name: `${random.text('0123456789abcdef', 8)}-1f3a-4c5d-9e0f-${random.text('0123456789abcdef', 12)}.local`,
      code: 'NXDOMAIN',
    }),
  );
  t.deepEqual(alerts(detect(suffix)), [], 'suffix');
  t.deepEqual(alerts(detect(probes)), [], 'probes');
  t.deepEqual(alerts(detect(resolver)), [], 'resolver');
  t.deepEqual(alerts(detect(sdp)), [], 'uuid.local');
});
