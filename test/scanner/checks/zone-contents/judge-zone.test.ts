import test from 'ava';
import { judgeZone } from '../../../../scanner/checks/zone-contents/judge-zone.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';

const sound = `$TTL 60
@ SOA ns hostmaster 1 2 3 4 5
@ NS ns
ns A 192.0.2.1
www CNAME ns
mail A 192.0.2.2
@ MX 10 mail
sub NS ns.sub
ns.sub AAAA 2001:db8::1
other NS ns.other.test.
`;
const judge = (text: string) =>
  judgeZone(readZoneFile(text, { origin: 'example', defaultTtl: 60 })).map(({ code, line }) => [code, line]);

test('a sound zone has no findings', (t) => {
  t.deepEqual(judge(sound), []);
});

const unsound: readonly (readonly [string, string])[] = [
  ['@ SOA ns hostmaster 2 2 3 4 5', 'soa_again'],
  ['www A 192.0.2.3', 'cname_and_other_data'],
  ['www CNAME mail', 'cname_again'],
  ['ns A 192.0.2.1', 'duplicate_record'],
  ['ns 61 A 192.0.2.9', 'ttl_differs'],
  ['@ MX 20 www', 'points_to_alias'],
  ['_sip._udp SRV 1 1 5060 www', 'points_to_alias'],
  ['deep NS ns.deep', 'address_missing'],
  ['a.test. A 192.0.2.1', 'out_of_zone'],
];

for (const [line, code] of unsound) {
  test(`${line}: ${code}`, (t) => {
    t.deepEqual(judge(sound + line), [[code, 11]]);
  });
}

test('a zone without SOA or NS records is told', (t) => {
  t.deepEqual(judge('@ A 192.0.2.1'), [['soa_missing', null]]);
  t.deepEqual(judge('@ SOA a b 1 2 3 4 5'), [['ns_missing', null]]);
});
