import test from 'ava';
import { spfScanner } from '../../../../scanner/checks/spf/scan-spf.ts';
import type { SpfResult } from '../../../../scanner/checks/spf/spf-result.ts';
import { checkScan, mailWorld, type ScanCase } from '../../../support/scans/mail-world.ts';

const mx = 'example.com MX 10 mail.example.com\nmail.example.com A 192.0.2.25';
const own = (record: string, more = ''): string => `example.com TXT "${record}"\n${mx}\n${more}`;
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const cases: readonly ScanCase<SpfResult>[] = [
  {
    title: 'a sound record',
    zone: own(
      'v=spf1 mx include:_spf.example.org -all',
      '_spf.example.org TXT "v=spf1 ip4:192.0.2.0/24 ~all"',
    ),
    result: {
      valid: true,
      policy: 'fail',
      others: { ipv4: 'fail', ipv6: 'fail' },
      lookups: 2,
      voidLookups: 0,
    },
    findings: ['pass:fail_all', 'pass:lookups RFC 7208 section 4.6.4'],
  },
  {
    title: 'none',
    zone: mx,
    result: { valid: false, record: null },
    findings: ['fail:no_record RFC 7208 section 3'],
  },
  {
    title: 'two',
    zone: `${own('v=spf1 -all')}\nexample.com TXT "v=spf1 +all"`,
    result: { valid: false, record: null },
    findings: ['fail:several_records RFC 7208 section 4.5'],
  },
  {
    title: 'the lookup fails',
    zone: 'example.com TXT !timeout',
    result: { valid: null },
    findings: ['unknown:unanswered'],
    errors: ['timeout'],
  },
  {
    title: 'a syntax error',
    zone: own('v=spf1 ip4:192.0.2.256 -all'),
    result: { valid: false },
    findings: ['fail:bad_argument RFC 7208 section 5.6'],
  },
  {
    title: 'an unknown mechanism',
    zone: own('v=spf1 ipv4:192.0.2.1 -all'),
    result: { valid: false },
    findings: ['fail:unknown_mechanism RFC 7208 section 4.6.1'],
  },
  {
    title: '+all',
    zone: own('v=spf1 +all'),
    result: { valid: true, policy: 'pass' },
    findings: ['fail:pass_all RFC 7208 section 5.1'],
  },
  {
    title: 'an include of +all',
    zone: own('v=spf1 include:a.example.org -all', 'a.example.org TXT "v=spf1 +all"'),
    result: { valid: true, others: { ipv4: 'pass', ipv6: 'pass' } },
    findings: ['fail:passes_anybody RFC 7208 section 11.4'],
  },
  {
    title: 'a redirect to +all',
    zone: own('v=spf1 redirect=a.example.org', 'a.example.org TXT "v=spf1 all"'),
    result: { valid: true, policy: 'pass' },
    findings: ['fail:passes_anybody'],
  },
  {
    title: 'a name that exists for every client',
    zone: own('v=spf1 exists:a.example.org -all', 'a.example.org A 127.0.0.2'),
    findings: ['fail:passes_anybody'],
  },
  { title: '?all', zone: own('v=spf1 ?all'), findings: ['warning:neutral_all'] },
  { title: '~all', zone: own('v=spf1 ~all'), findings: ['info:softfail_all'] },
  {
    title: 'no all',
    zone: own('v=spf1 mx'),
    result: { policy: 'neutral' },
    findings: ['warning:no_all RFC 7208 section 4.7'],
  },
  {
    title: 'terms behind all',
    zone: own('v=spf1 -all mx'),
    findings: ['warning:terms_behind_all RFC 7208 section 5.1'],
  },
  {
    title: 'redirect beside all',
    zone: own('v=spf1 -all redirect=a.example.org'),
    result: { valid: true, lookups: 0 },
    findings: ['warning:redirect_beside_all RFC 7208 section 6.1'],
  },
  {
    title: 'a redirect counts',
    zone: own('v=spf1 redirect=a.example.org', 'a.example.org TXT "v=spf1 -all"'),
    result: { valid: true, lookups: 1, policy: 'fail' },
    findings: [],
  },
  { title: 'ptr', zone: own('v=spf1 ptr -all'), findings: ['warning:ptr RFC 7208 section 5.5'] },
  { title: 'a term twice', zone: own('v=spf1 mx MX -all'), findings: ['info:repeated_term'] },
  {
    title: 'a modifier twice',
    zone: own('v=spf1 redirect=a.example.org redirect=b.example.org'),
    result: { valid: false },
    findings: ['fail:repeated_modifier RFC 7208 section 6'],
  },
  { title: 'a wide network', zone: own('v=spf1 ip4:0.0.0.0/1 -all'), findings: ['fail:wide_network'] },
  {
    title: 'a private network',
    zone: own('v=spf1 ip4:10.1.2.3 -all'),
    findings: ['warning:private_network'],
  },
  { title: 'an unknown modifier', zone: own('v=spf1 mx sp=x -all'), findings: ['info:unknown_modifier'] },
  {
    title: 'a long record',
    zone: own(
      `v=spf1 ${many(30, (n) => `ip4:192.0.2.${n}`).replaceAll('\n', ' ')} ${'ip6:2001:db8::1 '.repeat(10)}-all`,
    ),
    findings: ['warning:long_record RFC 7208 section 3.4'],
  },
  {
    title: 'an include without a record',
    zone: own('v=spf1 include:a.example.org -all', 'a.example.org TXT "hello"'),
    result: { valid: false },
    findings: ['fail:include_no_record'],
  },
  {
    title: 'an include of nothing',
    zone: own('v=spf1 include:a.example.org -all'),
    result: { valid: false },
    findings: ['fail:include_no_record'],
  },
  {
    title: 'an include with an error',
    zone: own('v=spf1 include:a.example.org -all', 'a.example.org TXT "v=spf1 foo"'),
    result: { valid: false },
    findings: ['fail:include_syntax'],
  },
  {
    title: 'an include with two records',
    zone: own(
      'v=spf1 include:a.example.org -all',
      'a.example.org TXT "v=spf1 -all"\na.example.org TXT "v=spf1 +all"',
    ),
    result: { valid: false },
    findings: ['fail:include_several_records'],
  },
  {
    title: 'an include that fails',
    zone: own('v=spf1 include:a.example.org -all', 'a.example.org TXT !servfail'),
    result: { valid: null },
    findings: ['unknown:unanswered_include'],
    errors: ['unanswered'],
  },
  {
    title: 'a circle',
    zone: own('v=spf1 include:a.example.org -all', 'a.example.org TXT "v=spf1 include:example.com -all"'),
    result: { valid: false },
    findings: ['fail:include_loop'],
  },
  {
    title: 'an include of itself',
    zone: own('v=spf1 include:example.com -all'),
    result: { valid: false },
    findings: ['fail:include_loop'],
  },
  {
    title: 'eleven lookups in an include',
    zone: own(
      'v=spf1 include:a.example.org -all',
      `a.example.org TXT "v=spf1 ${'mx:example.com '.repeat(10)}-all"`,
    ),
    result: { valid: false, lookups: 11 },
    findings: ['fail:too_many_lookups RFC 7208 section 4.6.4'],
  },
  {
    title: 'nine lookups',
    zone: own(`v=spf1 ${'mx:example.com '.repeat(9)}-all`),
    result: { valid: true, lookups: 9 },
    findings: ['info:near_lookup_limit', 'info:repeated_term'],
  },
  {
    title: 'three void lookups',
    zone: own('v=spf1 a:x.example.com mx:y.example.com exists:z.example.com -all'),
    result: { valid: false, voidLookups: 3 },
    findings: ['fail:too_many_void_lookups', 'warning:leads_nowhere RFC 7208 section 4.6.4'],
  },
  {
    title: 'eleven exchangers in mx',
    zone: `example.com TXT "v=spf1 mx -all"\n${many(11, (n) => `example.com MX ${n} m${n}.example.com`)}`,
    result: { valid: false },
    findings: ['fail:include_too_many_exchangers RFC 7208 section 4.6.4'],
  },
  {
    title: 'macros cost and are not followed',
    zone: own(
      'v=spf1 exists:%{i}._spf.%{d} include:%{d2}.example.org include:%{d}.example.org -all',
      'example.com.example.org TXT "v=spf1 -all"',
    ),
    result: { valid: true, lookups: 3 },
    findings: [],
  },
  {
    title: 'macros that every message fills alike are followed',
    zone: own(
      'v=spf1 include:%{d2}.example.org include:%{or}.example.org -all',
      'example.com.example.org TXT "v=spf1 a:x.example.org -all"\nx.example.org A 192.0.2.1\ncom.example.example.org TXT "v=spf1 a:x.example.org -all"',
    ),
    result: { valid: true, lookups: 4 },
    findings: [],
  },
  {
    title: 'a term that times out',
    zone: own('v=spf1 a:slow.example.org -all', 'slow.example.org ANY !timeout'),
    result: { valid: null, others: { ipv4: 'temperror', ipv6: 'temperror' } },
    findings: ['unknown:others_temperror RFC 7208 section 5'],
    errors: ['unanswered'],
  },
  {
    title: 'hosts that have addresses of one family',
    zone: own(
      'v=spf1 a:x.example.com a:y.example.com a:z.example.com -all',
      many(3, (n) => `${'xyz'[n]}.example.com AAAA 2001:db8::${n}`),
    ),
    result: { valid: true, voidLookups: 0, others: { ipv4: 'permerror', ipv6: 'fail' } },
    findings: ['warning:one_family_permerror RFC 7208 section 4.6.4'],
  },
  {
    title: 'an address for each client that is never there',
    zone: own('v=spf1 exists:%{i}.x.example.org exists:%{i}.y.example.org exists:%{i}.z.example.org -all'),
    result: { valid: false, voidLookups: 0, others: { ipv4: 'permerror', ipv6: 'permerror' } },
    findings: ['fail:others_permerror RFC 7208 section 4.6.4'],
  },
  {
    title: 'an include for each mailbox',
    zone: own('v=spf1 include:%{l}.u.example.org -all', 'someone.u.example.org TXT "v=spf1 +all"'),
    result: { valid: true, others: { ipv4: 'permerror', ipv6: 'permerror' } },
    findings: ['info:others_permerror RFC 7208 section 5.2'],
  },
  {
    title: 'type 99',
    zone: own('v=spf1 -all', 'example.com SPF "v=spf1 -all"'),
    findings: ['info:spf_type_record RFC 7208 section 3.1'],
  },
  {
    title: 'something that looks like SPF',
    zone: `${mx}\nexample.com TXT "spf1 mx -all"`,
    result: { valid: false },
    findings: ['fail:no_record', 'warning:looks_like_spf'],
  },
  {
    title: 'a parked domain',
    zone: 'example.com TXT "v=spf1 -all"\nexample.com MX 0 .',
    findings: ['pass:fail_all'],
  },
  {
    title: 'a parked domain that lets others send',
    zone: 'example.com TXT "v=spf1 ip4:192.0.2.1 ~all"\nexample.com MX 0 .',
    findings: ['info:parked_without_fail RFC 7505 section 4.2'],
  },
];

for (const one of cases) test(`SPF: ${one.title}`, (t) => checkScan(t, spfScanner, one).then(() => {}));

test('each include of the tree tells its cost', async (t) => {
  const zone = own(
    'v=spf1 include:a.example.org mx -all',
    'a.example.org TXT "v=spf1 include:b.example.org a:gone.example.org ~all"\nb.example.org TXT "v=spf1 mx:example.com ip4:192.0.2.1 ?all"',
  );
  const { result } = await checkScan(t, spfScanner, { title: '', zone, findings: [] });
  t.is(result.lookups, 5);
  t.is(result.voidLookups, 1);
  t.deepEqual(
    result.tree?.terms.map(({ text, lookups }) => [text, lookups]),
    [
      ['include:a.example.org', 4],
      ['mx', 1],
    ],
  );
  const a = result.tree?.terms[0]?.node;
  t.deepEqual(
    a?.terms.map(({ text, lookups, leadsNowhere }) => [text, lookups, leadsNowhere]),
    [
      ['include:b.example.org', 2, false],
      ['a:gone.example.org', 1, true],
    ],
  );
});

test('a tree that explodes is given up with a word, in few questions', async (t) => {
  const includes = (level: number) =>
    many(10, (n) => `include:n${n}.l${level}.example.org`).replaceAll('\n', ' ');
  const zone = own(
    `v=spf1 ${includes(0)} -all`,
    many(40, (level) => `*.l${level}.example.org TXT "v=spf1 ${includes(level + 1)} -all"`),
  );
  const world = mailWorld({ zone });
  const { result, findings, errors } = await spfScanner.scan('example.com', world);
  t.false(result.valid);
  t.true(findings.some(({ code }) => code === 'too_many_lookups'));
  t.true(errors.some(({ code }) => code === 'too_large'));
  t.true(world.dns.questionsAsked < 80, String(world.dns.questionsAsked));
  t.true(JSON.stringify(result).length < 100_000);
});

test('a record of 60,000 octets is read, and shown in part', async (t) => {
  const zone = own(`v=spf1 ${'ip4:192.0.2.1 '.repeat(4_200)}-all`);
  const { result, findings } = await spfScanner.scan('example.com', mailWorld({ zone }));
  t.true(result.valid);
  t.true(findings.some(({ code }) => code === 'long_record'));
  t.true(JSON.stringify(result).length < 40_000);
});
