import test from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';

const judge = (text: string) =>
  judgeConfiguration({
    files: [{ name: 'dnsmasq.conf', content: Buffer.from(text) }],
    serverType: 'dnsmasq',
  });

/** Lines by option, as `dnsmasq --test` 2.90 takes and refuses them. */
const taken = `port= 53 # DNS
port="53"
cache-size=
fast-dns-retry=1000,100
dnssec-limits=1,,2
dhcp-reply-delay=tag:a,5
filter-rr=A,,MX
add-subnet=1.2.3.4/24,1::1/64
umbrella=orgid:1,assetid:2,deviceid:0123456789abcdef
connmark-allowlist=1/1,*.example.org/www.example.com
bogus-nxdomain=1.2.3.4/
auth-zone=a.org,1::/64,eth0/4
mx-host="a,b",c,5
txt-record=lan,"v=spf1 -all","say \\"hello\\""
srv-host=_a._b.c,d,389,1,2
naptr-record=a,1,,u,x,!y!
host-record=a,b,1.2.3.4,::1
dynamic-host=a,0.0.0.8,::1,eth0
alias=1.2.3.4-1.2.3.8,5.6.7.8,255.255.255.0
domain=a,1.2.3.1,1.2.3.9,local
synth-domain=a,1::/64,x*
server=192.0.2
server=1.2.3.4@eth0@1.2.3.5
server=/a b/1.2.3.4#53
server=localhost
address=/a/1.2.3.4/
rev-server=1.2.3.0/x,1.2.3.4
log-facility=LoCal0
trust-anchor=.,IN,20326,8,2,E0 6D
dhcp-range=10.0.0.9,10.0.0.1,H
dhcp-range=tag:a,set:b,10.0.0.1,10.0.0.9,255.255.255.0,10.0.0.255,12h
dhcp-range=1::2,1::9,ra-names,slaac,64,45m
dhcp-host=11:22:33:44:55:*,10.0.0.1,12h
dhcp-host=[::1/64],id:*,x.y_z
dhcp-option=vi-encap:5,1,2
dhcp-option=5,1.2.3.4/24,5.6.7.8
dhcp-option=option6:ntp-server,a.b
dhcp-option=option:Router, 1.2.3.4 , 1.2.3.5
dhcp-match=set:a,option:hostname,abc
dhcp-vendorclass=set:a,enterprise:5,b
dhcp-relay=1.2.3.4,eth0
ra-param=eth0,mtu:eth1,HIGH,60
pxe-service=x86PC,"a",70000`;

const refused = `port=53x
port=65536
port==53
max-tcp-connections=0
fast-dns-retry=49
dhcp-alternate-port=67,68,69
dnssec-check-unsigned=yes
dnssec-check-unsigned=no dnssec-check-unsigned=no
tftp-port-range=1
filter-rr=TYPE65
add-subnet=1.2.3/24
umbrella=deviceid:0123456789abcde
connmark-allowlist=1,*.com
connmark-allowlist=2/1,a.org
listen-address=127.0.0.1,
bogus-nxdomain=1.2.3.4/33
auth-zone=a.org,eth0/5
mx-host=a,b,70000
srv-host=_a._b.c,d,1,1,70000
naptr-record=a,1,2,u,x
caa-record=a,0,issue
interface-name=a,eth0/5
dynamic-host=a,eth0
alias=1.2.3.4-1.2.3.8,5.6.7.8
domain=a,1.2.3.0/24,x
synth-domain=a,1::/63,x*
server=192.0.2.300
server=1.2.3.4#65536
server=::1@1.2.3.4
server=router
address=/a/1.2.3
rev-server=1.2.3.0/33,1.2.3.4
log-facility="local0"
ipset=/a/
trust-anchor=.,1,x,2,E06D
dhcp-range="10.0.0.1",10.0.0.9
dhcp-range=10.0.0.1,10.0.1.9,255.255.255.0
dhcp-range=1::2,ra-only,80
dhcp-range=set:a,set:b,10.0.0.1,10.0.0.9
dhcp-host=11:22:33:44:55:6x,10.0.0.1
dhcp-host=[::1/12],x
dhcp-option=3,1.2.3.300
dhcp-option=option:rooter,1.2.3.4
dhcp-option=option6:dns-server,1.2.3.4
dhcp-match=60
dhcp-userclass=a,b,b
dhcp-proxy=::1
dhcp-relay=1.2.3.4,eth*
ra-param=eth0,high
cname=a
domain-needed=yes
txt-record=a,"b`;

test('values are taken and refused as dnsmasq takes and refuses them', (t) => {
  for (const line of taken.split('\n')) {
    const { valid, findings } = judge(`${line}\n`);
    t.true(valid, `${line}: ${findings.find(({ refused: is }) => is)?.message}`);
  }
  for (const line of refused.split('\n')) {
    const { valid, findings } = judge(`# first\n${line}\n`);
    t.false(valid, line);
    t.is(findings.find(({ refused: is }) => is)!.line, 2, line);
  }
});

test('what a value should be is told, in its place', (t) => {
  const [finding] = judge('port=5353\n  dhcp-range = 10.0.0.1,10.0.1.9,255.255.255.0\n').findings.filter(
    ({ refused: is }) => is,
  );
  t.like(finding, {
    code: 'wrong_type',
    line: 2,
    column: 16,
    endColumn: 47,
    message: 'dhcp-range takes FIRST,LAST,NETMASK,LEASE of one network.',
  });
});

test('lines that contradict each other are told', (t) => {
  const codes = (text: string) =>
    judge(text)
      .findings.filter(({ refused: is }) => is)
      .map(({ code, line }) => `${code} ${line}`);
  t.deepEqual(codes('cname=a,b\ncname=A,c\n'), ['duplicate_name 2']);
  t.deepEqual(codes('cname=a,b\ncname=b,c\ncname=c,a\ncname=d,a\n'), ['alias_loop 1']);
  t.deepEqual(codes('dhcp-host=x,10.0.0.1\ndhcp-host=y,10.0.0.1\n'), ['duplicate_address 2']);
  t.deepEqual(codes('resolv-file=a\nresolv-file=b\n'), []);
  t.deepEqual(codes('resolv-file=a\nresolv-file=b\nno-poll\n'), ['contradiction 2']);
  t.deepEqual(codes('dhcp-fqdn\ndomain=a,10.0.0.0/8\n'), ['contradiction 1']);
  t.deepEqual(codes('dhcp-fqdn\ndomain=a\n'), []);
});
