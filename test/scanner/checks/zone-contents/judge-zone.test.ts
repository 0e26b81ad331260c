import test from 'ava';
import { judgeZone } from '../../../../scanner/checks/zone-contents/judge-zone.ts';
import { validateZone } from '../../../../scanner/checks/zone-contents/validate-zone.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';
import { soundZone } from '../../../support/zones/mutate-zone.ts';

const now = Date.UTC(2026, 5, 1) / 1_000;
const lines = soundZone.trimEnd().split('\n').length;

/** Findings that a sound zone has as well. */
const usual = validateZone(soundZone, { now }).findings.map(({ code }) => code);

/** What adding these lines to a sound zone makes worse: code, severity and line, that counted from the first added. */
function judge(added: string) {
  const { findings } = validateZone(`${soundZone}${added}\n`, { now, zone: 'example' });
  const known = [...usual];
  return findings
    .filter(({ code }) => {
      const at = known.indexOf(code);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    })
    .map(({ code, severity, line }) => `${code} ${severity} ${line === null ? '-' : line - lines}`);
}

test('a sound zone is accepted, with what is worth knowing', (t) => {
  const { zone, serial, accepted, signed, counts, omitted, findings } = validateZone(soundZone, { now });
  t.like(
    { zone, serial, accepted, signed, omitted },
    { zone: 'example', serial: 2026010100, accepted: true, signed: false },
  );
  t.is(counts.error + counts.warning, 0, JSON.stringify(findings));
  t.deepEqual(new Set(usual), new Set(['empty_non_terminal', 'delegation_single']));
});

const digest = '0'.repeat(64);
const cases: readonly (readonly [added: string, ...findings: string[]])[] = [
  ['@ SOA ns1 hostmaster 2 7200 3600 1209600 3600', 'soa_again error 1'],
  ['web SOA ns1 hostmaster 2 7200 3600 1209600 3600', 'soa_not_at_apex error 1'],
  ['www A 192.0.2.3', 'cname_and_other_data error 1'],
  ['www CNAME mail', 'record_again error 1'],
  ['ns1 A 192.0.2.1', 'duplicate_record warning 1'],
  ['mail MX 1 MAIL\nmail MX 1 mail', 'duplicate_record warning 2'],
  ['ns1 61 A 192.0.2.9', 'ttl_differs warning 1'],
  ['new 2147483648 A 192.0.2.9', 'ttl_over_31_bits warning 1'],
  ['new 0 A 192.0.2.9', 'ttl_zero info 1'],
  ['new 700000 A 192.0.2.9', 'ttl_long info 1'],
  ['@ MX 20 www', 'points_to_alias warning 1'],
  ['@ MX 20 nowhere', 'target_missing warning 1'],
  ['@ MX 0 .', 'null_target warning 1'],
  ['@ NS www', 'ns_to_alias error 1'],
  ['@ NS x.old', 'ns_to_alias error 1'],
  ['@ NS nowhere', 'address_missing error 1'],
  ['@ NS 192.0.2.1.', 'address_as_name error 1'],
  ['@ NS .', 'null_target warning 1'],
  ['_sip._udp SRV 1 1 5060 www', 'points_to_alias warning 1'],
  ['sip SRV 1 1 5060 mail', 'service_name warning 1'],
  ['mail TLSA 3 1 1 abcd', 'association_length warning 1', 'service_name warning 1'],
  ['mail SSHFP 1 1 abcd', 'digest_length error 1'],
  ['two NS ns.two\ntwo NS ns1', 'address_missing error 1'],
  ['two NS ns.far.off\ntwo NS ns1', 'sibling_glue_missing warning 1'],
  ['more.sub A 192.0.2.9', 'glue_superfluous info 1'],
  ['more.sub TXT x', 'below_delegation warning 1'],
  ['sub TXT x', 'below_delegation warning 1'],
  ['a.test. A 192.0.2.1', 'out_of_zone error 1'],
  ['web CH TXT x', 'class_differs error 1'],
  ['x.old A 192.0.2.9', 'below_dname error 1'],
  ['sub DNAME x.test.', 'below_delegation warning 1', 'below_dname error -6', 'dname_and_delegation error 1'],
  ['*.x NS ns1\n*.x NS ns2', 'empty_non_terminal info -', 'wildcard_delegation error 1'],
  ['*.x DNAME x.test.', 'empty_non_terminal info -', 'wildcard_dname warning 1'],
  ['a.*.pool TXT x', 'asterisk_inside warning 1'],
  ['*a TXT x', 'asterisk_inside warning 1'],
  ['a.b.pool TXT x', 'empty_non_terminal info -', 'wildcard_hidden info -12'],
  ['b_d A 192.0.2.9', 'bad_host_name warning 1'],
  ['new CNAME x.example', 'origin_twice warning 1', 'alias_dangling warning 1'],
  ['new CNAME nowhere', 'alias_dangling warning 1'],
  ['new CNAME new', 'alias_loop warning 1'],
  ['l1 CNAME l2\nl2 CNAME l1', 'alias_loop warning 1', 'alias_loop warning 2'],
  ['c1 CNAME c2\nc2 CNAME c3\nc3 CNAME web', 'alias_chain info 1'],
  ['@ SPF "v=spf1 -all"', 'spf_type warning 1'],
  ['@ TXT "v=spf1 a -all"', 'spf_again warning 1'],
  ['s TXT "v=spf1 ip4:192.0.2.1" "-all"', 'text_split info 1'],
  ['_dmarc TXT "v=DMARC1; p=none"\n_dmarc TXT "v=DMARC1; p=reject"', 'dmarc_again warning 2'],
  ['web MD mail', 'refused_type error 1'],
  ['web MB mail', 'obsolete_type warning 1'],
  ['web DNSKEY 256 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=', 'not_at_apex warning 1'],
  [`@ DS 1 13 2 ${digest}`, 'ds_at_apex error 1'],
  [`web DS 1 13 2 ${digest}`, 'ds_without_delegation warning 1'],
  ['sub DS 1 13 2 00', 'digest_length error 1'],
  [`sub DS 1 13 1 ${digest.slice(24)}`, 'ds_sha1 warning 1'],
  [`sub DS 1 1 2 ${digest}`, 'ds_algorithm warning 1'],
  [`sub DS 1 13 99 ${digest}`, 'ds_digest warning 1'],
  ['@ DNSKEY 257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=', 'keys_without_signatures warning 1'],
  ['@ DNSKEY 257 3 15 AAAA', 'keys_without_signatures warning 1', 'dnskey_malformed error 1'],
  [
    '@ DNSKEY 257 3 5 AAAA',
    'keys_without_signatures warning 1',
    'key_algorithm warning 1',
    'dnskey_malformed error 1',
  ],
  ['@ CDS 0 0 0 00', 'cds_delete info 1'],
  [`@ CDS 1 13 2 ${digest}`, 'cds_without_key error 1'],
  [`@ CDS 0 0 0 00\n@ CDS 1 13 2 ${digest}`, 'cds_delete_beside_others error 1'],
  ['@ CDS 1 0 0 00', 'cds_delete info 1', 'cds_malformed error 1'],
  [`@ ZONEMD 2026010100 1 1 ${'0'.repeat(96)}`, 'zonemd_invalid error 1'],
  ['@ ZONEMD 2026010100 240 1 000000000000000000000000', 'zonemd_unverifiable info 1'],
  ['web foo A 192.0.2.9', 'syntax error 1'],
  ['web A x\nweb A y', 'syntax error 1', 'syntax error 2'],
  ['web A \\# 3 c00002', 'syntax error 1'],
  ['$ORIGIN deep', 'syntax error 1'],
  ['a@b TXT x', 'syntax error 1'],
  ['web TXT "x', 'syntax error 1'],
  ['web RRSIG A 13 2 3600 20300101000000 20200101000000 1 example. AAAA', 'dnskey_missing error -'],
];

for (const [added, ...findings] of cases) {
  test(added.slice(0, 80), (t) => {
    t.deepEqual(judge(added).toSorted(), findings.toSorted());
  });
}

const soa = (timing: string, names = 'ns1 hostmaster') =>
  `@ 60 SOA ${names} ${timing}\n@ 60 NS a.test.\n@ 60 NS b.test.\n`;
const values: readonly (readonly [string, ...string[]])[] = [
  [soa('1 7200 3600 1209600 3600', 'a.test. hostmaster')],
  [soa('1 60 30 1209600 3600', 'a.test. hostmaster'), 'soa_refresh'],
  [soa('1 7200 7200 1209600 3600', 'a.test. hostmaster'), 'soa_retry'],
  [soa('1 7200 3600 10000 3600', 'a.test. hostmaster'), 'soa_expire'],
  [soa('1 7200 3600 86400 3600', 'a.test. hostmaster'), 'soa_expire'],
  [soa('1 7200 3600 1209600 90000', 'a.test. hostmaster'), 'soa_minimum'],
  [soa('2027010100 7200 3600 1209600 3600', 'a.test. hostmaster'), 'soa_serial'],
  [soa('0 7200 3600 1209600 3600', 'a.test. hostmaster'), 'soa_serial'],
  [soa('1 7200 3600 1209600 3600', 'a.test. host\\@master'), 'soa_mail'],
  [soa('1 7200 3600 1209600 3600', 'c.test. hostmaster'), 'soa_primary'],
];

for (const [text, ...codes] of values) {
  test(`${text.split('\n')[0]}: ${codes.join() || 'nothing'}`, (t) => {
    t.deepEqual(
      validateZone(text, { now, zone: 'example' }).findings.map(({ code }) => code),
      codes,
    );
  });
}

test('a zone without SOA or NS records is told, and one of another name', (t) => {
  const codes = (text: string) =>
    judgeZone(readZoneFile(text, { origin: 'example', defaultTtl: 60 }), { now }).findings.map(
      ({ code }) => code,
    );
  t.deepEqual(codes('@ A 192.0.2.1'), ['soa_missing']);
  t.true(codes('@ SOA a b 1 7200 3600 1209600 3600').includes('ns_missing'));
  t.true(codes('@ SOA a b 1 7200 3600 1209600 3600\n@ NS a\na A 192.0.2.1').includes('ns_single'));
  const other = validateZone(soa('1 7200 3600 1209600 3600').replaceAll('@', 'other.'), {
    now,
    zone: 'example',
  });
  t.true(other.findings.some(({ code }) => code === 'other_zone'));
});

test('a set beyond what an answer holds is an error, and many findings are counted', (t) => {
  const many = Array.from({ length: 4_200 }, (_, index) => `big A 10.0.${index >> 8}.${index & 255}`).join(
    '\n',
  );
  t.deepEqual(judge(many), ['set_too_large error 1']);
  const wide = Array.from({ length: 200 }, (_, index) => `big A 10.0.${index >> 8}.${index & 255}`).join(
    '\n',
  );
  t.deepEqual(judge(wide), ['set_large info 1']);
  const loose = Array.from({ length: 3_000 }, (_, index) => `a${index} CNAME nowhere`).join('\n');
  const { findings, counts, omitted } = validateZone(`${soundZone}${loose}\n`, { now });
  t.is(counts.warning, 3_000);
  t.is(findings.filter(({ code }) => code === 'alias_dangling').length, 100);
  t.is(omitted, 2_900);
});
