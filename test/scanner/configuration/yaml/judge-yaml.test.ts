import test from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';
import type { ServerType } from '../../../../scanner/configuration/server-types.ts';

const judge = (serverType: ServerType | undefined, text: string, name = 'file') =>
  judgeConfiguration({ files: [{ name, content: Buffer.from(text) }], serverType });
const codes = (serverType: ServerType, text: string) =>
  judge(serverType, text).findings.map(({ code }) => code);
const recursor = (text: string) => codes('pdns-recursor', text);
const web = (more: string) => `webservice:\n  webserver: true\n  api_key: a-long-and-random-key\n${more}`;

test('recursor: options are unknown, misplaced or of a wrong type', (t) => {
  t.deepEqual(recursor('incoming:\n  allow_form: [10.0.0.0/8]\n'), ['unknown_option']);
  t.deepEqual(recursor('recursor:\n  allow_notify_for: [a.example]\n'), ['misplaced_option']);
  t.deepEqual(recursor('recursor:\n  threads: many\n'), ['wrong_type']);
  t.deepEqual(recursor('recursor:\n  threads: "2"\n'), ['wrong_type']);
  t.deepEqual(recursor('incoming:\n  listen: 127.0.0.1\n'), ['wrong_type']);
  t.deepEqual(recursor('logging:\n  quiet: yes\n'), ['wrong_type'], 'YAML 1.2 knows true and false alone');
  t.deepEqual(recursor('dnssec:\n  validation: maybe\n'), ['wrong_type']);
  t.deepEqual(recursor('recursor:\n  forward_zones:\n    - zone: a\n      forwarder: [10.0.0.1]\n'), [
    'unknown_option',
  ]);
  const verdict = judge('pdns-recursor', 'incoming:\n  allow_form: [10.0.0.0/8]\n');
  t.false(verdict.valid);
  t.like(verdict.findings[0], { line: 2, column: 3, endColumn: 13, suggestion: 'Write allow_from.' });
});

test('recursor: what matters for security is told', (t) => {
  const open = (more: string) => `incoming:\n  listen: ["0.0.0.0", "[::]:5300"]\n  allow_from: ${more}\n`;
  t.deepEqual(recursor(open('[0.0.0.0/0]')), ['open_recursion']);
  t.deepEqual(recursor(open('[0.0.0.0/1, 128.0.0.0/1]')), ['open_recursion']);
  t.deepEqual(recursor(open('[]')), ['open_recursion'], 'nothing is checked of an empty list');
  t.deepEqual(recursor(open('[0.0.0.0/0, "!0.0.0.0/1", "!128.0.0.0/1"]')), []);
  t.deepEqual(recursor(open('[10.0.0.0/8, "::1"]')), []);
  t.deepEqual(recursor('incoming:\n  listen: [127.0.0.1:53]\n  allow_from: [0.0.0.0/0]\n'), []);
  t.deepEqual(recursor('incoming:\n  proxy_protocol_from: ["::/0"]\n'), ['trusts_any_proxy']);
  t.deepEqual(recursor('dnssec:\n  validation: process-no-validate\n'), ['validation_off']);
  t.deepEqual(recursor('dnssec:\n  negative_trustanchors:\n    - name: .\n'), ['validation_off']);
  t.deepEqual(recursor('webservice:\n  webserver: true\n'), ['control_without_key']);
  t.deepEqual(recursor('webservice:\n  api_key: short\n'), ['short_secret']);
  t.deepEqual(recursor(web('')), []);
  t.deepEqual(recursor(web('  address: 0.0.0.0\n')), ['control_beyond_loopback']);
  t.deepEqual(recursor(web('  allow_from: [0.0.0.0/0]\n')), ['control_open']);
  t.deepEqual(recursor('outgoing:\n  single_socket: true\n'), ['fixed_source_port']);
  t.deepEqual(recursor('outgoing:\n  udp_source_port_min: 65000\n'), ['fixed_source_port']);
  t.deepEqual(recursor('recursor:\n  setuid: root\n'), ['privileges_kept']);
  const forward = (to: string) =>
    recursor(`recursor:\n  forward_zones_recurse:\n    - zone: .\n      forwarders: [${to}]\n`);
  t.deepEqual(forward('9.9.9.9'), ['forwarders_in_clear']);
  t.deepEqual(forward('9.9.9.9:853'), []);
  t.deepEqual(
    recursor('recursor:\n  rpzs:\n    - name: r\n      tsig: {name: k, algo: hmac-md5, secret: x}\n'),
    ['weak_tsig_algorithm'],
  );
});

test('recursor: the form is seen in the file, and folders that it includes are judged', (t) => {
  t.deepEqual(codes('pdns-recursor', 'threads=many\n'), ['wrong_type']);
  t.deepEqual(codes('pdns-recursor', 'allow-from=\n'), ['open_recursion'], 'the old form checks nothing too');
  t.deepEqual(codes('pdns-recursor', 'allow-from=\nallow-from-file=/etc/allow\n'), []);
  const { findings, missing } = judgeConfiguration({
    files: [
      { name: 'etc/recursor.yml', content: Buffer.from('recursor:\n  include_dir: /etc/recursor.d\n') },
      { name: 'etc/recursor.d/a.yml', content: Buffer.from('dnssec:\n  validation: off\n') },
    ],
  });
  t.deepEqual(missing, []);
  t.like(findings[0], { code: 'validation_off', file: 'etc/recursor.d/a.yml' });
});

test('blocky: what is wrong and what is weak is told', (t) => {
  const blocky = (text: string) => codes('blocky', text);
  t.deepEqual(blocky('upstrems:\n  groups: {}\n'), ['unknown_option']);
  t.deepEqual(blocky('caching:\n  prefetching: maybe\n'), ['wrong_type']);
  t.deepEqual(blocky('ports:\n  dns: 53\n'), ['listens_everywhere']);
  t.deepEqual(blocky('ports:\n  dns: 192.168.1.2:53,[::1]:53\n'), []);
  t.deepEqual(blocky('ports:\n  http: 4000\n'), ['control_beyond_loopback']);
  t.deepEqual(blocky('ports:\n  http: 127.0.0.1:4000\n'), []);
  t.deepEqual(blocky('upstreams:\n  groups:\n    default: [tcp+udp:9.9.9.9]\n'), ['forwarders_in_clear']);
  t.deepEqual(
    blocky('upstreams:\n  groups:\n    default: ["tcp-tls:9.9.9.9:853", https://a.example/q]\n'),
    [],
  );
  t.deepEqual(blocky('minTlsServeVersion: 1.1\n'), ['old_tls']);
  t.deepEqual(blocky('blocking:\n  denylists:\n    ads: ["http://a.example/list"]\n'), [
    'blocking_off',
    'list_in_clear',
  ]);
  t.deepEqual(blocky('blocking:\n  denylists:\n    ads: [/l]\n  clientGroupsBlock:\n    default: [add]\n'), [
    'undefined_reference',
  ]);
  t.deepEqual(blocky('redis:\n  address: redis.example:6379\n'), ['control_without_key']);
  t.deepEqual(blocky('logLevel: info\n'), ['deprecated_option']);
  t.deepEqual(blocky('blocking:\n  downloadTimeout: 4m\n'), ['deprecated_option']);
  t.deepEqual(blocky('upstreams:\n  strategy: fastest\n'), ['wrong_type']);
  t.deepEqual(blocky('upstreams:\n  timeout: 2 seconds\n'), ['wrong_type']);
  t.deepEqual(blocky('queryLog:\n  ignore:\n    domains: [a]\n'), ['unknown_option']);
  const today =
    'customDNS:\n  fallbackUpstream: true\n  mapping:\n    a.lan: [10.0.0.1, 10.0.0.2]\ndnssec:\n  validate: true\n' +
    'rateLimit:\n  enable: true\n  rate: 20\n  allowlist: [10.0.0.0/8]\ndns64:\n  prefixes: ["64:ff9b::/96"]\n' +
    'blocking:\n  schedules:\n    night:\n      start: "22:00"\n      weekdays: [mon]\n';
  t.deepEqual(blocky(today), []);
  t.deepEqual(blocky('rateLimit:\n  allowlist: [10.0.0.0/33]\n'), ['wrong_type']);
});

test('AdGuard Home: what is wrong and what is weak is told', (t) => {
  const adguard = (text: string) => codes('adguard', text);
  t.deepEqual(adguard('dns:\n  ratelimt: 1\n'), ['unknown_option']);
  t.true(judge('adguard', 'dns:\n  ratelimt: 1\n').valid, 'it leaves out what it does not know');
  t.deepEqual(adguard('dns:\n  port: "53"\n'), ['wrong_type']);
  t.deepEqual(adguard('dns:\n  port: 65536\n'), ['wrong_type']);
  t.deepEqual(adguard('dns:\n  bind_hosts: [192.168.1.256]\n'), ['wrong_type', 'open_recursion']);
  t.deepEqual(adguard('dns:\n  upstream_timeout: 10 s\n'), ['wrong_type']);
  t.deepEqual(adguard('http:\n  address: "::1:3000"\n'), ['wrong_type']);
  t.deepEqual(adguard('http:\n  address: "[::1]:3000"\n  session_ttl: 720h\nschema_version: 34\n'), []);
  t.deepEqual(adguard('http:\n  doh:\n    insecure_enabled: true\n'), ['control_in_clear']);
  t.deepEqual(adguard('users: []\n'), ['control_without_key']);
  t.deepEqual(adguard('users:\n  - name: a\n    password: plain\n'), ['bad_secret']);
  t.deepEqual(adguard('http:\n  address: 0.0.0.0:80\n'), ['control_beyond_loopback']);
  t.deepEqual(adguard('http:\n  address: 0.0.0.0:80\ntls:\n  enabled: true\n  force_https: true\n'), []);
  t.deepEqual(adguard('dns:\n  bind_hosts: [0.0.0.0]\n  ratelimit: 0\n'), [
    'open_recursion',
    'no_rate_limit',
  ]);
  t.deepEqual(adguard('dns:\n  bind_hosts: [0.0.0.0]\n  allowed_clients: [10.0.0.0/8]\n'), []);
  t.deepEqual(adguard('dns:\n  bind_hosts: [192.168.1.2]\n'), []);
  t.deepEqual(adguard('dns:\n  trusted_proxies: [0.0.0.0/0]\n'), ['trusts_any_proxy']);
  t.deepEqual(adguard('dns:\n  enable_dnssec: false\n'), ['validation_off']);
  t.deepEqual(adguard('dns:\n  upstream_dns: [tls://a.example, "[/lan/]10.0.0.1", 9.9.9.9]\n'), [
    'forwarders_in_clear',
  ]);
  t.deepEqual(adguard('filtering:\n  protection_enabled: false\n'), ['blocking_off']);
  t.deepEqual(adguard('filters:\n  - enabled: true\n    url: http://a.example/f\n'), ['list_in_clear']);
  t.deepEqual(adguard('tls:\n  allow_unencrypted_doh: true\n'), ['control_in_clear']);
  t.deepEqual(adguard('auth_attempts: 0\ndebug_pprof: true\n'), ['no_rate_limit', 'debugging']);
});

test('the server is seen in the text, and in the name', (t) => {
  const seen = (text: string, name?: string) => judge(undefined, text, name).serverType;
  t.is(seen('incoming:\n  allow_from: [10.0.0.0/8]\n'), 'pdns-recursor');
  t.is(seen('dns:\n  bind_hosts: [10.0.0.1]\n  upstream_dns: []\n'), 'adguard');
  t.is(seen('upstreams:\n  groups:\n    default: []\n'), 'blocky');
  t.is(seen('{}', 'AdGuardHome.yaml'), 'adguard');
  t.is(seen('{}', 'recursor.yml'), 'pdns-recursor');
});
