import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { domainHash } from '../../../../collector/domain/detection/names/domain-hash.ts';
import { defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { DomainHistory } from '../../../../collector/domain/detection/state/domain-history.ts';
import type { AutonomousSystems } from '../../../../collector/ports/networks/autonomous-systems.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { marks } from '../../../../shared/batch/row-layout.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { asked, inOrder } from '../../../support/detection/traffic.ts';

const day = 86_400;
const random = () => new SeededRandom(41);
const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

test('a client that suddenly asks for hundreds of names that do not exist', (t) => {
  const r = random();
  const rows = times(600, (n) =>
    asked({ at: n / 12, name: `${r.text('abcdefgh', 5)}${n}.site${n % 40}.com`, code: 'NXDOMAIN' }),
  );
  t.true(alerts(detect(rows)).some((alert) => alert.startsWith('nxdomain_storm')));
});

test('what a client has always done is no storm', (t) => {
  const r = random();
  const minute = (m: number) =>
    times(250, (n) =>
      asked({ at: m * 60 + n / 5, name: `w${r.between(0, 1e9)}.site${n % 9}.com`, code: 'NXDOMAIN' }),
    );
  const found = detect(times(40, minute).flat()).filter(({ type }) => type === 'nxdomain_storm');
  // It takes some minutes to learn.
  t.true(found.length > 0);
  t.true(found.every(({ observedAt }) => observedAt.getTime() < 1_790_000_000_000 + 20 * 60_000));
});

test('an attack with random subdomains is about its parent, whoever asks', (t) => {
  const r = random();
  const rows = times(3_000, (n) =>
    asked({
      at: n / 60,
      name: `${r.text('abcdefghijklmnop', 8)}.victim-shop.com`,
      client: `192.0.2.${n % 200}`,
      code: n % 3 === 0 ? 'SERVFAIL' : 'NXDOMAIN',
    }),
  );
  t.true(alerts(detect(rows)).includes('random_subdomain_attack high victim-shop.com'));
});

test('an attack on a parent that always fails a little is found wherever it begins', (t) => {
  const usual = times(40, (n) =>
    asked({ at: n * 7, name: `old${n}.victim-shop.com`, code: 'NXDOMAIN', client: '192.0.2.9' }),
  );
  for (let phase = 0; phase < 60; phase += 6) {
    const attack = times(1_150, (n) =>
      asked({ at: 100 + phase + n * 0.045, name: `a${n * 7_919}.victim-shop.com`, code: 'SERVFAIL' }),
    );
    t.true(
      alerts(detect(inOrder([...usual, ...attack]))).includes('random_subdomain_attack high victim-shop.com'),
      `${phase} s`,
    );
  }
});

test('a name whose addresses wander through many networks', (t) => {
  const rows = times(6, (n) =>
    asked({
      at: n * 200,
      name: 'flux-domain.com',
      ttl: 120,
      answers: times(5, (m) => `${20 + n * 5 + m}.${m}.3.4`),
    }),
  );
  const networks = (asn: (address: Uint8Array) => number): AutonomousSystems => ({
    find: (address) => ({ asn: asn(address), name: null, country: null }),
  });
  const many = networks((address) => 64_500 + address[12]!);
  t.deepEqual(alerts(detect(rows, { parts: { networks: many } })), ['fast_flux medium flux-domain.com']);
  t.deepEqual(
    alerts(detect(rows, { parts: { networks: networks(() => 64_500) } })),
    [],
    'one network is a content network',
  );
  t.deepEqual(
    alerts(detect(rows)),
    ['fast_flux medium flux-domain.com'],
    'thirty addresses in thirty corners',
  );
  t.deepEqual(alerts(detect(rows.slice(0, 3))), [], 'too few to tell without ASNs');
  const before = asked({ at: -8 * day, name: 'www.flux-domain.com', change: { messageId: 1 } });
  t.deepEqual(
    detect([before, ...rows]).map(({ type, severity }) => `${type} ${severity}`),
    ['fast_flux info'],
    'a service that was used a week before',
  );
});

test('a public name that turns private within its time', (t) => {
  const turn = (second: string, change = {}) => [
    asked({ at: 0, name: 'rebind.attacker-site.com', ttl: 1, answers: ['45.0.0.1'] }),
    asked({ at: 5, name: 'rebind.attacker-site.com', ttl: 1, answers: [second], change }),
  ];
  for (const address of ['192.168.1.1', '10.0.0.1', '169.254.169.254']) {
    t.deepEqual(alerts(detect(turn(address))), ['dns_rebinding medium attacker-site.com']);
  }
  t.deepEqual(alerts(detect(turn('45.0.0.2'))), []);
  t.deepEqual(alerts(detect(turn('192.168.1.1', { serverAddress: '10.0.0.53' }))), []);
  const both = [
    asked({ at: 0, name: 'both.attacker-site.com', ttl: 1, answers: ['45.0.0.1', '192.168.1.1'] }),
  ];
  t.deepEqual(alerts(detect(both)), []);
  t.deepEqual(
    detect(both).map(({ type, severity }) => `${type} ${severity}`),
    ['dns_rebinding info'],
  );
});

test('a public name whose service binding hints at an address within', (t) => {
  const name = 'rebind.attacker-site.com';
  const before = asked({ at: 0, name, ttl: 1, answers: ['45.0.0.1'] });
  const hinted = (hints: string, at = 5, client?: string) =>
    asked({ at, name, type: 'HTTPS', ttl: 1, answers: [`1 . alpn=h2 ${hints}`], ...(client && { client }) });
  const found = (rows: readonly Row[]) => detect(rows).map(({ type, severity }) => `${type} ${severity}`);
  for (const hints of ['ipv4hint=192.168.1.1', 'ipv6hint=fd00::1', 'ipv4hint=127.0.0.1'])
    t.deepEqual(found([before, hinted(hints)]), ['dns_rebinding medium'], hints);
  t.like(detect([before, hinted('ipv4hint=192.168.1.1')])[0], {
    message: `${name} had a public address for 192.0.2.10, and was then hinted at 192.168.1.1 within 5 seconds`,
    evidence: { private_address: '192.168.1.1', place: 'private', way: 'address hint of a service binding' },
  });
  t.deepEqual(found([before, hinted('ipv4hint=45.0.0.1,192.168.1.1')]), ['dns_rebinding info']);
  // Nothing public before, long ago, of another client; public hints; those of blockers.
  t.deepEqual(found([hinted('ipv4hint=192.168.1.1')]), []);
  t.deepEqual(found([before, hinted('ipv4hint=192.168.1.1', 4_000)]), []);
  t.deepEqual(found([before, hinted('ipv4hint=192.168.1.1', 5, '192.0.2.11')]), []);
  for (const hints of ['ipv4hint=45.0.0.2', 'ipv4hint=0.0.0.0', ''])
    t.deepEqual(found([before, hinted(hints)]), []);
  // A zone of the site's own.
  const ownZones = ['attacker-site.com'];
  const settings = { site: { ...defaultSettings.site, ownZones } };
  t.deepEqual(detect([before, hinted('ipv4hint=192.168.1.1')], { settings }), []);
  // An own address for a name that is forwarded otherwise, as many have at home.
  const within = asked({ at: 6, name, ttl: 1, answers: ['192.168.1.9'] });
  t.deepEqual(found([hinted('ipv4hint=45.0.0.2'), within]), []);
});

test("a name that several clients use from without is the site's own when it is found within", (t) => {
  const outside = (clients: number, seconds: number) =>
    Array.from({ length: 8 }, (_, n) =>
      asked({
        at: (n * seconds) / 8,
        client: `192.0.2.${10 + (n % clients)}`,
        name: 'owa.attacker-site.com',
        ttl: 30,
        answers: ['45.0.0.1'],
      }),
    );
  const turned = (at: number, address: string, name = 'owa.attacker-site.com') =>
    asked({ at, name, ttl: 30, answers: [address] });
  const found = (rows: readonly Row[]) => detect(rows).map(({ type, severity }) => `${type} ${severity}`);
  t.deepEqual(found([...outside(4, 800), turned(840, '10.20.0.5')]), ['dns_rebinding info']);
  t.deepEqual(found([...outside(4, 800), turned(840, '127.0.0.1')]), ['dns_rebinding medium']);
  t.deepEqual(found([...outside(2, 800), turned(840, '10.20.0.5')]), ['dns_rebinding medium']);
  t.deepEqual(found([...outside(4, 400), turned(440, '10.20.0.5')]), ['dns_rebinding medium']);
});

test('a domain that the location has known for a week is split horizon rather than rebinding', (t) => {
  const turn = (name: string, seconds: number) => [
    asked({ at: seconds, name, ttl: 30, answers: ['45.0.0.1'] }),
    asked({ at: seconds + 20, name, ttl: 30, answers: ['10.20.0.25'] }),
  ];
  const before = [
    asked({ at: 0, name: 'www.example-works.com' }),
    asked({ at: 2 * day, name: 'www.other.com' }),
  ];
  const raised = (seconds: number, name = 'owa.example-works.com') =>
    detect([...before, ...turn(name, seconds)]).map(({ type, severity }) => `${type} ${severity}`);
  t.deepEqual(raised(8 * day), ['dns_rebinding info']);
  t.deepEqual(raised(5 * day), ['dns_rebinding medium']);
  t.deepEqual(raised(8 * day, 'owa.attacker-site.com'), ['dns_rebinding medium']);
});

test('names that look like a watched one and exist', (t) => {
  const settings = { lookalike: { ...defaultSettings.lookalike, watched: ['paypal.com', 'sonde-bank.com'] } };
  const found = (name: string, change = {}) =>
    alerts(detect([asked({ at: 0, name, ...change })], { settings }));
  t.deepEqual(found('www.paypa1.com'), ['homograph high paypa1.com']);
  t.deepEqual(found('xn--pypal-4ve.com'), ['homograph high xn--pypal-4ve.com']);
  t.deepEqual(found('paypaal.com'), ['typosquat medium paypaal.com']);
  t.deepEqual(found('pyapal.net'), ['typosquat medium pyapal.net']);
  t.deepEqual(found('paypal-login.com'), ['typosquat low paypal-login.com']);
  for (const name of ['www.paypal.com', 'paypal.de', 'papal.org', 'unrelated.com']) {
    if (name !== 'papal.org') t.deepEqual(found(name), [], name);
  }
  t.deepEqual(found('paypaal.com', { code: 'SERVFAIL' }), []);
  t.deepEqual(found('paypaal.com', { code: 'NXDOMAIN' }), []);
});

test('queries by the clock are a remark, and more for a new domain at a place that is known', (t) => {
  const rows = times(40, (n) =>
    asked({ at: n * 1_200 + (n % 3) * 20, name: 'check.status-pages.com', ttl: 60 }),
  );
  t.deepEqual(
    detect(rows).map(({ type, severity }) => `${type} ${severity}`),
    ['beaconing info'],
  );
  const history = new DomainHistory();
  history.note(7, domainHash('older-domain.com'), 1_790_000_000 - 60 * 86_400, 90);
  t.deepEqual(alerts(detect(rows, { parts: { history } })), ['beaconing low 192.0.2.10 status-pages.com']);
  const eachMinute = times(420, (n) =>
    asked({ at: n * 60 + (n % 5), name: 'check.status-pages.com', ttl: 1 }),
  );
  t.deepEqual(
    detect(eachMinute).map(({ type, severity }) => `${type} ${severity}`),
    ['beaconing info'],
    'more visits than are kept',
  );
  t.deepEqual(detect(eachMinute.slice(0, 300)), [], 'too short a time');
  const byTtl = times(40, (n) =>
    asked({ at: n * 1_200 + (n % 3), name: 'check.status-pages.com', ttl: 1_200 }),
  );
  t.deepEqual(detect(byTtl), []);
  const r = random();
  const byPeople = times(40, (n) =>
    asked({ at: n * 1_200 + r.between(0, 1_100), name: 'news.status-pages.com', ttl: 60 }),
  );
  t.deepEqual(detect(byPeople), []);
});

test('one big answer, again and again for one network', (t) => {
  const change = { querySize: 40, responseSize: 3_000 };
  const rows = times(300, (n) =>
    asked({ at: n / 10, name: 'big-zone.com', type: 'ANY', client: `45.0.0.${n % 3}`, change }),
  );
  t.deepEqual(alerts(detect(rows)), ['amplification medium 45.0.0.0/24 big-zone.com']);
  const validator = times(300, (n) => asked({ at: n / 10, name: `zone${n}.com`, type: 'DNSKEY', change }));
  t.deepEqual(alerts(detect(validator)), []);
});

test('answers that nobody asked for, and two that contradict each other', (t) => {
  const flood = times(80, (n) =>
    asked({ at: n / 50, name: `x${n}.bank-domain.com`, change: { outcome: 'orphan', messageId: n + 1 } }),
  );
  t.true(alerts(detect(flood)).includes('poisoning high bank-domain.com'));
  const contradiction = ['45.0.0.1', '203.0.113.9'].map((address, n) =>
    asked({
      at: n / 10,
      name: 'www.bank-domain.com',
      answers: [address],
      change: { messageId: 7, outcome: n === 0 ? 'answered' : 'orphan' },
    }),
  );
  t.deepEqual(alerts(detect(contradiction)), ['poisoning medium bank-domain.com']);
  t.deepEqual(alerts(detect([contradiction[0]!, contradiction[0]!])), [], 'two taps on one link');
  // As agents tell of it: the second response is a row of its own, and no answer that nobody asked for.
  const seconds = Array.from({ length: 60 }, (_, n) =>
    asked({
      at: n / 100,
      name: `a${n}.bank-domain.com`,
      answers: ['203.0.113.9'],
      change: { messageId: 100 + n, outcome: 'orphan', marks: marks.responseDiffers },
    }),
  );
  t.deepEqual(alerts(detect(seconds)), []);
});

test('servers for a zone that was not asked about', (t) => {
  const authority = (zone: string) => [
    asked({
      at: 0,
      name: 'www.some-site.com',
      change: {
        authorityCount: 1,
        records: [{ section: 'authority', name: zone, type: 2, ttl: 60, data: 'ns.elsewhere.net.' }],
      },
    }),
  ];
  t.deepEqual(alerts(detect(authority('bank-domain.com'))), ['poisoning low some-site.com']);
  t.deepEqual(alerts(detect(authority('some-site.com'))), []);
  t.deepEqual(alerts(detect(authority('com'))), []);
});

test('a look-alike in the networks of the watched name is likely the same owner', (t) => {
  const settings = { lookalike: { ...defaultSettings.lookalike, watched: ['sonde-bank.com'] } };
  const networks: AutonomousSystems = {
    find: (address) => ({ asn: 64_500 + address[12]!, name: null, country: null }),
  };
  const found = (address: string, parts = { networks }) => {
    const rows = [
      asked({ at: 0, name: 'www.sonde-bank.com', answers: ['198.51.100.7'] }),
      asked({ at: 9, name: 'www.sonde-bamk.com', answers: [address] }),
    ];
    return detect(rows, { settings, parts }).map(({ severity, evidence }) => [
      severity,
      evidence?.same_networks,
    ]);
  };
  t.deepEqual(found('198.51.100.9'), [['low', true]]);
  t.deepEqual(found('203.0.113.9'), [['medium', false]]);
  t.deepEqual(found('198.51.100.9', { networks: { find: () => undefined } }), [['medium', null]]);
});
