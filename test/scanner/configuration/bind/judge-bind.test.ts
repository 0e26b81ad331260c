import test, { type ExecutionContext } from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';

function judge(text: string, version?: string) {
  return judgeConfiguration({
    files: [{ name: 'named.conf', content: Buffer.from(text) }],
    serverType: 'bind',
    version,
  });
}

const codes = (text: string, version?: string) => judge(text, version).findings.map(({ code }) => code);

/** A configuration with nothing to say about, for one more statement. */
const sound = (more: string) => `options { version none; allow-transfer { none; }; };\n${more}`;

function places(t: ExecutionContext, text: string, expected: readonly (readonly [string, number, number])[]) {
  t.deepEqual(
    judge(text).findings.map(({ code, line, column }) => [code, line, column]),
    expected.map((one) => [...one]),
  );
}

test('faults of the text are told with their place, and the rest is read on', (t) => {
  places(t, sound('acl a { 10.0.0.0/8 };\nacl b { 10.0.0.0/8; };\n'), [['missing_semicolon', 2, 19]]);
  places(t, sound('zone "a" {\n  type hint\n  file "x";\n};'), [['missing_semicolon', 3, 12]]);
  places(t, sound('acl a { any; }'), [['missing_semicolon', 2, 15]]);
  places(
    t,
    sound('zone "a {\n'),
    [
      ['missing_semicolon', 2, 10],
      ['wrong_type', 2, 10],
      ['unclosed_quote', 2, 6],
    ].sort((a, b) => Number(a[2]) - Number(b[2])) as [string, number, number][],
  );
});

test('options are unknown, misplaced, gone, twice or of a wrong type', (t) => {
  const found = (text: string) => judge(text).findings.map(({ code, suggestion }) => [code, suggestion]);
  t.deepEqual(found('options { version none; recursoin no; };'), [['unknown_option', 'Write recursion.']]);
  t.deepEqual(found(sound('recursion no;')), [
    ['misplaced_option', 'Move it: it stands in options or in view.'],
  ]);
  t.deepEqual(codes('options { version none; dnssec-enable yes; };'), ['option_removed']);
  t.deepEqual(codes('options { version none; recursion no; recursion no; };'), ['duplicate_option']);
  t.deepEqual(codes('options { version none; recursion "yes"; };'), ['wrong_type']);
  t.deepEqual(codes('options { version none; allow-query { 10.0.0.1/8; }; };'), ['wrong_type']);
  t.deepEqual(codes('options { version none; port 70000; };'), ['out_of_range']);
});

test('the table of rate limits is as large as its least size, which is one or more', (t) => {
  const table = (sizes: string) =>
    codes(`options { version none; rate-limit { responses-per-second 5; ${sizes} }; };`);
  for (const sizes of [
    'min-table-size 0;',
    'min-table-size 0; max-table-size 1;',
    'max-table-size 20000000;',
  ])
    t.deepEqual(table(sizes), [], sizes);
  for (const sizes of [
    'min-table-size 0; max-table-size 0;',
    'max-table-size 499;',
    'max-table-size 4294967295;',
  ])
    t.deepEqual(table(sizes), ['bad_value'], sizes);
});

test('names that nobody gave are told, and the nearest that somebody did', (t) => {
  const [finding] = judge(
    'acl trusted { 10.0.0.0/8; };\noptions { version none; allow-query { trusetd; }; };',
  ).findings;
  t.like(finding, {
    code: 'undefined_reference',
    refused: true,
    suggestion: 'Write the name as in line 1, or define it.',
  });
  t.deepEqual(codes(sound('server 192.0.2.1 { keys nobody; };')), ['undefined_reference']);
  t.true(
    codes(sound('zone "a" { type secondary; primaries { nobody; }; };')).includes('undefined_reference'),
  );
});

test('open recursion is told by what the lists let in, not by their words', (t) => {
  const recursion = (lists: string) => codes(lists).filter((code) => code === 'open_recursion').length;
  const options = (more: string, before = '') => `${before}options { version none; ${more} };`;
  t.is(recursion(options('allow-recursion { any; };')), 1);
  t.is(recursion(options('allow-query { any; };')), 1, 'allow-recursion takes its default from allow-query');
  t.is(recursion(options('')), 0, 'the default is the own networks');
  t.is(recursion(options('allow-recursion { 0.0.0.0/1; 128.0.0.0/1; };')), 1);
  t.is(recursion(options('allow-recursion { !any; any; };')), 0);
  t.is(recursion(options('allow-recursion { !10.0.0.0/8; any; };')), 1);
  t.is(recursion(options('allow-recursion { 10.0.0.0/8; 192.168.0.0/16; localhost; };')), 0);
  t.is(
    recursion(options('allow-recursion { !{ !10.0.0.0/8; any; }; any; };')),
    0,
    'a negated list that refuses all but the own',
  );
  t.is(
    recursion(
      options('allow-recursion { all; };', 'acl inner { !192.0.2.0/24; any; }; acl all { inner; };\n'),
    ),
    1,
  );
  t.is(
    recursion(options('allow-recursion { a; };', 'acl a { b; }; acl b { a; };\n')),
    0,
    'a circle lets nobody in',
  );
  t.is(recursion(options('allow-recursion { any; }; allow-query-cache { 10.0.0.0/8; };')), 0);
  t.is(recursion(options('recursion no; allow-recursion { any; };')), 0);
  t.is(
    recursion(
      options(
        'allow-recursion { key k; };',
        'key k { algorithm hmac-sha256; secret "MDEyMzQ1Njc4OWFiY2RlZg=="; };\n',
      ),
    ),
    0,
  );
});

test('views have their recursion each, for the clients that come to them', (t) => {
  const views = (inside: string, outside: string) =>
    codes(
      `options { version none; };\nview inside { match-clients { 10.0.0.0/8; }; ${inside} };\nview outside { ${outside} };`,
    ).filter((code) => code === 'open_recursion').length;
  t.is(views('allow-recursion { any; };', 'recursion no;'), 0);
  t.is(views('recursion no;', 'allow-recursion { any; };'), 1);
  t.is(views('allow-recursion { any; };', 'match-clients { 192.168.0.0/16; }; allow-recursion { any; };'), 0);
});

test('no secret is in an answer', (t) => {
  const secret = 'Zm9vYmFyYmF6cXV4Zm9vYmFy';
  for (const text of [
    `key k { algorithm hmac-md5; secret "${secret}"; };`,
    `key k { algorithm hmac-md5; secrt "${secret}"; };`,
    `key k { algorithm hmac-md5; secret ${secret} };`,
    `key k { algorithm ${secret}; secret "x"; };`,
    `key k { "${secret}"; };`,
    `${secret} { };`,
    `key ${secret} { algorithm hmac-md5; secret "${secret}"; };`,
    `options { cookie-secret "${secret}"; foo ${secret}; };`,
  ]) {
    t.false(JSON.stringify(judge(text)).includes(secret), text);
  }
});

test('rules of updates have their form, and servers stand once', (t) => {
  const refused = (text: string) =>
    judge(text)
      .findings.filter(({ refused: is }) => is)
      .map(({ code }) => code);
  const rule = (text: string) =>
    refused(`zone "example.org" { type primary; file "x"; update-policy { ${text}; }; };`);
  for (const sound of [
    'grant local-ddns zonesub any',
    'grant k zonesub',
    'grant k name a.example.org',
    'grant k subdomain example.org A MX(2) TYPE65',
    'grant k self . any',
    'deny * wildcard *.example.org ANY',
    'grant k krb5-self . A',
  ])
    t.deepEqual(rule(sound), [], sound);
  for (const wrong of [
    'grant local-ddns any',
    'grant k zonesub _any',
    'grant k zonesub example.org any',
    'grant k name A',
    'grant k self a A',
    'grant k wildcard a.example.org any',
    'grant k krb5-self a A',
    'grant k name a..b A',
    'allow k zonesub any',
  ])
    t.deepEqual(rule(wrong), ['wrong_type'], wrong);
  t.deepEqual(refused('server 10/8 { };\nserver 10.0.0.0/8 { };'), ['duplicate_name']);
  t.deepEqual(refused('server 10.0.0.0/8 { };\nserver 10.0.0.1 { };'), []);
  const policy = (keys: string) => refused(`dnssec-policy p { keys { ${keys} }; };`);
  t.deepEqual(policy('ksk lifetime 0 algorithm 13; zsk lifetime 0 algorithm ecdsap256sha256;'), []);
  t.deepEqual(policy('csk lifetime 0 algorithm 13; ksk lifetime 0 algorithm 8;'), ['policy_incomplete']);
});

test('rules of updates are for a key that they name', (t) => {
  const rule = (text: string) =>
    codes(sound(`zone "a.example" { type primary; file "x"; update-policy { ${text}; }; };`)).filter(
      (code) => code !== 'no_rate_limit',
    );
  t.deepEqual(rule('grant * subdomain a.example. ANY'), ['update_any_key']);
  t.deepEqual(rule('grant "*" zonesub TXT'), ['update_any_key']);
  t.deepEqual(rule('grant * tcp-self . PTR'), ['update_without_tsig']);
  t.deepEqual(rule('grant * self * A'), [], 'each key the name that it has');
  t.deepEqual(rule('deny * zonesub ANY'), []);
  t.deepEqual(rule('grant dhcp zonesub A'), []);
});

test('the root is validated, and answers fit into a packet', (t) => {
  const options = (text: string) => codes(`options { version none; allow-transfer { none; }; ${text} };`);
  t.deepEqual(options('validate-except { "lan"; "."; };'), ['validation_off']);
  t.deepEqual(options('validate-except { "lan"; };'), []);
  t.deepEqual(options('edns-udp-size 4096;'), ['fragmentation']);
  t.deepEqual(options('max-udp-size 4096; edns-udp-size 1232;'), ['fragmentation']);
  t.deepEqual(options('session-keyalg hmac-md5;'), ['weak_tsig_algorithm']);
});

test('short forms of prefixes have no leading zeros', (t) => {
  for (const [text, isTaken] of [
    ['10/8', true],
    ['10.0/16', true],
    ['10.0.00/8', false],
    ['010/8', false],
  ] as const)
    t.is(judge(`acl a { ${text}; };`).valid, isTaken, text);
});
