import { existsSync, readFileSync } from 'node:fs';

/** The sampled servers have their checkers among the tools of the tests. */
export type SampledServer = 'bind' | 'unbound' | 'nsd' | 'knot' | 'dnsmasq' | 'powerdns' | 'pdns-recursor';

/** The samples are sound configurations of several kinds for each server, none of which names a file that has to be there. */
export const samples: Readonly<Record<SampledServer, readonly string[]>> = {
  bind: [
    `acl internal { 10.0.0.0/8; 192.168.0.0/16; localhost; !192.168.7.0/24; };
key "secondaries" {
  algorithm hmac-sha256;
  secret "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";
};
options {
  recursion yes;
  allow-recursion { internal; };
  allow-query { any; };
  allow-transfer { key "secondaries"; };
  listen-on port 53 { any; };
  listen-on-v6 { ::1; };
  dnssec-validation auto;
  version none;
  max-cache-size 64m;
  minimal-responses yes;
  rate-limit { responses-per-second 10; window 5; };
};
logging {
  channel audit { file "audit.log" versions 3 size 5m; severity info; print-time yes; };
  category queries { audit; };
};
zone "example.org" {
  type primary;
  file "db.example.org";
  also-notify { 192.0.2.2 key "secondaries"; };
  update-policy { grant local-ddns zonesub any; };
};
zone "example.net" { type secondary; primaries { 192.0.2.1; }; file "db.example.net"; };
`,
    `controls { inet 127.0.0.1 port 953 allow { 127.0.0.1; } keys { rndc; }; };
key rndc { algorithm hmac-sha512; secret "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"; };
statistics-channels { inet 127.0.0.1 port 8053 allow { 127.0.0.1; }; };
dnssec-policy strong {
  keys { ksk lifetime unlimited algorithm ecdsap256sha256; zsk lifetime P90D algorithm 13; };
  nsec3param iterations 0 optout no salt-length 0;
};
view inside {
  match-clients { 10.0.0.0/8; };
  recursion yes;
  zone "corp.example" { type primary; file "inside"; dnssec-policy strong; inline-signing yes; };
  zone "." { type hint; file "root"; };
};
view outside {
  match-clients { any; };
  recursion no;
  zone "corp.example" { type primary; file "outside"; };
  zone "fwd.example" { type forward; forward only; forwarders { 192.0.2.53 port 5353; }; };
};
server 192.0.2.77 { bogus yes; transfer-format one-answer; };
`,
  ],
  unbound: [
    `server:
  verbosity: 1
  interface: 127.0.0.1
  interface: ::1@5353
  port: 53
  access-control: 10.0.0.0/8 allow
  access-control: 0.0.0.0/0 refuse
  num-threads: 2
  msg-cache-size: 64m
  msg-cache-slabs: 4
  do-ip6: yes
  hide-identity: yes
  hide-version: yes
  harden-glue: yes
  private-address: 10.0.0.0/8
  local-zone: "lan." static
  local-data: "host.lan. IN A 10.0.0.1"
  local-data-ptr: "10.0.0.1 host.lan"
  chroot: ""
  username: ""
forward-zone:
  name: "corp.example"
  forward-addr: 192.0.2.1@853#dns.corp.example
  forward-tls-upstream: yes
remote-control:
  control-enable: no
`,
    `server:
    module-config: "respip validator iterator"
    define-tag: "a b"
    access-control-tag: 10.0.0.0/8 "a"
    outgoing-port-permit: 32768-60999
    edns-buffer-size: 1232
    serve-expired: yes
    serve-expired-ttl: 86400
    val-log-level: 2
    ratelimit: 1000
    chroot: ""
    username: ""
stub-zone:
    name: "stub.example"
    stub-addr: 192.0.2.7
    stub-prime: no
view:
    name: "inside"
    local-zone: "x.example" redirect
    local-data: "x.example A 192.0.2.9"
auth-zone:
    name: "auth.example"
    primary: 192.0.2.8
    for-upstream: yes
rpz:
    name: "rpz.example"
    rpz-action-override: nxdomain
`,
  ],
  nsd: [
    `server:
    server-count: 2
    ip-address: 127.0.0.1@5353
    port: 53
    hide-version: yes
    verbosity: 1
    zonesdir: ""
    rrl-ratelimit: 200
key:
    name: "k.example"
    algorithm: hmac-sha256
    secret: "MDEyMzQ1Njc4OWFiY2RlZg=="
pattern:
    name: "out"
    provide-xfr: 192.0.2.2 k.example
    notify: 192.0.2.2 k.example
zone:
    name: "example.org"
    zonefile: "example.org.zone"
    include-pattern: "out"
zone:
    name: example.net
    request-xfr: AXFR 192.0.2.1@53 k.example
    allow-notify: 192.0.2.1 k.example
    zonefile: "net.zone"
remote-control:
    control-enable: yes
    control-interface: 127.0.0.1
`,
    `server:
  ip-transparent: yes
  do-ip6: no
  tcp-count: 100
  tcp-timeout: 30
  ipv4-edns-size: 1232
  identity: "a"
  refuse-any: yes
zone:
  name: "a.example"
  zonefile: a
  provide-xfr: 10.0.0.0/8 NOKEY
  provide-xfr: 10.1.0.0&255.255.0.0 BLOCKED
  allow-axfr-fallback: yes
  min-retry-time: 60
  outgoing-interface: 192.0.2.3
`,
  ],
  knot: [
    `server:
    listen: [ 127.0.0.1@5353, ::1@5353 ]
    version: ""
    udp-workers: 2
log:
  - target: syslog
    any: info
key:
  - id: k.
    algorithm: hmac-sha256
    secret: MDEyMzQ1Njc4OWFiY2RlZg==
remote:
  - id: second
    address: 192.0.2.2@53
    key: k.
acl:
  - id: out
    address: [ 192.0.2.2, 10.0.0.0/8 ]
    key: k.
    action: [ transfer, notify ]
template:
  - id: default
    storage: /tmp
    semantic-checks: on
zone:
  - domain: example.org
    file: org.zone
    notify: second
    acl: out
  - domain: example.net
    master: second
`,
    `policy:
  - id: strong
    algorithm: ecdsap256sha256
    zsk-lifetime: 30d
    nsec3: on
    nsec3-iterations: 0
database:
    journal-db-max-size: 64M
control:
    timeout: 10
template:
  - id: default
    global-module: mod-stats
  - id: signed
    dnssec-signing: on
    dnssec-policy: strong
    zonefile-sync: -1
    journal-content: all
zone:
  - domain: a.example
    template: signed
    serial-policy: unixtime
`,
  ],
  dnsmasq: [
    `port=5353
domain-needed
bogus-priv
no-resolv
server=192.0.2.1
server=/lan/10.0.0.1#5353
local=/local/
address=/host.lan/10.0.0.7
listen-address=127.0.0.1
bind-interfaces
cache-size=1000
dhcp-range=10.0.0.50,10.0.0.150,12h
dhcp-host=11:22:33:44:55:66,printer,10.0.0.60
dhcp-option=option:router,10.0.0.1
mx-host=lan,mail.lan,50
txt-record=lan,"v=spf1 -all"
srv-host=_ldap._tcp.lan,ldap.lan,389
cname=www.lan,host.lan
host-record=a.lan,10.0.0.8,fd00::8
ptr-record=8.0.0.10.in-addr.arpa,a.lan
`,
    `strict-order
expand-hosts
domain=lan,10.0.0.0/24
interface=lo
except-interface=eth9
max-cache-ttl=600
neg-ttl=60
dns-forward-max=200
edns-packet-max=1232
log-queries
log-facility=-
rev-server=10.0.0.0/24,10.0.0.1
stop-dns-rebind
rebind-domain-ok=/corp/
dhcp-range=set:red,192.168.0.50,192.168.0.150,255.255.255.0,1h
dhcp-boot=pxelinux.0
synth-domain=dyn.lan,10.0.0.0/28
naptr-record=lan,100,10,u,sip+E2U,!^.*$!sip:a@lan!
`,
    `local-service
domain=corp.example,10.1.0.0/16,local
dhcp-fqdn
domain=corp.example
local=/corp.example/
server=/partner.example/test.example/192.0.2.53@10.1.0.1#5300
server=2001:db8::53#5353
address=/ads.example/#
address=/tracker.example/2001:db8::1
alias=192.0.2.10-192.0.2.40,10.1.0.10,255.255.255.0
bogus-nxdomain=192.0.2.64/26
dhcp-range=set:inside,10.1.2.10,10.1.2.200,255.255.255.0,10.1.2.255,12h
dhcp-range=tag:guest,10.1.3.10,static
dhcp-range=2001:db8:1::100,2001:db8:1::1ff,slaac,64,2h
dhcp-host=set:printers,00:16:3e:11:*:*,10.1.2.20,printer1,infinite
dhcp-host=id:01:02:03:04,laptop,10.1.2.21
dhcp-host=[2001:db8:1::56],tag:guest,phone
dhcp-option=tag:inside,option:dns-server,10.1.0.1,10.1.0.2
dhcp-option=option6:dns-server,[2001:db8::1],[2001:db8::2]
dhcp-option=121,192.0.2.0/24,10.1.2.1
dhcp-option=option:T1,45m
dhcp-option-force=208,f1:00:74:7e
dhcp-match=set:efi,option:client-arch,7
dhcp-mac=set:phones,00:60:8c:*:*:*
dhcp-vendorclass=set:cisco,Cisco
dhcp-userclass=set:accounts,accounts
dhcp-boot=tag:efi,boot.efi,bootserver,10.1.0.5
dhcp-relay=10.1.4.1,10.1.0.1
tag-if=set:wanted,tag:inside,tag:!guest
pxe-service=x86PC,"Install Linux",pxelinux,10.1.0.5
ra-param=eth0,mtu:1400,high,60,1800
cname=intranet.corp.example,wiki.corp.example,www.corp.example
host-record=www.corp.example,web,10.1.2.30,2001:db8::30,300
srv-host=_sip._udp.corp.example,sip.corp.example,5060,10,20
caa-record=corp.example,0,issue,ca.example
dns-rr=corp.example,51,01:23:45
interface-name=gw.corp.example,eth0/4
synth-domain=dhcp.corp.example,10.1.3.0/24,guest-*
auth-zone=public.example,192.0.2.0/24,2001:db8::/32
auth-soa=2026010101,hostmaster.public.example,1200,120,1209600
trust-anchor=example,20326,8,2,E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D
add-subnet=24,56
filter-rr=HTTPS,65
tftp-port-range=50000,50100
fast-dns-retry=500,4000
ipset=/vpn.example/corp.example/vpn,all
nftset=/vpn.example/4#inet#filter#vpn
log-facility=local5
max-tcp-connections=40
dhcp-alternate-port=1067,1068
`,
  ],
  powerdns: [
    `launch=bind
local-address=127.0.0.1
local-port=5353
version-string=anonymous
daemon=no
allow-axfr-ips=192.0.2.0/24
disable-axfr=no
webserver=yes
webserver-address=127.0.0.1
api=yes
api-key=a-long-random-text-of-letters
cache-ttl=20
receiver-threads=2
loglevel=4
`,
    `launch=
primary=yes
secondary=yes
only-notify=192.0.2.1
dnsupdate=no
max-cache-entries=100000
negquery-cache-ttl=60
query-local-address=0.0.0.0 ::
socket-dir=/tmp
setuid=
`,
  ],
  'pdns-recursor': [
    `local-address=127.0.0.1
local-port=5353
allow-from=127.0.0.0/8, 10.0.0.0/8
dnssec=validate
forward-zones=corp.example=192.0.2.1
forward-zones-recurse=.=192.0.2.2;192.0.2.3
threads=2
max-cache-entries=100000
quiet=yes
packetcache-ttl=60
socket-dir=/tmp
`,
    `daemon=no
edns-outgoing-bufsize=1232
dont-query=10.0.0.0/8
export-etc-hosts=off
log-common-errors=no
max-negative-ttl=600
network-timeout=1500
nothing-below-nxdomain=dnssec
server-id=none
version-string=none
serve-rfc1918=yes
`,
  ],
};

const exampleFiles: Readonly<Record<string, readonly string[]>> = {
  unbound: ['/usr/share/doc/unbound/examples/unbound.conf'],
  nsd: ['/usr/share/doc/nsd/examples/nsd.conf.sample'],
  dnsmasq: ['/usr/share/doc/dnsmasq-base/examples/dnsmasq.conf.example'],
  knot: ['/etc/knot/knot.conf'],
  powerdns: ['/etc/powerdns/pdns.conf'],
  'pdns-recursor': ['/etc/powerdns/recursor.conf'],
};

/** Reads the example files that the packages of the distribution bring, as far as they are here. */
export function examplesOf(serverType: string): readonly string[] {
  return (exampleFiles[serverType] ?? [])
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8').replaceAll(/^include-dir=.*$/gm, ''));
}

/** Lists an example once for each option that stands in it as a comment, with that one taken in. */
export function variantsOf(text: string): readonly { readonly text: string; readonly change: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const found = /^(\s*)#\s?(\s*[a-z][a-z0-9-]*(?:: .+|=.*|))$/.exec(line);
    if (found === null || /: .*\s(?:the|is|of)\s/.test(line)) return [];
    return [
      { text: lines.with(at, `${found[1]}${found[2]}`).join('\n'), change: `take in ${at + 1}: ${found[2]}` },
    ];
  });
}
