import test from 'ava';
import fc from 'fast-check';
import { readLeases } from '../../../../../collector/domain/traffic/clients/read-leases.ts';

const now = Date.UTC(2026, 10, 23, 12);
const later = now / 1_000 + 3_600;
const earlier = now / 1_000 - 3_600;
const named = (text: string) =>
  Object.fromEntries(readLeases(text, now).map((one) => [one.address, one.name]));

test('leases of dnsmasq: those that are over and those without a name are left out', (t) => {
  const text = `${later} 02:00:00:00:00:01 192.168.1.20 living-room 01:02:00:00:00:00:01
0 02:00:00:00:00:02 192.168.1.21 printer *
${later} 02:00:00:00:00:03 192.168.1.22 * *
${earlier} 02:00:00:00:00:04 192.168.1.23 gone *
duid 00:01:00:01:2c:00
${later} 123456 fd00:0:0:0::20 tablet 00:01
`;
  t.deepEqual(named(text), {
    '192.168.1.20': 'living-room',
    '192.168.1.21': 'printer',
    'fd00::20': 'tablet',
  });
});

test('leases of ISC dhcpd: the last word on an address holds', (t) => {
  const lease = (address: string, name: string, ends: string, state = 'active') => `lease ${address} {
  starts 1 2026/11/23 10:00:00;
  ends ${ends};
  binding state ${state};
  next binding state free;
  hardware ethernet 02:00:00:00:00:01;
  client-hostname "${name}";
}
`;
  const text = `# The format of this file is documented in the dhcpd.leases(5) manual page.
authoring-byte-order little-endian;
${lease('10.0.0.1', 'before', '1 2026/11/23 11:00:00')}${lease('10.0.0.1', 'desk', '1 2026/11/23 13:00:00')}
${lease('10.0.0.2', 'over', '1 2026/11/23 11:59:59')}
${lease('10.0.0.3', 'was', 'never')}${lease('10.0.0.3', 'was', 'never', 'free')}
${lease('10.0.0.4', 'server', 'never')}
${lease('10.0.0.5', 'by epoch', `epoch ${later}`)}`;
  t.deepEqual(named(text), { '10.0.0.1': 'desk', '10.0.0.4': 'server', '10.0.0.5': 'by epoch' });
});

test('leases of Kea, of both families, by the heads of its columns', (t) => {
  const v4 = `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id
192.168.1.20,02:00:00:00:00:01,,3600,${earlier},1,0,0,old.lan.,0,,0
192.168.1.20,02:00:00:00:00:01,,3600,${later},1,0,0,laptop.lan.,0,,0
192.168.1.21,02:00:00:00:00:02,,3600,${later},1,0,0,declined,1,,0
192.168.1.22,02:00:00:00:00:03,,3600,${later},1,0,0,a&#x2cb,0,,0
192.168.1.23,02:00:00:00:00:04,,3600,${later},1,0,0,gone,0,,0
192.168.1.23,02:00:00:00:00:04,,0,${earlier},1,0,0,gone,2,,0
`;
  t.deepEqual(named(v4), { '192.168.1.20': 'laptop.lan', '192.168.1.22': 'a,b' });
  const v6 = `address,duid,valid_lifetime,expire,subnet_id,pref_lifetime,lease_type,iaid,prefix_len,fqdn_fwd,fqdn_rev,hostname,state
fd00::5,00:01,3600,${later},1,1800,0,1,128,0,0,watch,0
`;
  t.deepEqual(named(v6), { 'fd00::5': 'watch' });
});

test('whatever a client calls itself and whatever stands in a file, names are short and without controls', (t) => {
  t.deepEqual(named(`${later} m 10.0.0.1 ${'a'.repeat(300)} *\n${later} m 10.0.0.2 a\u0007b *\n`), {});
  const bits = fc.constantFrom(
    'lease 10.0.0.1 {',
    '}',
    'client-hostname "x";',
    'ends never;',
    'address,hostname,state,expire',
    '10.0.0.1,x,0,',
    `${later} m fd00::1 x *`,
    '\0',
    '"',
    ',',
  );
  const anyText = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(bits, fc.string()), { maxLength: 20 }).map((all) => all.join('\n')),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { address, name } of readLeases(text, now)) {
        t.true(name.length > 0 && name.length <= 200 && !/\p{Cc}/u.test(name));
        t.true(address.length > 1);
      }
    }),
  );
});
