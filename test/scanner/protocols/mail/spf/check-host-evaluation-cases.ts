import { type CheckHostCase, c, e, many } from './check-host-case.ts';

const included = (record: string): string =>
  `${e} "v=spf1 include:i.example.com ~all"\ni.example.com TXT "${record}"`;

const others: readonly CheckHostCase[] = [
  c('include that passes', '5.2', included('v=spf1 ip4:192.0.2.1 -all'), 'pass'),
  c('include that fails', '5.2', included('v=spf1 -all'), 'softfail'),
  c('include that softfails', '5.2', included('v=spf1 ~all'), 'softfail'),
  c('include that is neutral', '5.2', included('v=spf1'), 'softfail'),
  c('include with an error', '5.2', included('v=spf1 moo'), 'permerror'),
  c('include of a domain without SPF', '5.2', included('hello'), 'permerror'),
  c('include of no domain', '5.2', 'v=spf1 include:nowhere.example.com -all', 'permerror'),
  c(
    'include that times out',
    '5.2',
    `${e} "v=spf1 include:i.example.com ~all"\ni.example.com TXT !timeout`,
    'temperror',
  ),
  c(
    '-include that passes',
    '5.2',
    `${e} "v=spf1 -include:i.example.com ~all"\ni.example.com TXT "v=spf1 +all"`,
    'fail',
  ),
  c('redirect', '6.1', `${e} "v=spf1 redirect=i.example.com"\ni.example.com TXT "v=spf1 -all"`, 'fail'),
  c('redirect before the mechanisms', '6.1', 'v=spf1 redirect=nowhere.example.com ip4:192.0.2.1', 'pass'),
  c('redirect to a domain without SPF', '6.1', 'v=spf1 redirect=nowhere.example.com', 'permerror'),
  c('redirect to a name of one label', '6.1', 'v=spf1 redirect=%{h}', 'permerror', { helo: 'abc' }),
  c('redirect beside all', '6.1', 'v=spf1 ?all redirect=nowhere.example.com', 'neutral'),
  c('default', '4.7', 'v=spf1 ip4:192.0.2.9', 'neutral'),
  c('exp', '6.2', `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "Not " "you, %{i}."`, 'fail', {
    explanation: 'Not you, 192.0.2.1.',
  }),
  c(
    'exp of an include is not used',
    '6.2',
    `${e} "v=spf1 -include:i.example.com exp=x.example.com"\ni.example.com TXT "v=spf1 +all exp=y.example.com"\nx.example.com TXT "outer"\ny.example.com TXT "inner"`,
    'fail',
    { explanation: 'outer' },
  ),
  c(
    'exp of the redirected one is used',
    '6.2',
    `${e} "v=spf1 exp=x.example.com redirect=i.example.com"\ni.example.com TXT "v=spf1 -all exp=y.example.com"\nx.example.com TXT "outer"\ny.example.com TXT "inner"`,
    'fail',
    { explanation: 'inner' },
  ),
  c(
    'redirect cancels exp',
    '6.2',
    `${e} "v=spf1 exp=x.example.com redirect=i.example.com"\ni.example.com TXT "v=spf1 -all"\nx.example.com TXT "outer"`,
    'fail',
  ),
  c(
    'exp with two records',
    '6.2',
    `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "one"\nx.example.com TXT "two"`,
    'fail',
  ),
  c('exp with no record', '6.2', 'v=spf1 -all exp=x.example.com', 'fail'),
  c('exp that times out', '6.2', `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT !timeout`, 'fail'),
  c(
    'exp outside ASCII',
    '6.2',
    `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "caf\\195\\169"`,
    'fail',
  ),
  c(
    'exp with a broken macro',
    '6.2',
    `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "%{x} no"`,
    'fail',
  ),
  c(
    'exp only where the result is fail',
    '6.2',
    `${e} "v=spf1 ~all exp=x.example.com"\nx.example.com TXT "why"`,
    'softfail',
  ),
];

const expands = (macros: string, text: string, more: Partial<CheckHostCase> = {}): CheckHostCase =>
  c(
    `${macros} is ${text}`,
    '7',
    `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "${macros}"`,
    'fail',
    {
      explanation: text,
      ...more,
    },
  );

const strong = { sender: 'strong-bad@e.example.com' };
const macros: readonly CheckHostCase[] = [
  expands('%{s} %{o} %{d}', 'strong-bad@e.example.com e.example.com e.example.com', strong),
  expands('%{d4}|%{d3}|%{d2}|%{d1}', 'e.example.com|e.example.com|example.com|com', strong),
  expands('%{dr}|%{d2r}', 'com.example.e|example.e', strong),
  expands('%{l}|%{l-}|%{lr}|%{lr-}|%{l1r-}', 'strong-bad|strong.bad|strong-bad|bad.strong|strong', strong),
  expands('%{ir}.%{v}._spf.%{d2}', '1.2.0.192.in-addr._spf.example.com'),
  expands('%{i} %{v}', '2.0.0.1.0.d.b.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.c.b.0.1 ip6', {
    ip: '2001:DB8::CB01',
  }),
  expands('%{c}', '2001:db8::cb01', { ip: '2001:DB8::CB01' }),
  expands('%{h}|%{H}', "JUMPIN' JUPITER|JUMPIN%27%20JUPITER", { helo: "JUMPIN' JUPITER" }),
  expands('%{L}', '~jack%26jill%3Dup-a_b3.c', { sender: '~jack&jill=up-a_b3.c@e.example.com' }),
  expands('%% %_ %-', '%   %20'),
  expands('%{r}', 'mail.receiver.example'),
  expands('%{p}', 'unknown'),
  expands('%{l2r.+}|%{l1.+}|%{o1r+-}', 'b.a|c|e.example.com', { sender: 'a+b.c@e.example.com' }),
  c(
    '%{p} prefers the domain itself',
    '7.3',
    `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "%{p}"\n1.2.0.192.in-addr.arpa PTR m.e.example.com\n1.2.0.192.in-addr.arpa PTR e.example.com\nm.e.example.com A 192.0.2.1\ne.example.com A 192.0.2.1`,
    'fail',
    { explanation: 'e.example.com' },
  ),
  c(
    '%{p} takes one below it before any other',
    '7.3',
    `${e} "v=spf1 -all exp=x.example.com"\nx.example.com TXT "%{p}"\n1.2.0.192.in-addr.arpa PTR a.example.org\n1.2.0.192.in-addr.arpa PTR m.e.example.com\nm.e.example.com A 192.0.2.1\na.example.org A 192.0.2.1`,
    'fail',
    { explanation: 'm.e.example.com' },
  ),
  c(
    'a name over 253 octets loses labels from the left',
    '7.3',
    `${e} "v=spf1 exists:${'a'.repeat(50)}.%{s}.%{l}.%{l}.%{l}.x.example.com -all"\nexample.com.${`${'l'.repeat(60)}.`.repeat(3)}x.example.com A 127.0.0.2`,
    'pass',
    {
      sender: `${'l'.repeat(60)}@e.example.com`,
    },
  ),
  c('a HELO that is no name in exists', '4.8', 'v=spf1 exists:%{h} -all', 'fail', {
    helo: "JUMPIN' JUPITER",
  }),
];

const limits: readonly CheckHostCase[] = [
  c(
    'ten lookups',
    '4.6.4',
    `${e} "v=spf1 ${'mx:m.example.com '.repeat(10)}-all"\nm.example.com MX 1 n.example.com\nn.example.com A 192.0.2.9`,
    'fail',
  ),
  c(
    'eleven lookups',
    '4.6.4',
    `${e} "v=spf1 ${'mx:m.example.com '.repeat(11)}-all"\nm.example.com MX 1 n.example.com\nn.example.com A 192.0.2.9`,
    'permerror',
  ),
  c(
    'eleven lookups behind a match',
    '4.6.4',
    `${e} "v=spf1 ip4:192.0.2.1 ${'a:m.example.com '.repeat(11)}-all"\nm.example.com A 192.0.2.9`,
    'pass',
  ),
  c(
    'an include costs one and what it holds',
    '4.6.4',
    `${e} "v=spf1 ${'include:i.example.com '.repeat(2)}-all"\ni.example.com TXT "v=spf1 ${'a:m.example.com '.repeat(5)}-all"\nm.example.com A 192.0.2.9`,
    'permerror',
  ),
  c('include leads in a circle', '5.2', 'v=spf1 include:e.example.com -all', 'permerror'),
  c('redirect leads in a circle', '6.1', 'v=spf1 redirect=e.example.com', 'permerror'),
  c('two void lookups', '4.6.4', 'v=spf1 a:v1.example.com exists:v2.example.com ?all', 'neutral'),
  c(
    'three void lookups',
    '4.6.4',
    'v=spf1 a:v1.example.com exists:v2.example.com mx:v3.example.com ?all',
    'permerror',
  ),
  c(
    'any number of addresses',
    '4.6.4',
    `${e} "v=spf1 a -all"\n${many(40, (n) => `e.example.com A 198.51.100.${n}`)}\ne.example.com A 192.0.2.1`,
    'pass',
  ),
];

export const evaluationCases: readonly CheckHostCase[] = [...others, ...macros, ...limits];
