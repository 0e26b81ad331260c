import test from 'ava';
import type { Row } from '../../../../../shared/batch/row.ts';
import { alerts, detect } from '../../../../support/detection/stored.ts';
import { asked, inOrder } from '../../../../support/detection/traffic.ts';

const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
const found = (rows: readonly Row[], ...types: string[]) =>
  detect(inOrder(rows)).filter(({ type }) => types.includes(type));
const bypass = (rows: readonly Row[]) =>
  found(rows, 'resolver_bypass').map(({ severity, subject }) => `${severity} ${subject}`);

/** A site of forty clients that ask one resolver. */
const site = (clients = 40) =>
  many(clients * 15, (n) =>
    asked({
      at: n / 5,
      client: `10.0.0.${1 + ((n + Math.floor(n / clients)) % clients)}`,
      name: `www.site${n % 17}.com`,
      change: { serverAddress: '10.0.0.253' },
    }),
  );
const direct = (server: string, count: number, change: Partial<Row> = {}, client = '10.0.0.7') =>
  many(count, (n) =>
    asked({
      at: 700 + n * 9,
      client,
      name: `www.site${n}.com`,
      change: { serverAddress: server, ...change },
    }),
  );

test('a client that asks a server outside which its site does not use is told of, once a day', (t) => {
  t.deepEqual(bypass([...site(), ...direct('45.10.10.10', 30)]), ['low 10.0.0.7 45.10.10.10']);
  t.deepEqual(
    bypass([...site(), ...direct('8.8.8.8', 30)]),
    ['info 10.0.0.7 8.8.8.8'],
    'well known: a remark',
  );
  const unusual = bypass([
    ...site(),
    ...direct('45.10.10.10', 30, { serverPort: 5_353, responseFlags: 0x8000 }),
  ]);
  t.deepEqual(unusual, ['low 10.0.0.7 45.10.10.10#5353'], 'an unusual port counts without recursion');
  const [one] = found([...site(), ...direct('45.10.10.10', 30)], 'resolver_bypass');
  t.like(one!.evidence, { clients_of_the_server: 1, clients_of_the_site: 40, queries: 5, operator: null });
  const twoDays = [0, 86_400].flatMap((at) =>
    [...site(), ...direct('45.10.10.10', 9)].map((row) => ({
      ...row,
      observedAt: row.observedAt + at * 1e6,
    })),
  );
  t.is(
    found(twoDays, 'resolver_bypass').reduce((sum, { count }) => sum + count, 0),
    2,
  );
});

test('each client of a network counts for its server', (t) => {
  const [one] = found(
    [...site(200), ...direct('45.10.10.10', 30, { serverPort: 5_353 }), ...direct('45.10.10.10', 30)],
    'resolver_bypass',
  );
  t.is(one!.evidence!.clients_of_the_server, 1);
  const users = many(30, (n) => direct('45.10.10.10', 9, {}, `10.0.0.${n + 1}`)).flat();
  t.deepEqual(bypass([...site(200), ...users]), [], 'thirty of two hundred clients use it');
});

test('no client goes round that asks what its site asks, a name server, or a resolver inside', (t) => {
  t.deepEqual(bypass([...site(), ...direct('45.10.10.10', 4)]), [], 'a try or two');
  t.deepEqual(bypass([...site(), ...direct('10.0.0.99', 30)]), [], 'inside');
  t.deepEqual(
    bypass([...site(), ...direct('45.10.10.10', 30, { responseFlags: 0x8400 })]),
    [],
    'a name server',
  );
  t.deepEqual(
    bypass([...site(), ...direct('45.10.10.10', 30, { queryFlags: 0 })]),
    [],
    'a resolver that asks',
  );
  const unanswered = { outcome: 'unanswered', responseCode: 65_535, answerCount: 0, records: [] } as const;
  t.deepEqual(bypass([...site(), ...direct('45.10.10.10', 30, unanswered)]), [], 'blocked by a firewall');
  t.deepEqual(bypass(direct('8.8.8.8', 300)), [], 'a forwarder that is all that is seen');
  const second = many(10, (n) =>
    direct('45.10.10.10', 9, {}, `10.0.0.${n + 1}`).map((row) => ({
      ...row,
      observedAt: row.observedAt + n * 1e9,
    })),
  ).flat();
  t.is(bypass([...site(), ...second]).length, 4, 'a second resolver, until it is known');
  const early = second.map((row, n) => ({ ...row, observedAt: site()[0]!.observedAt + n * 1e6 }));
  t.deepEqual(bypass([...site(), ...early]), [], 'the same as the site is first seen');
  const mdns = direct('224.0.0.251', 30, { nameService: 'mdns', serverPort: 5_353 });
  t.deepEqual(bypass([...site(), ...mdns]), []);
});

test('look-ups of resolvers that speak in cipher are remarks, and signs count once for the site and if they permit', (t) => {
  const names = [
    'dns.google',
    'chrome.cloudflare-dns.com',
    'mozilla.cloudflare-dns.com',
    'a1b2c3.dns.nextdns.io',
  ];
  const rows = names.flatMap((name, n) => many(3, (k) => asked({ at: n * 30 + k, name })));
  t.deepEqual(bypass(rows), [
    'info 192.0.2.10 dns.google',
    'info 192.0.2.10 chrome.cloudflare-dns.com',
    'info 192.0.2.10 a1b2c3.dns.nextdns.io',
  ]);
  const canary = (code?: 'NXDOMAIN') =>
    many(5, (n) =>
      asked({
        at: n,
        client: `10.0.0.${n}`,
        name: 'use-application-dns.net',
        ...(code === undefined ? {} : { code }),
      }),
    );
  t.deepEqual(bypass(canary('NXDOMAIN')), [], 'the resolver says no');
  t.deepEqual(bypass(canary()), ['info use-application-dns.net']);
  const discovery = (answers: readonly string[]) => [
    asked({ at: 0, name: '_dns.resolver.arpa', type: 'SVCB', answers }),
  ];
  t.deepEqual(bypass(discovery([])), []);
  t.deepEqual(bypass(discovery(['1 dns.example.net. alpn=dot'])), ['info _dns.resolver.arpa']);
});

test('names that cannot exist with one public address are a hijack; names of a network of its own are not', (t) => {
  const hijack = (rows: readonly Row[]) =>
    found(rows, 'nxdomain_hijack').map(({ severity, subject }) => `${severity} ${subject}`);
  const names = ['qwjkelzu', 'pfaxkeru.qqx', 'www.sdkfj.kkd', 'xlvvm', 'kdmfoq.corpx', 'aaa.bbbq', 'zzz.ccq'];
  t.deepEqual(hijack(names.map((name, at) => asked({ at, name, answers: ['92.0.2.1'] }))), ['low 92.0.2.1']);
  t.deepEqual(
    hijack(names.map((name, at) => asked({ at, name, answers: [`92.0.2.${at}`] }))),
    [],
    'each its own',
  );
  t.deepEqual(hijack(names.map((name, at) => asked({ at, name, answers: ['10.0.0.1'] }))), [], 'inside');
  t.deepEqual(hijack(names.map((name, at) => asked({ at, name, code: 'NXDOMAIN' }))), []);
  const own = many(30, (n) => asked({ at: n, name: `host${n}.acmenet`, answers: ['92.0.2.1'] }));
  t.deepEqual(hijack(own), [], 'one top-level domain of a company');
});

test('drawn names that all have one public address are a hijack if their resolver denies nothing', (t) => {
  const told = (rows: readonly Row[]) =>
    found(rows, 'nxdomain_hijack', 'dga').map(
      ({ type, severity, subject }) => `${type} ${severity} ${subject}`,
    );
  const drawn =
    'qxwvzkpljf hbzqtrkwvn xkqjzvwpdm tzqkxwbvhg wvkqzxjplr gqzxkvtwjn pzvxqkwhbd kxzqvjwtfm zwqxvkpjbn bxkzqwvtlh vqzkxwjdpt jzxqkvwbgm qzkxvwtpnh xwzqkvjlbd kvzxqwpthj zxqkwvbmdf qvxzkwjtlp wzkxqvphbn';
  const rows = (endings: readonly string[], more: Partial<Parameters<typeof asked>[0]> = {}) =>
    drawn.split(' ').map((label, n) =>
      asked({
        at: n * 50,
        name: `${label}.${endings[n % endings.length]}`,
        answers: ['62.157.140.133'],
        ...more,
      }),
    );
  const endings = ['com', 'net', 'org'];
  t.deepEqual(told(rows(endings).slice(0, 9)), ['nxdomain_hijack low 62.157.140.133']);
  const byMany = rows(endings).map((row, n) => ({ ...row, clientAddress: `10.0.0.${n}` }));
  t.deepEqual(told(byMany), ['nxdomain_hijack low 62.157.140.133'], 'whoever asks');
  const both = [...new Set(told(rows(endings)))];
  t.deepEqual(
    both,
    ['nxdomain_hijack low 62.157.140.133', 'dga medium 192.0.2.10'],
    'so many are a generator as well',
  );
  t.deepEqual(
    told(rows(['com']).slice(0, 6)),
    ['dga low 192.0.2.10'],
    'the names of one registry: a sinkhole',
  );
  const denied = many(3, (n) => asked({ at: n, name: `www.gone-works-${n}.com`, code: 'NXDOMAIN' }));
  t.deepEqual(told([...denied, ...rows(endings).slice(0, 6)]), ['dga low 192.0.2.10'], 'others are denied');
  t.deepEqual(told(rows(endings, { answers: ['10.0.0.1'] }).slice(0, 4)), [], 'inside');
  const elsewhere = rows(endings).map((row, n) =>
    asked({ at: n * 50, name: row.queryName, answers: [`62.157.140.${n % 2}`] }),
  );
  t.deepEqual(
    told(elsewhere).filter((one) => one.startsWith('nx')),
    [],
    'two addresses by turns',
  );
});

test('pools of miners and ways into networks for anonymity are told by client, and their pages are remarks', (t) => {
  const told = (name: string) =>
    found(
      many(4, (n) => asked({ at: n * 40, name })),
      'mining_pool',
      'anonymity_network',
    ).map(({ type, severity, subject }) => `${type} ${severity} ${subject}`);
  t.deepEqual(told('xmr-eu1.nanopool.org'), ['mining_pool medium 192.0.2.10 nanopool.org']);
  t.deepEqual(told('pool.supportxmr.com'), ['mining_pool medium 192.0.2.10 supportxmr.com']);
  t.deepEqual(told('www.f2pool.com'), ['mining_pool info 192.0.2.10 f2pool.com']);
  t.deepEqual(told('snowflake-broker.torproject.net'), [
    'anonymity_network info 192.0.2.10 snowflake-broker.torproject.net',
  ]);
  t.deepEqual(told(`${'abcd2345'.repeat(7)}.onion.ly`), ['anonymity_network medium 192.0.2.10 onion.ly']);
  t.deepEqual(told('www.torproject.org'), []);
  t.deepEqual(told('carpool.com'), []);
});

test('an alias of a watched domain that leads nowhere is told of with who may have the target', (t) => {
  const answer = (target: string, denier: string): Row =>
    asked({
      at: 0,
      name: 'shop.some-company.com',
      code: 'NXDOMAIN',
      change: {
        answerCount: 1,
        authorityCount: 1,
        records: [
          { section: 'answer', name: 'shop.some-company.com', type: 5, ttl: 300, data: `${target}.` },
          { section: 'authority', name: denier, type: 6, ttl: 900, data: 'a. b. 1 2 3 4 5' },
        ],
      },
    });
  const lookalike = { watched: ['some-company.com'], shortestLabel: 5 };
  const dangling = (row: Row) =>
    detect([row], { settings: { lookalike } }).filter(({ type }) => type === 'dangling_name');
  const [azure] = dangling(answer('old-shop.azurewebsites.net', 'azurewebsites.net'));
  t.like(azure, { severity: 'high', subject: 'shop.some-company.com' });
  t.like(azure!.evidence, { target: 'old-shop.azurewebsites.net', can_be_had_at: 'Azure' });
  t.like(dangling(answer('shop.lapsed-vendor.net', 'net'))[0]!.evidence, { can_be_had_at: 'any registrar' });
  t.like(dangling(answer('gone.vendor-shops.net', 'vendor-shops.net'))[0], { severity: 'low' });
  t.deepEqual(dangling(answer('gone.some-company.com', 'some-company.com')), [], 'within the own domain');
  t.deepEqual(alerts(detect([answer('old-shop.azurewebsites.net', 'azurewebsites.net')])), [], 'not watched');
});
