import test from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';

const refused = (text: string, version?: string) =>
  judgeConfiguration({
    files: [{ name: 'named.conf', content: Buffer.from(text) }],
    serverType: 'bind',
    version,
  })
    .findings.filter((finding) => finding.refused)
    .map(({ code }) => code);
const options = (text: string) => `options { ${text} };`;

/** What named-checkconf 9.18 and 9.20 say of each of them. */
const gone = [
  'coresize 1;',
  'auto-dnssec off;',
  'lock-file none;',
  'resolver-retry-interval 1;',
  'root-delegation-only;',
  'cookie-algorithm aes;',
].map(options);
const taken = [
  'dialup no;',
  'heartbeat-interval 1;',
  'dnssec-must-be-secure a yes;',
  'update-check-ksk no;',
  'sig-validity-interval 3;',
  'keep-response-order { any; };',
  'sortlist { any; };',
  'max-zone-ttl 1d;',
].map(options);
const later = [
  options('responselog yes;'),
  options('resolver-use-dns64 yes;'),
  options('query-source none;'),
  options('forwarders tls ephemeral { 192.0.2.1; };'),
  options('listen-on proxy plain { any; };'),
  'remote-servers a { 192.0.2.1; };',
  'key-store a { directory "."; };',
  'server 192.0.2.1 { require-cookie yes; };',
  'zone a { type primary; file "a"; checkds explicit; };',
  'zone a { type secondary; primaries source 192.0.2.2 { 192.0.2.1; }; };',
  'dnssec-policy a { cdnskey no; offline-ksk yes; };',
];

test('what is gone with 9.20 is refused for it and taken for 9.18', (t) => {
  for (const text of [...gone, 'controls { unix "/a" perm 1 owner 1 group 1; };']) {
    t.deepEqual(refused(text, '9.20'), ['option_removed'], text);
    t.deepEqual(refused(text, '9.18'), [], text);
    t.deepEqual(refused(text), [], text);
  }
  t.deepEqual(refused('zone a { type secondary; primaries dscp 2 { 192.0.2.1; }; };', '9.20'), [
    'option_removed',
  ]);
});

test('what does nothing or is on its way out is taken for both', (t) => {
  for (const text of taken)
    for (const version of ['9.18', '9.20']) t.deepEqual(refused(text, version), [], text);
  const { findings } = judgeConfiguration({
    files: [{ name: 'named.conf', content: Buffer.from(options('sig-validity-interval 3; version none;')) }],
    serverType: 'bind',
    version: '9.20',
  });
  t.true(findings.some(({ code }) => code === 'obsolete_option'));
});

test('what comes with 9.20 is refused for 9.18', (t) => {
  for (const text of later) {
    t.deepEqual(refused(text, '9.20.4'), [], text);
    t.deepEqual(refused(text), [], text);
    t.true(refused(text, '9.18.30').includes('option_newer'), text);
  }
});

test('a zone with a policy is signed inline by itself from 9.20 on, unless it or the policy says otherwise', (t) => {
  const zone = (text: string) => `zone "a.example" { type primary; file "a"; dnssec-policy ${text} };`;
  const without = 'dnssec-policy p { inline-signing no; };';
  t.deepEqual(refused(zone('default;'), '9.18'), ['zone_incomplete']);
  t.deepEqual(refused(zone('default;'), '9.20'), []);
  t.deepEqual(refused(zone('default; inline-signing no;'), '9.20'), ['zone_incomplete']);
  t.deepEqual(refused(`${without} ${zone('p;')}`, '9.20.4'), ['zone_incomplete']);
  t.deepEqual(refused(`${without} ${zone('p; inline-signing yes;')}`, '9.20'), []);
});
