import test from 'ava';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { createIndicatorDetector } from '../../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../../collector/domain/detection/indicator-matcher.ts';
import type { Indicator } from '../../../../collector/ports/threats/indicators.ts';
import { indicatorsToLoad } from '../../../support/detection/loaded-indicators.ts';
import { storedBytes } from '../../../support/detection/stored.ts';
import { type Asked, asked } from '../../../support/detection/traffic.ts';

const listed = (name: string, change: Partial<Indicator> = {}): Indicator => ({
  name,
  threatType: 'malware',
  severity: 'high',
  source: 'list.txt',
  description: null,
  ...change,
});

async function matcherOf(indicators: readonly Indicator[]) {
  const matcher = new IndicatorMatcher();
  await matcher.refresh(indicatorsToLoad(indicators));
  return matcher;
}

const everything = [listed('bad.example'), listed('203.0.113.66'), listed('198.51.100.0/24')];

async function found(change: Partial<Asked>, indicators: readonly Indicator[] = everything) {
  const detector = createIndicatorDetector(await matcherOf(indicators));
  const rows = [asked({ at: 0, name: 'www.good-site.com', answers: ['192.0.2.80'], ...change })];
  return detector.examine(new BatchRows(storedBytes(rows)));
}

test('what is not listed anywhere is quiet', async (t) => {
  for (const change of [
    {},
    { type: 'CNAME', answers: ['cdn.other-site.net.'] },
    { type: 'MX', answers: ['10 mail.good-site.com.'] },
    { type: 'HTTPS', answers: ['1 . alpn=h2,h3 ipv4hint=192.0.2.80'] },
    { type: 'AAAA', answers: ['64:ff9b::c000:250'] },
    { type: 'TXT', answers: ['"bad.example"'] },
    { type: 'CNAME', answers: ['notbad.example.'] },
    { change: { serverAddress: '10.0.0.53' } },
  ] as const)
    t.deepEqual(await found(change), [], JSON.stringify(change));
});

for (const [type, data] of [
  ['CNAME', 'Hidden.BAD.example.'],
  ['DNAME', 'bad.example.'],
  ['NS', 'ns1.bad.example.'],
  ['PTR', 'host.bad.example.'],
  ['MX', '10 mx.bad.example.'],
  ['SRV', '0 5 443 bad.example.'],
  ['SVCB', '1 svc.bad.example. alpn=h2'],
  ['HTTPS', '0 bad.example.'],
  ['HTTPS', '1 . alpn=h3 ipv4hint=192.0.2.1,203.0.113.66'],
  ['AAAA', '64:ff9b::cb00:7142'],
  ['AAAA', '64:ff9b:1::cb00:7142'],
  ['AAAA', '64:ff9b:1:cb00:71:4200::'],
  ['HTTPS', '1 . ipv6hint=64:ff9b::203.0.113.66'],
  ['AAAA', '::ffff:203.0.113.66'],
  ['AAAA', '2002:cb00:7142::1'],
  ['AAAA', '2001:0:53aa:64c:0:fbfa:34ff:8ebd'],
] as const)
  test(`a listed place that ${type} leads to is found: ${data}`, async (t) => {
    const [hit] = await found({ type, answers: [data] });
    t.regex(hit!.subject, /^(?:bad\.example|203\.0\.113\.66)$/);
    t.regex(hit!.evidence!.answer as string, /bad\.example|203\.0\.113\.66|cb00:7142|cb00:71:4200|^200[12]/);
  });

test('a listed name server beside the answer, and a listed address of one, are found', async (t) => {
  const record = (section: 'authority' | 'additional', type: number, data: string) =>
    ({ section, name: 'good-site.com', type, ttl: 300, data }) as const;
  const answer = {
    section: 'answer',
    name: 'www.good-site.com',
    type: 1,
    ttl: 300,
    data: '192.0.2.80',
  } as const;
  const [server] = await found({
    change: { authorityCount: 1, records: [answer, record('authority', 2, 'ns.bad.example.')] },
  });
  t.like(server, { subject: 'bad.example', severity: 'high' });
  const [glue] = await found({
    type: 'NS',
    answers: ['ns.good-site.com.'],
    change: {
      records: [{ ...answer, type: 2, data: 'ns.good-site.com.' }, record('additional', 1, '203.0.113.66')],
    },
  });
  t.like(glue, { subject: '203.0.113.66', severity: 'medium' });
});

test('whoever asks for the name of a listed address is remarked on, sixteen times a day', async (t) => {
  const detector = createIndicatorDetector(await matcherOf([listed('198.51.100.0/24')]));
  const rows = Array.from({ length: 30 }, (_, n) =>
    asked({ at: n, name: `${n}.100.51.198.in-addr.arpa`, type: 'PTR', answers: ['a.good-site.com.'] }),
  );
  const [hit] = detector.examine(new BatchRows(storedBytes(rows)));
  t.like(hit, { severity: 'info', subject: '198.51.100.0/24', count: 16 });
  const none = asked({ at: 31, name: '1.356.51.198.in-addr.arpa', type: 'PTR', code: 'NXDOMAIN' });
  t.deepEqual(detector.examine(new BatchRows(storedBytes([none]))), []);
});

test('a listed address of IPv6 is found by its name, too', async (t) => {
  const name = `${'2001:0db8:0000:0000:0000:0000:0000:0066'.replaceAll(':', '').split('').reverse().join('.')}.ip6.arpa`;
  const [hit] = await found({ name, type: 'PTR', code: 'NXDOMAIN' }, [listed('2001:db8::/32')]);
  t.like(hit, { severity: 'info', subject: '2001:db8::/32' });
});

test('a listed server that is asked is found', async (t) => {
  const [hit] = await found({ change: { serverAddress: '198.51.100.53' } });
  t.like(hit, { subject: '198.51.100.0/24', severity: 'high' });
  t.is(hit!.evidence!.server, '198.51.100.53');
});

test('the worst of several listings wins', async (t) => {
  const name = 'www.good-site.com';
  const lists = [
    listed(name, { severity: 'low', source: 'a.txt', threatType: 'tracker' }),
    listed(name, { severity: 'critical', source: 'b.txt', threatType: 'botnet_c2' }),
    listed(name, { severity: 'critical', source: 'c.txt', threatType: 'expired', expiresAt: 5 }),
    listed(name, { severity: 'medium', source: 'd.txt' }),
  ];
  for (const order of [lists, lists.toReversed()])
    t.like((await found({}, order))[0], { severity: 'critical', type: 'botnet_c2', source: 'b.txt' });
});

test('the worst of what is said of a name, of those above it and of networks around an address wins', async (t) => {
  const critical = { severity: 'critical', source: 'b.txt', threatType: 'botnet_c2' } as const;
  const host = listed('www.good-site.com', { severity: 'low', threatType: 'tracker' });
  const address = listed('203.0.113.80', { severity: 'low' });
  for (const [lists, subject] of [
    [[host, listed('good-site.com', critical)], 'good-site.com'],
    [[host, listed('good-site.com', { ...critical, exact: true })], 'www.good-site.com'],
    [[host, listed('www.good-site.com', critical)], 'www.good-site.com'],
    [[listed('good-site.com'), host], 'good-site.com'],
    [[address, listed('203.0.113.0/24', critical)], '203.0.113.0/24'],
    [[listed('203.0.113.80'), listed('203.0.113.0/24', { source: 'b.txt' })], '203.0.113.80'],
  ] as const) {
    const hits = await found({ answers: ['203.0.113.80'] }, lists);
    t.deepEqual(
      hits.map((hit) => hit.subject),
      [subject],
      JSON.stringify(lists),
    );
  }
  const twice = [
    listed('good-site.com', { severity: 'low' }),
    listed('good-site.com', { severity: 'critical', row: 9 }),
  ];
  for (const order of [twice, twice.toReversed()])
    t.like((await found({}, order))[0], { severity: 'critical' }, 'one list with two rows');
});

test('what a listed name leads to counts beside it if it is worse', async (t) => {
  const subjects = async (answer: Partial<Indicator>) =>
    (await found({}, [listed('good-site.com', { severity: 'low' }), listed('192.0.2.80', answer)])).map(
      ({ subject, severity }) => `${subject} ${severity}`,
    );
  t.deepEqual(await subjects({ severity: 'critical' }), ['good-site.com low', '192.0.2.80 high']);
  t.deepEqual(await subjects({ severity: 'medium' }), ['good-site.com low']);
});

test("a star before a name means what lies below it, also below a suffix that is anybody's", async (t) => {
  const hit = async (name: string, list: string) =>
    (await found({ name }, [listed(list)])).map(
      ({ subject, evidence }) => `${subject} ${evidence!.indicator}`,
    );
  t.deepEqual(await hit('www.good-site.com', '*.good-site.com'), ['good-site.com *.good-site.com']);
  t.deepEqual(await hit('good-site.com', '*.good-site.com'), []);
  t.deepEqual(await hit('anybody.duckdns.org', '*.duckdns.org'), ['duckdns.org *.duckdns.org']);
  t.deepEqual(await hit('anybody.duckdns.org', 'duckdns.org'), []);
  const both = [
    listed('*.good-site.com', { severity: 'low' }),
    listed('good-site.com', { severity: 'medium' }),
  ];
  t.like((await found({ name: 'good-site.com' }, both))[0], { severity: 'medium' });
  const matcher = await matcherOf([listed('*.good-site.com')]);
  t.deepEqual(
    ['good-site.com', '*.good-site.com', 'a.b.good-site.com'].map((name) => matcher.check(name, 0).length),
    [0, 1, 1],
  );
  t.is(matcher.match('a.good-site.com')?.name, '*.good-site.com');
});

test('a hundred thousand indicators are taken up in many turns', async (t) => {
  const indicators = Array.from({ length: 100_000 }, (_, n) => listed(`host${n}.listed-${n % 977}.com`));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const matcher = await matcherOf(indicators);
  isDone = true;
  t.true(turns > 40, `${turns} turns`);
  t.is(matcher.size, 100_000);
});
