import test from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';

const judge = (text: string, serverType: string | undefined = 'kea') =>
  judgeConfiguration({ files: [{ name: 'file', content: Buffer.from(text) }], serverType });
const codes = (text: string) => judge(text).findings.map(({ code }) => code);
const ddns = (inner: string) => codes(`{ "DhcpDdns": { ${inner} } }`);

test('options are unknown, of a wrong type, or no JSON', (t) => {
  t.deepEqual(ddns('"prot": 53001'), ['unknown_option']);
  t.deepEqual(ddns('"port": "53001"'), ['wrong_type']);
  t.deepEqual(ddns('port: 53001'), ['syntax']);
  t.deepEqual(ddns('"ip-address": localhost'), ['syntax', 'wrong_type']);
  t.deepEqual(ddns('"port": '), ['syntax']);
  t.deepEqual(ddns('"ncr-protocol": "UD"'), ['wrong_type']);
  t.deepEqual(ddns('"control-socket": { "socket-tye": "unix" }'), ['unknown_option']);
  t.deepEqual(ddns('"loggers": [ { "name": "a", "output_options": [ { "otput": "b" } ] } ]'), [
    'unknown_option',
  ]);
  const domain = '{ "name": "a." }';
  t.deepEqual(ddns(`"forward-ddns": { "ddns-domains": [ ${domain}, ${domain} ] }`), ['duplicate_option']);
  t.deepEqual(codes('{ "Control-agent": { "authentication": { "realm": "a" } } }'), ['missing_value']);
  t.deepEqual(codes('{ "Control-agent": { "control-sockets": { "dhcp9": {} } } }'), ['unknown_option']);
  t.deepEqual(codes('DhcpDdns: {}\n').includes('syntax'), true);
  t.deepEqual(codes('{ "DhcpDdns": { "port": 1 }'), ['syntax']);
});

test('comments of all kinds are none of it, and places stay where they are', (t) => {
  const text =
    '# one\n{ // "prot": 1\n  /* two\n "prot": 2 */ "DhcpDdns": {\n\t"comment": "a#b//c", "prot": 3 } }\n';
  t.deepEqual(codes(text), ['unknown_option']);
  t.like(judge(text).findings[0], { line: 5, column: 23, endColumn: 29, suggestion: 'Write port.' });
  t.deepEqual(codes('{ "Dhcp4": <?include "a.json"?>\n}'), ['include_not_judged']);
});

test('what matters for security is told', (t) => {
  const secret = 'MDEyMzQ1Njc4OWFiY2RlZg==';
  t.deepEqual(ddns('"ip-address": "0.0.0.0"'), ['control_beyond_loopback']);
  t.deepEqual(ddns('"tsig-keys": [ { "name": "k", "algorithm": "HMAC-SHA256", "secret": "c2hvcnQ=" } ]'), [
    'short_secret',
  ]);
  const domain = (more: string) =>
    ddns(
      `"tsig-keys": [ { "name": "K.", "algorithm": "HMAC-SHA256", "secret": "${secret}" } ], "forward-ddns": { "ddns-domains": [ { "name": "a.", ${more} } ] }`,
    );
  t.deepEqual(domain('"key-name": "k", "dns-servers": [ { "ip-address": "192.0.2.1" } ]'), []);
  t.deepEqual(domain('"dns-servers": [ { "ip-address": "192.0.2.1", "key-name": "k" } ]'), []);
  t.deepEqual(domain('"dns-servers": [ { "ip-address": "127.0.0.1" } ]'), []);
  t.deepEqual(domain('"dns-servers": [ { "ip-address": "192.0.2.1" } ]'), ['update_without_tsig']);
  t.deepEqual(domain('"key-name": "other"'), ['undefined_reference']);
  const sockets = (more: string) =>
    codes(`{ "Dhcp4": { "control-sockets": [ { "socket-type": "http", ${more} } ] } }`);
  t.deepEqual(sockets('"socket-address": "127.0.0.1"'), []);
  t.deepEqual(sockets('"socket-address": "10.0.0.1"'), ['control_without_key', 'control_in_clear']);
  t.is(
    judgeConfiguration({ files: [{ name: 'f', content: Buffer.from('{ "Dhcp4": {} }') }] }).serverType,
    'kea',
  );
});

test('numbers, algorithms and secrets are those that the server takes', (t) => {
  t.deepEqual(ddns('"port": 0'), ['out_of_range']);
  t.deepEqual(ddns('"dns-server-timeout": 00'), ['out_of_range']);
  t.deepEqual(ddns('"loggers": [ { "name": "a", "debuglevel": 300 } ]'), ['out_of_range']);
  const key = (algorithm: string, secret: string, more = '') =>
    ddns(`"tsig-keys": [ { "name": "k", "algorithm": "${algorithm}", "secret": "${secret}"${more} } ]`);
  const secret = 'MDEyMzQ1Njc4OWFiY2RlZg==';
  t.deepEqual(key('hmac-sha256', secret, ', "digest-bits": 128'), []);
  t.deepEqual(key('HMAC-SHA256', secret, ', "digest-bits": 120'), ['out_of_range']);
  t.deepEqual(key('HMAC-SHA256', secret, ', "digest-bits": 129'), ['out_of_range']);
  t.deepEqual(key('HMAC-SHA4294967296', secret), ['unknown_algorithm']);
  t.deepEqual(key('HMAC-SHA256', `:${secret}`), ['bad_secret']);
});
