import test from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';

const judge = (serverType: string, text: string) =>
  judgeConfiguration({ files: [{ name: 'file.conf', content: Buffer.from(text) }], serverType });
const codes = (serverType: string, text: string) => judge(serverType, text).findings.map(({ code }) => code);

/** A clause `server:` with nothing to say about. */
const unbound = (more: string) => `server:\n  hide-identity: yes\n  hide-version: yes\n${more}`;
const nsd = (more: string) => `server:\n  hide-version: yes\n${more}`;

test('unbound: options are unknown, misplaced, without value or of a wrong type', (t) => {
  t.deepEqual(codes('unbound', unbound('  verbosty: 1\n  prefetch: yes\n')), ['unknown_option']);
  t.deepEqual(codes('unbound', unbound('remote-control:\n  prefetch: yes\n')), ['misplaced_option']);
  t.deepEqual(codes('unbound', unbound('  prefetch:\n  port: 53\n')), ['missing_value']);
  t.deepEqual(codes('unbound', unbound('  prefetch: maybe\n')), ['wrong_type']);
  t.deepEqual(codes('unbound', unbound('  msg-cache-slabs: 3\n')), ['wrong_type']);
  t.deepEqual(codes('unbound', unbound('  access-control: 10.0.0.0/99 allow\n')), ['wrong_type']);
  t.deepEqual(codes('unbound', unbound('  identity: "a\n')), ['unclosed_quote']);
  t.like(judge('unbound', unbound('  verbosty: 1\n')).findings[0], {
    line: 4,
    column: 3,
    suggestion: 'Write verbosity.',
  });
});

test('unbound: the most specific rule decides who may ask', (t) => {
  const rules = (...lines: string[]) =>
    codes(
      'unbound',
      unbound(['  interface: 0.0.0.0', ...lines.map((line) => `  access-control: ${line}`)].join('\n')),
    );
  t.deepEqual(rules(), [], 'nobody but this machine by default');
  t.deepEqual(rules('10.0.0.0/8 allow'), []);
  t.deepEqual(rules('0.0.0.0/0 allow'), ['open_recursion']);
  t.deepEqual(rules('0.0.0.0/1 allow', '128.0.0.0/1 allow'), ['open_recursion']);
  t.deepEqual(rules('0.0.0.0/0 allow', '0.0.0.0/1 refuse', '128.0.0.0/1 refuse'), []);
  t.deepEqual(rules('10.0.0.0/8 allow', '10.0.0.0/8 refuse'), ['contradiction']);
  t.deepEqual(codes('unbound', unbound('  interface: 127.0.0.1\n  access-control: 0.0.0.0/0 allow\n')), []);
});

test('unbound: interfaces say who may ask where no rule of clients does', (t) => {
  const action = (interfaces: string, more = '') =>
    codes('unbound', unbound(`  interface: ${interfaces}\n  interface-action: ${interfaces} allow\n${more}`));
  t.deepEqual(action('0.0.0.0'), ['open_recursion']);
  t.deepEqual(action('10.0.0.1'), [], 'an address of the own network');
  t.deepEqual(action('0.0.0.0', '  access-control: 0.0.0.0/0 refuse\n'), []);
});

test('unbound: ports of questions are many', (t) => {
  const ports = (...lines: string[]) =>
    codes('unbound', unbound(lines.map((line) => `  outgoing-port-${line}\n`).join('')));
  t.deepEqual(ports('avoid: 0-65535', 'permit: 5353'), ['fixed_source_port']);
  t.deepEqual(ports('avoid: 0-65535', 'permit: 20000-50000'), []);
  t.deepEqual(ports('avoid: 3000-4000'), []);
});

test('unbound: records and addresses of local data are read as the server does', (t) => {
  const isTaken = (line: string) => judge('unbound', unbound(`  ${line}\n`)).valid;
  for (const sound of ['a. A', 'a. 1h A 192.0.2.1', 'a. 60 IN A 192.0.2.1', '. NS a.', 'a. MX 10'])
    t.true(isTaken(`local-data: "${sound}"`), sound);
  for (const wrong of [
    'a. A 65536.0.0.1',
    'a. AAAA 192.0.2.1',
    'a. FOO x',
    'a. IN 60 A 192.0.2.1',
    'a..b A 192.0.2.1',
  ])
    t.false(isTaken(`local-data: "${wrong}"`), wrong);
  t.true(isTaken('interface: ::1@53=3'));
  t.false(isTaken('interface: ::1@x'));
});

test('unbound: what protects is on', (t) => {
  t.deepEqual(codes('unbound', unbound('  module-config: "validator iterator"\n')), ['validation_off']);
  t.deepEqual(
    codes('unbound', unbound('  module-config: "validator iterator"\n  trust-anchor-file: "k"\n')),
    [],
  );
  t.deepEqual(codes('unbound', unbound('  harden-glue: no\n')), ['harden_glue_off']);
  t.deepEqual(codes('unbound', unbound('  module-config: "iterator"\n')), ['validation_off']);
  t.deepEqual(codes('unbound', unbound('  val-permissive-mode: yes\n')), ['validation_off']);
  t.deepEqual(codes('unbound', 'server:\n  verbosity: 1\n'), ['version_shown', 'version_shown']);
  const forward = 'forward-zone:\n  name: "."\n  forward-addr: 9.9.9.9@853\n';
  t.deepEqual(codes('unbound', unbound(forward)), ['forwarders_in_clear']);
  t.deepEqual(codes('unbound', unbound(`${forward}  forward-tls-upstream: yes\n`)), ['tls_without_name']);
  t.deepEqual(
    codes(
      'unbound',
      unbound(
        'remote-control:\n  control-enable: yes\n  control-interface: 0.0.0.0\n  control-use-cert: no\n',
      ),
    ),
    ['control_without_key'],
  );
});

test('nsd: structure, references and transfers', (t) => {
  const zone = (more: string) => nsd(`zone:\n  name: example.org\n  zonefile: a.zone\n${more}`);
  t.deepEqual(codes('nsd', zone('')), []);
  t.deepEqual(codes('nsd', nsd('zone:\n  name: example.org\n')), ['zone_incomplete']);
  t.deepEqual(codes('nsd', zone('  provide-xfr: 192.0.2.1 nobody\n')), ['undefined_reference']);
  t.deepEqual(codes('nsd', zone('  provide-xfr: 0.0.0.0/0 NOKEY\n')), ['open_transfer']);
  t.deepEqual(codes('nsd', zone('  provide-xfr: 192.0.2.1 NOKEY\n')), ['transfer_without_tsig']);
  t.deepEqual(codes('nsd', zone('  provide-xfr: 0.0.0.0/0 BLOCKED\n')), []);
  t.deepEqual(codes('nsd', zone('  allow-notify: 192.0.2.1 NOKEY\n')), ['contradiction']);
  t.deepEqual(codes('nsd', zone('  zonefil: a\n')), ['unknown_option']);
  t.deepEqual(codes('nsd', zone('zone:\n  name: example.org\n  zonefile: b\n')), ['duplicate_name']);
  t.deepEqual(codes('nsd', nsd('  server-count: 0\n')), ['wrong_type']);
});

test('nsd: keys are long and of today, and stay secret', (t) => {
  const key = (algorithm: string, secret: string) =>
    nsd(`key:\n  name: k\n  algorithm: ${algorithm}\n  secret: "${secret}"\n`);
  const secret = 'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0';
  t.deepEqual(codes('nsd', key('hmac-sha256', secret)), []);
  t.deepEqual(codes('nsd', key('hmac-md5', secret)), ['weak_tsig_algorithm']);
  t.deepEqual(codes('nsd', key('hmac-sha256', 'c2hvcnQ=')), ['short_secret']);
  for (const text of [
    key('hmac-md5', secret),
    `key:\n  secrt: ${secret}\n`,
    `key:\n  ${secret}: x\n`,
    `${secret}\n`,
  ]) {
    t.false(JSON.stringify(judge('nsd', text)).includes(secret), text);
  }
});
