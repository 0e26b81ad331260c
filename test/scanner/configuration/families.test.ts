import test from 'ava';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import type { ServerType } from '../../../scanner/configuration/server-types.ts';

const judge = (serverType: ServerType | undefined, text: string, name = 'file') =>
  judgeConfiguration({ files: [{ name, content: Buffer.from(text) }], serverType });
const codes = (serverType: ServerType, text: string) =>
  judge(serverType, text).findings.map(({ code }) => code);

const dnsmasq = (more: string) => `interface=lo\nstop-dns-rebind\nbogus-priv\ndomain-needed\ndnssec\n${more}`;
const corefile = (more: string) =>
  `.:53 {\n    acl {\n        allow net 10.0.0.0/8\n        block\n    }\n${more}}\n`;
const knot = (more: string) => `server:\n    version: ""\n${more}`;

/** What each weak configuration is told of, and the code of it alone. */
const weak: readonly (readonly [ServerType, string, string])[] = [
  ['knot', knot('    listn: 127.0.0.1\n'), 'unknown_option'],
  ['knot', knot('    udp-workers: many\n'), 'wrong_type'],
  ['knot', knot('zone:\n  - domain: a.example\n    acl: nobody\n'), 'undefined_reference'],
  ['knot', knot('zone:\n  - domain: a.example\n   file: x\n'), 'indentation'],
  ['knot', knot('acl:\n  - id: a\n    action: transfer\n'), 'open_transfer'],
  ['knot', knot('acl:\n  - id: a\n    address: 10.0.0.0/8\n    action: update\n'), 'update_without_tsig'],
  ['knot', knot('policy:\n  - id: p\n    algorithm: rsasha1\n'), 'old_dnssec_algorithm'],
  ['knot', 'server:\n    udp-workers: 2\n', 'version_shown'],
  ['knot', knot('remote:\n  - id: r\n'), 'missing_value'],
  ['knot', knot('zone:\n  - domain: a.example\n    dnssec-policy: manual\n'), 'undefined_reference'],
  ['knot', knot('mod-rrl:\n  - id: r\n    rate-lmit: 5\n    rate-limit: 5\n'), 'unknown_option'],
  ['knot', knot('mod-rrl:\n  - id: r\n'), 'missing_value'],
  ['knot', knot('zone:\n  - domain: a.example\n    module: mod-rrl\n'), 'undefined_reference'],
  ['dnsmasq', dnsmasq('cach-size=100\n'), 'unknown_option'],
  ['dnsmasq', dnsmasq('cache-size=many\n'), 'wrong_type'],
  ['dnsmasq', dnsmasq('port=53\nport=54\n'), 'duplicate_option'],
  ['dnsmasq', dnsmasq('address=/a.example/10.0.0.300\n'), 'wrong_type'],
  ['dnsmasq', dnsmasq('listen-address=0.0.0.0\n'), 'listens_everywhere'],
  ['dnsmasq', dnsmasq('server=9.9.9.9\n'), 'forwarders_in_clear'],
  ['coredns', corefile('    forwrd . 127.0.0.1\n'), 'unknown_option'],
  ['coredns', corefile('    forward . 9.9.9.9\n'), 'forwarders_in_clear'],
  ['coredns', corefile('    cache {\n        sucess 100\n    }\n'), 'unknown_option'],
  ['coredns', corefile('    cache {\n        prefetch ten\n    }\n'), 'wrong_type'],
  ['coredns', corefile('    whoami now\n'), 'too_many_values'],
  ['coredns', corefile('    root\n'), 'missing_value'],
  ['coredns', corefile('    acl {\n        alow net *\n    }\n'), 'unknown_option'],
  ['coredns', corefile('    forward . dns.example\n'), 'wrong_type'],
  ['coredns', corefile('    whoami }\n'), 'stray_brace'],
  ['coredns', '.:53\nforward . 127.0.0.1:5353\n', 'open_recursion'],
  ['coredns', '.:53 {\n    forward . 127.0.0.1:5353\n}\n', 'open_recursion'],
  ['coredns', corefile('    forward . tls://9.9.9.9\n'), 'tls_without_name'],
  ['coredns', 'example.org {\n    file db\n    transfer {\n        to *\n    }\n}\n', 'open_transfer'],
  ['coredns', 'a.example {\n    whoami\n}\na.example {\n    whoami\n}\n', 'duplicate_zone'],
  ['coredns', 'a.example {\n    whoami\n', 'unclosed_brace'],
  ['coredns', corefile('    bind 127.0.0.300\n'), 'wrong_type'],
  ['coredns', corefile('    header {\n        response set xx\n    }\n'), 'wrong_type'],
  ['coredns', corefile('    hosts {\n        ttl\n    }\n'), 'wrong_type'],
  ['coredns', corefile('    hosts {\n        fallthrough\n        match x\n    }\n'), 'unknown_option'],
  ['coredns', corefile('    rewrite name xeact a.example b.example\n'), 'unknown_option'],
  ['coredns', corefile('    rewrite nam a.example b.example\n'), 'unknown_option'],
  ['coredns', corefile('    transfer {\n        source 192.0.2.1\n    }\n'), 'missing_value'],
  ['powerdns', 'version-string=anonymous\nlaunch=gmysql:a, bnd\n', 'undefined_reference'],
  ['powerdns', 'version-string=anonymous\nlocal-prot=53\n', 'unknown_option'],
  ['powerdns', 'version-string=anonymous\nallow-axfr-ips=0.0.0.0/0\n', 'open_transfer'],
  ['powerdns', 'version-string=anonymous\ndnsupdate=yes\nallow-dnsupdate-from=0.0.0.0/0\n', 'open_update'],
  ['powerdns', 'version-string=anonymous\napi=yes\n', 'control_without_key'],
  ['powerdns', 'launch=bind\n', 'version_shown'],
  ['pdns-recursor', 'allow-from=0.0.0.0/0\n', 'open_recursion'],
  ['pdns-recursor', 'dnssec=off\n', 'validation_off'],
  ['pdns-recursor', 'threads=many\n', 'wrong_type'],
  ['pdns-recursor', 'threads=2\nthreads=4\n', 'duplicate_option'],
  ['dnsdist', "addACL('0.0.0.0/0')\n", 'open_recursion'],
  ['dnsdist', "controlSocket('127.0.0.1:5199')\n", 'control_without_key'],
  ['dnsdist', 'setVerbos(true)\n', 'unknown_option'],
  ['dnsdist', "frobnicateAll('10.0.0.0/8')\n", 'unknown_option'],
  ['dnsdist', "os.execute('true')\n", 'runs_programs'],
  ['dnsdist', 'for i = 1, 3\n  setVerbose(true)\nend\n', 'syntax'],
  ['dnsdist', 'function f(dq)\n  return DNSAction.None\nsetVerbose(true)\n', 'syntax'],
  ['dnsdist', 'if true then setVerbose(true) end end\n', 'syntax'],
  ['dnsdist', 'setServerPolicy(leastOutstandnig)\n', 'unknown_option'],
  ['dnsdist', "setACL({'10.0.0.0/8', '10.0.0/33'})\n", 'wrong_type'],
  ['dnsdist', "setLocal('192.0.2.300:53')\n", 'wrong_type'],
  ['dnsdist', "local own = newNMG()\nown:addMsk('10.0.0.0/8')\n", 'unknown_option'],
  ['dnsdist', "own:addMask('10.0.0.0/8')\nown = newNMG()\n", 'undefined_reference'],
  ['dnsdist', "getPool(''):setCache(pc)\npc = newPacketCache(10)\n", 'undefined_reference'],
  ['dnsdist', 'setVerbose(fales)\n', 'undefined_reference'],
  ['dnsdist', "newServer({address='9.9.9.9:53'})\n", 'forwarders_in_clear'],
  ['dnsdist', "newServer({address='10.0.0.1:53'\n", 'unclosed_brace'],
  ['dnsdist', "addTLSLocal('10.0.0.1:853', 'c', 'k', {minTLSVersion='tls1.0'})\n", 'old_tls'],
];

test('weak configurations are told of what is weak', (t) => {
  for (const [type, text, code] of weak)
    t.true(codes(type, text).includes(code), `${type}: ${text}: ${codes(type, text)}`);
});

test('Lua of all forms is read, and names that a text gives itself are known', (t) => {
  const text = `-- all statements
local own, more = {1, 2; three = 3, ['four'] = 0x1F}, 'a' .. "b" .. [[c]]
local function setAl(x, ...) return x, select('#', ...) end
function own.of:them(a) self.a = a; return end
setAl = function(...) local t = {...} return #t end
for i = 1, #own, 1 do if i % 2 == 0 and not more then break elseif i ~= 1 then setAl(i) else repeat i = -i ^ 2 until true end end
for k, v in pairs(own) do own[k], own.x = v, nil end
while false do do setAl 'x' setAl {1} end end
own.of, b = setAl(1)(2), (own.of)
goto last
::last::
newServer({address='10.0.0.1:53', useClientSubnet=true}):setUp()
addLocal('[::1]:53') addLocal('::1') addLocal('10.0.0.1')
return setAl
`;
  const told = judge('dnsdist', text).findings.map(({ line, message }) => `${line} ${message}`);
  t.deepEqual(told, []);
});

test('the server is seen in the text', (t) => {
  const seen = (text: string, name?: string) => judge(undefined, text, name).serverType;
  t.is(seen('options { recursion no; };'), 'bind');
  t.is(seen('server:\n  access-control: 10.0.0.0/8 allow\n  interface: 127.0.0.1\n'), 'unbound');
  t.is(seen('zone:\n  name: example.org\n  zonefile: a\n  provide-xfr: 192.0.2.1 NOKEY\n'), 'nsd');
  t.is(seen('zone:\n  - domain: example.org\n'), 'knot');
  t.is(seen(dnsmasq('')), 'dnsmasq');
  t.is(seen(corefile('    forward . 127.0.0.1\n')), 'coredns');
  t.is(seen('launch=bind\n'), 'powerdns');
  t.is(seen('forward-zones=a=192.0.2.1\n'), 'pdns-recursor');
  t.is(seen("newServer('192.0.2.1')\n"), 'dnsdist');
  t.is(seen('x', 'Corefile'), 'coredns');
  t.throws(() => seen('nothing'), { message: /server_type/ });
});

test('secrets of all families stay where they are', (t) => {
  const secret = 'hunter2-correct-horse';
  const texts: readonly (readonly [ServerType, string])[] = [
    ['knot', `key:\n  - id: k\n    algorithm: hmac-md5\n    secret: ${secret}\n`],
    ['powerdns', `api-key=${secret}\nwebserver-password=${secret}\n${secret}=1\n`],
    ['powerdns', `gmysql-password=${secret}\ngmysql-pasword=${secret}\n`],
    [
      'dnsdist',
      `setKey("${secret}")\nwebserver("0.0.0.0:80", "${secret}")\nsetWebserverConfig({password="${secret}", apiKey="${secret}"})\n`,
    ],
  ];
  for (const [type, text] of texts) t.false(JSON.stringify(judge(type, text)).includes(secret), text);
});

test('dnsdist: what has a value where it is used is no fault', (t) => {
  for (const text of [
    "own = newNMG()\nown:addMask('10.0.0.0/8')\n",
    "function add(x)\n  later:addMask(x)\nend\nlater = newNMG()\nadd('10.0.0.0/8')\n",
    'local t = {}\nt.stCache = function() end\nt:stCache()\n',
    'if maybe ~= nil then print(maybe) end\n',
    "for i = 1, 3 do\n  newServer({address='10.0.0.' .. i})\nend\n",
    "local name = 'a'\nlocal upper = name:upper()\nsetVerbose(upper == 'A')\n",
  ])
    t.true(judge('dnsdist', text).valid, text);
});

test('dnsdist: conditions in a row are as many as one likes', (t) => {
  t.true(judge('dnsdist', `if a then ${'elseif a then '.repeat(30_000)}end\n`).valid);
});

test('dnsdist: a name that nobody knows is no fault where it is asked for first', (t) => {
  t.false(judge('dnsdist', "addSomethingNew('192.0.2.1')\n").valid);
  t.true(judge('dnsdist', "if addSomethingNew then addSomethingNew('192.0.2.1') end\n").valid);
  t.true(judge('dnsdist', "function f(dq)\n  addSomethingNew('192.0.2.1')\nend\n").valid);
});

test('knot: names of the DNS have no case, others have', (t) => {
  const acl = (id: string, used: string) =>
    judge('knot', knot(`acl:\n  - id: ${id}\n    key: k\nzone:\n  - domain: a.\n    acl: ${used}\n`));
  const key = 'key:\n  - id: K.\n    algorithm: hmac-sha256\n    secret: MDEyMzQ1Njc4OWFiY2RlZg==\n';
  t.true(
    acl('a', 'a').findings.every(({ line }) => line === 5),
    'the key alone is not there',
  );
  t.true(acl('A', 'a').findings.some(({ line }) => line === 8));
  t.deepEqual(codes('knot', knot(`${key}acl:\n  - id: a\n    key: k\n    action: update\n`)), []);
});
