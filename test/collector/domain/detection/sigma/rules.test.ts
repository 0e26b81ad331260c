import test, { type ExecutionContext } from 'ava';
import { SigmaProblem } from '../../../../../collector/domain/detection/sigma/problem.ts';
import { placed, readRule } from '../../../../../collector/domain/detection/sigma/read-rule.ts';
import { matching } from '../../../../support/detection/sigma.ts';
import { type Asked, asked } from '../../../../support/detection/traffic.ts';

/** A rule with that detection, of the category dns unless said otherwise. */
function rule(detection: string, { logsource = 'category: dns', head = 'title: A rule' } = {}): string {
  const indented = detection.replaceAll(/^/gm, '  ');
  return `${head}\nlogsource:\n  ${logsource}\ndetection:\n${indented}\n`;
}

/** The names of the rows that a rule matches, in their order. */
function matched(t: ExecutionContext, text: string, rows: readonly Omit<Asked, 'at'>[]): string[] {
  const read = readRule(text);
  t.is(read.problem, undefined, read.problem?.message);
  return matching(
    [read],
    rows.map((row, at) => asked({ at, ...row })),
  ).map(([name]) => name);
}

const names = ['a.example.com', 'example.com', 'badexample.com', 'example.com.evil.net', 'www.other.org'].map(
  (name) => ({ name }),
);

const cases: Readonly<Record<string, readonly [detection: string, expected: readonly string[]]>> = {
  'a text is the whole name in any case': [
    'selection:\n  query: Example.COM\ncondition: selection',
    ['example.com'],
  ],
  'a list is one of its values': [
    'selection:\n  QueryName:\n    - example.com\n    - www.other.org\ncondition: selection',
    ['example.com', 'www.other.org'],
  ],
  contains: [
    'selection:\n  query|contains: xample.co\ncondition: selection',
    ['a.example.com', 'example.com', 'badexample.com', 'example.com.evil.net'],
  ],
  startswith: [
    'selection:\n  query|startswith: example.\ncondition: selection',
    ['example.com', 'example.com.evil.net'],
  ],
  endswith: [
    "selection:\n  query|endswith:\n    - '.example.com'\n    - '.org'\ncondition: selection",
    ['a.example.com', 'www.other.org'],
  ],
  'all of a list': [
    "selection:\n  query|contains|all:\n    - 'example'\n    - 'evil'\ncondition: selection",
    ['example.com.evil.net'],
  ],
  'wildcards of both kinds': [
    "selection:\n  query:\n    - '*.ex?mple.com'\n    - 'www.*.org'\ncondition: selection",
    ['a.example.com', 'www.other.org'],
  ],
  'an expression in linear time, in any case of the name': [
    "selection:\n  query|re: '^[A-Z]{1,3}\\.(example|other)\\.'\ncondition: selection",
    ['a.example.com', 'www.other.org'],
  ],
  'maps of a list are one of them, items of a map all': [
    'selection:\n  - query|startswith: a.\n  - query|endswith: .net\n    query|contains: evil\ncondition: selection',
    ['a.example.com', 'example.com.evil.net'],
  ],
  'and, or, not and parentheses by their precedence': [
    'one:\n  query|contains: example\ntwo:\n  query|endswith: .net\nthree:\n  query|startswith: bad\ncondition: one and not (two or three)',
    ['a.example.com', 'example.com'],
  ],
  'or binds less than and': [
    'one:\n  query: www.other.org\ntwo:\n  query|contains: example\nthree:\n  query|startswith: bad\ncondition: one or two and three',
    ['badexample.com', 'www.other.org'],
  ],
  'one of a pattern': [
    'selection_a:\n  query|endswith: .net\nselection_b:\n  query|endswith: .org\nfilter_x:\n  query|startswith: www\ncondition: 1 of selection_* and not 1 of filter_*',
    ['example.com.evil.net'],
  ],
  'all of them, those with an underscore left out': [
    'one:\n  query|contains: example\ntwo:\n  query|endswith: .com\n_three:\n  query: never.example\ncondition: all of them',
    ['a.example.com', 'example.com', 'badexample.com'],
  ],
  'several conditions are one of them': [
    'one:\n  query|endswith: .net\ntwo:\n  query|endswith: .org\ncondition:\n  - one\n  - two',
    ['example.com.evil.net', 'www.other.org'],
  ],
  'words are looked for anywhere': [
    "keywords:\n  - 'evil'\n  - 'OTHER.org'\ncondition: keywords",
    ['example.com.evil.net', 'www.other.org'],
  ],
  'all of some words': [
    "keywords:\n  '|all':\n    - 'evil'\n    - '198.51.100'\ncondition: keywords",
    ['example.com.evil.net'],
  ],
  'another value': ['selection:\n  query|contains|neq: example\ncondition: selection', ['www.other.org']],
  'the registrable domain': [
    'selection:\n  parent_domain: example.com\ncondition: selection',
    ['a.example.com', 'example.com'],
  ],
  'numbers are compared': [
    'selection:\n  query_length|gte: 14\n  query_length|lt: 20\ncondition: selection',
    ['badexample.com'],
  ],
};

for (const [title, [detection, expected]] of Object.entries(cases))
  test(`a rule holds as the specification says: ${title}`, (t) => {
    t.deepEqual(
      matched(t, rule(detection), names),
      [...expected].sort((a, b) => order(a) - order(b)),
    );
  });

function order(name: string): number {
  return names.findIndex((one) => one.name === name);
}

test('fields of all three taxonomies are read from the row', (t) => {
  const rows: Omit<Asked, 'at'>[] = [
    { name: 'text.example.com', type: 'TXT', answers: ['"IEX (New-Object" " Net.WebClient)"'] },
    { name: 'denied.example.com', code: 'NXDOMAIN', client: '203.0.113.9' },
    { name: 'alias.example.com', answers: ['192.0.2.77'], ttl: 5 },
    { name: 'null.example.com', type: 'NULL', answers: ['\\# 0'] },
    {
      name: 'silent.example.com',
      change: { outcome: 'unanswered', responseCode: 65_535, answerCount: 0, records: [] },
    },
  ];
  const of = (detection: string) =>
    matched(t, rule(`selection:\n  ${detection}\ncondition: selection`), rows);
  t.deepEqual(of("record_type: 'TXT'\n  answer|contains: '(New-Object Net'"), ['text.example.com']);
  t.deepEqual(of('answer|contains|cased: iex'), []);
  t.deepEqual(of('answer|contains|cased: IEX'), ['text.example.com']);
  t.deepEqual(of('qtype_name: null_type\n  query: x'), []);
  t.deepEqual(of("qtype_name: 'NULL'"), ['null.example.com']);
  t.deepEqual(of('record_type: 10'), ['null.example.com']);
  t.deepEqual(of('r_code: nxdomain'), ['denied.example.com']);
  t.deepEqual(of('rcode: 3'), ['denied.example.com']);
  t.deepEqual(of("QueryStatus: '9003'"), ['denied.example.com']);
  t.deepEqual(of('QueryStatus: 1460'), ['silent.example.com']);
  t.deepEqual(of('rejected: true'), ['denied.example.com']);
  t.deepEqual(of("rejected: 'T'"), ['denied.example.com']);
  t.deepEqual(of('r_code: null'), ['silent.example.com']);
  t.deepEqual(of('rcode|exists: false'), ['silent.example.com']);
  t.deepEqual(of('id.orig_h|cidr: 203.0.113.0/24'), ['denied.example.com']);
  t.deepEqual(of('src_ip: 203.0.113.9'), ['denied.example.com']);
  t.deepEqual(of('QueryResults|contains: ::ffff:192.0.2.77;'), ['alias.example.com']);
  t.deepEqual(of('answers: 192.0.2.77'), ['alias.example.com']);
  t.deepEqual(of('TTLs|lt: 10'), ['alias.example.com']);
  t.deepEqual(of('id.resp_p: 53\n  proto: udp\n  query|startswith: alias'), ['alias.example.com']);
  t.deepEqual(of('src_ip|fieldref: dst_ip'), []);
});

test('log sources of the DNS are taken, others are not', (t) => {
  const detection = 'selection:\n  query: example.com\ncondition: selection';
  for (const logsource of [
    'category: dns',
    'category: dns_query\n  product: windows',
    'product: zeek\n  service: dns',
  ])
    t.is(readRule(rule(detection, { logsource })).problem, undefined, logsource);
  for (const logsource of [
    'category: proxy',
    'product: zeek\n  service: http',
    'product: windows\n  service: dns-client',
  ])
    t.regex(readRule(rule(detection, { logsource })).problem?.message ?? '', /log source/, logsource);
});

test('what no row has, or is not followed, makes a rule unsupported, with its place', (t) => {
  const of = (detection: string) => readRule(rule(detection)).problem;
  t.like(of('selection:\n  query: a.example\n  Image|endswith: x.exe\ncondition: selection'), {
    field: 'Image',
    line: 7,
    column: 5,
  });
  t.like(of('selection:\n  query: a.example\nfilter:\n  User: x\ncondition: selection and not filter'), {
    field: 'User',
  });
  for (const detection of [
    'selection:\n  query|base64: x\ncondition: selection',
    "selection:\n  query|re: '(?=x)y'\ncondition: selection",
    "selection:\n  query|re: '(a)\\1'\ncondition: selection",
    "selection:\n  query|re: '([a-z]{900}|[0-9]{900}x){3}'\ncondition: selection",
    `selection:\n  query|re:\n${Array.from({ length: 41 }, (_, at) => `    - 'word${at}.'`).join('\n')}\ncondition: selection`,
    'selection:\n  query: münchen.example\ncondition: selection',
    'selection:\n  query: x\ntimeframe: 5m\ncondition: selection',
    'selection:\n  query: x.example\ncondition: selection | count() by src_ip > 5',
    'selection:\n  query: x.example\ncondition: 2 of them',
    `selection:\n  query|contains:\n${Array.from({ length: 101 }, (_, at) => `    - '${at}'`).join('\n')}\ncondition: selection`,
  ])
    t.truthy(of(detection), detection.slice(0, 80));
  const correlation =
    'title: Many\ncorrelation:\n  type: event_count\n  rules:\n    - a\n  group-by:\n    - src_ip\n  timespan: 5m\n  condition:\n    gte: 10\n';
  t.regex(readRule(correlation).problem?.message ?? '', /Correlation/);
});

test('what is no rule is refused with line and column', (t) => {
  const of = (text: string) => {
    const error = t.throws(() => readRule(text), { instanceOf: SigmaProblem }, text.slice(0, 80));
    t.is(error?.kind, 'faulty');
    return placed(error!);
  };
  t.like(
    of(
      'title: A\nlogsource:\n  category: dns\ndetection:\n  selection:\n    query: x\n  condition: selection and other\n',
    ),
    {
      line: 7,
      column: 14,
    },
  );
  t.is(of('title: [').line, 1);
  t.like(of('title: A\ntitle: B\n'), { line: 2, column: 1 });
  for (const text of [
    '',
    '- a',
    'level: high',
    rule('selection:\n  query: x'),
    rule('selection:\n  query: x\ncondition: (selection'),
    rule('selection:\n  query: x\ncondition: selection selection'),
    rule('selection:\n  query: x\ncondition: not'),
    rule('selection:\n  query: x\ncondition: 1 of filter_*'),
    rule('selection: []\ncondition: selection'),
    rule('selection:\n  query:\n    nested: x\ncondition: selection'),
    rule('selection:\n  src_ip|cidr: x\ncondition: selection'),
    rule('selection:\n  qtype|gt: x\ncondition: selection'),
    rule('selection:\n  query|contains|endswith: x\ncondition: selection'),
    rule('selection:\n  query: x\ncondition: selection', { head: 'title: A\nlevel: worst' }),
    rule('selection:\n  query: x\ncondition: selection', { head: 'title: A\nid: 7' }),
    rule(`selection:\n  query: x\ncondition: ${'('.repeat(500)}selection${')'.repeat(500)}`),
    rule(`selection:\n  query: x\ncondition: ${'not '.repeat(500)}selection`),
    `title: A\n${'x'.repeat(20_000)}: 1`,
    `a: ${'['.repeat(2_000)}`,
  ])
    of(text);
});

test('aliases that stand for ever more are not followed', (t) => {
  const levels = Array.from({ length: 30 }, (_, at) =>
    at === 0
      ? 'l0: &l0 [x, x, x, x, x, x, x, x, x]'
      : `l${at}: &l${at} [${`*l${at - 1}, `.repeat(9).slice(0, -2)}]`,
  );
  t.throws(() => readRule(`title: A\n${levels.join('\n')}\n`), { instanceOf: SigmaProblem });
});

test('what a rule says of itself is kept', (t) => {
  const head = [
    'title: Said',
    'id: 8AE51330-899c-4641-8125-e39f2e07da72',
    'level: critical',
    'tags: [attack.command-and-control, attack.t1071.004, attack.T1568]',
    'falsepositives:\n  - Unknown\n  - Backups of the vendor',
    'references: [https://example.com/x]',
  ].join('\n');
  const read = readRule(rule('selection:\n  query: example.com\ncondition: selection', { head }));
  t.like(read, {
    id: '8ae51330-899c-4641-8125-e39f2e07da72',
    severity: 'critical',
    falsePositives: ['Backups of the vendor'],
    references: ['https://example.com/x'],
  });
  t.deepEqual(read.techniques, ['T1071.004', 'T1568']);
  const unnamed = rule('selection:\n  query: example.com\ncondition: selection');
  t.is(readRule(unnamed).id, readRule(unnamed).id);
});
