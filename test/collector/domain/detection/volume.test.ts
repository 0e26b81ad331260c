import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import type { recordTypes } from '../../../../shared/dns/record-types.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { asked, inOrder } from '../../../support/detection/traffic.ts';

const hex = '0123456789abcdef';
const words = ['north', 'river', 'stone', 'cloud', 'paper', 'green', 'light', 'house', 'field', 'storm'];

/** One answer of a download: 200 octets under the next name. */
function download(type: keyof typeof recordTypes, count: number, name: (n: number) => string): Row[] {
  const random = new SeededRandom(7);
  return Array.from({ length: count }, (_, n) =>
    asked({ at: n / 5, name: name(n), type, answers: [`\\# 200 ${random.text(hex, 400)}`], ttl: 0 }),
  );
}

test('what harmless traffic carries stays quiet', (t) => {
  const random = new SeededRandom(3);
  const pages = Array.from({ length: 20_000 }, (_, n) =>
    asked({
      at: n * 4,
      name: `${random.of(['www', 'static', 'api', 'images-cdn', 'login-service'])}.site${random.between(1, 400)}.com`,
      answers: [`198.51.100.${random.between(1, 254)}`],
    }),
  );
  const tenants = Array.from({ length: 3_000 }, (_, n) =>
    asked({
      at: n * 20,
      name: `${random.of(words)}-${random.of(words)}${n}.some-service.com`,
      answers: ['203.0.113.7'],
    }),
  );
  const keys = Array.from({ length: 500 }, (_, n) =>
    asked({
      at: n * 60,
      name: `s${n}._domainkey.mailer${n}.com`,
      type: 'TXT',
      answers: [`"v=DKIM1; p=${random.text(hex, 390)}"`],
    }),
  );
  const digests = Array.from({ length: 5_000 }, (_, n) =>
    asked({ at: n, name: `${random.text(hex, 64)}.new-antivirus.com`, answers: ['127.0.0.1'] }),
  );
  const lists = Array.from({ length: 5_000 }, (_, n) =>
    asked({
      at: n / 2,
      name: `${Array.from({ length: 4 }, () => random.between(1, 254)).join('.')}.new-list.org`,
      code: 'NXDOMAIN',
    }),
  );
  const found = detect(inOrder([...pages, ...tenants, ...keys, ...digests, ...lists])).filter(
    ({ evidence }) => evidence?.octets_up !== undefined && 'limit_octets' in evidence,
  );
  t.deepEqual(alerts(found), []);
});

for (const type of [
  'HTTPS',
  'SVCB',
  'SPF',
  'HINFO',
  'NS',
  'PTR',
  'SOA',
  'CAA',
  'TLSA',
  'TXT',
  'NULL',
] as const)
  test(`a download by ${type} is found within 200 kB, whatever its labels say`, (t) => {
    for (const name of [
      (n: number) => `${n}.update-cache.com`,
      (n: number) => `${words[n % 10]}.${words[Math.floor(n / 10) % 10]}${n}.update-cache.com`,
      (n: number) => `b${n}._domainkey.update-cache.com`,
      () => `stage.update-cache.com`,
    ])
      t.true(
        alerts(detect(download(type, 1_000, name))).some((alert) =>
          /^dns_tunnel (?:medium|high) update-cache\.com$/.test(alert),
        ),
        `${type} ${name(7)}`,
      );
  });

test('an upload in underscored names, in readable words and below a listed service is found', (t) => {
  const random = new SeededRandom(9);
  const upload = (name: () => string, count = 4_000) =>
    alerts(
      detect(Array.from({ length: count }, (_, n) => asked({ at: n / 14, name: name(), code: 'NXDOMAIN' }))),
    ).filter((alert) => /^dns_tunnel (?:medium|high)/.test(alert));
  const text = (length: number) => random.text(hex, length);
  t.true(upload(() => `${text(60)}._x.collector-app.com`).length > 0);
  t.true(upload(() => `${text(60)}.${text(60)}.bash.ws`, 6_000).length > 0);
  const sentence = () => Array.from({ length: 8 }, () => random.of(words)).join('-');
  t.true(upload(() => `${sentence()}.${random.between(0, 9_999)}.collector-app.com`).length > 0);
});

test('behind a resolver of many clients the limits grow, and a flood is found all the same', (t) => {
  const random = new SeededRandom(5);
  const site = Array.from({ length: 20_000 }, (_, n) =>
    asked({
      at: n * 0.15,
      client: '192.0.2.53',
      name: `www.site${random.between(1, 8_000)}.com`,
      type: 'HTTPS',
      answers: ['1 . alpn=h2,h3'],
    }),
  );
  const service = Array.from({ length: 2_500 }, (_, n) =>
    asked({
      at: n * 1.2,
      client: '192.0.2.53',
      name: `${random.text('abcdefghij0123456789', 24)}.app-metrics.com`,
      answers: ['203.0.113.7'],
    }),
  );
  const volumes = (rows: readonly Row[]) =>
    detect(inOrder(rows)).filter(({ evidence, severity }) => severity !== 'info' && evidence?.limit_octets);
  t.deepEqual(volumes([...site, ...service]), []);
  const flood = download('SOA', 9_000, (n) => `${n}.update-cache.com`).map((row) => ({
    ...row,
    clientAddress: '192.0.2.53',
  }));
  t.true(volumes([...site, ...flood]).length > 0);
});
