import test from 'ava';
import { validateZone } from '../../../../scanner/checks/zone-contents/validate-zone.ts';
import { soundZone } from '../../../support/zones/mutate-zone.ts';
import { signZone } from '../../../support/zones/real-checkers.ts';

const now = Math.floor(Date.now() / 1_000);
const day = 86_400;

/** Codes of errors and warnings, each once. */
function judge(text: string, at = now) {
  const { findings } = validateZone(text, { now: at, zone: 'example' });
  return [...new Set(findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code))].sort();
}

/** The lines of a text that the form does not fit. */
const without = (text: string, form: RegExp) =>
  text
    .split('\n')
    .filter((line) => !form.test(line))
    .join('\n');
/** The text with a change to the first line that the form fits. */
const changed = (text: string, form: RegExp, change: (line: string) => string) => {
  const line = text.split('\n').find((one) => form.test(one))!;
  return text.replace(line, change(line));
};

const [nsec, nsec3, optOut, salted] = await Promise.all([
  signZone(soundZone),
  signZone(soundZone, ['-3', '-', '-H', '0']),
  signZone(soundZone, ['-3', '-', '-H', '0', '-A']),
  signZone(soundZone, ['-3', 'abcd', '-H', '3']),
]);

test('signed zones of every kind are accepted', (t) => {
  for (const text of [nsec, nsec3, optOut]) t.deepEqual(judge(text), []);
  t.deepEqual(judge(salted), ['nsec3_iterations']);
  const { signed, denial, signatures } = validateZone(nsec3, { now });
  t.like({ signed, denial }, { signed: true, denial: 'nsec3' });
  t.true(signatures!.checked > 30);
  t.is(signatures!.unchecked, 0);
  t.is(validateZone(nsec, { now }).denial, 'nsec');
});

const cases: readonly (readonly [what: string, text: string, ...codes: string[]])[] = [
  ['data changed', nsec.replace('192.0.2.4', '192.0.2.5'), 'signature_wrong'],
  ['no keys', without(nsec, /\sDNSKEY\s+25/), 'dnskey_missing'],
  ['no signature', without(nsec, /^web.*RRSIG\s+A /), 'signature_missing'],
  [
    'a name more',
    `${nsec}new.example. 3600 IN A 192.0.2.9\n`,
    'nsec_missing',
    'nsec_next',
    'signature_missing',
  ],
  ['a name less', without(nsec, /^txt\.example/), 'nsec_next'],
  ['a type more', `${nsec}web.example. 3600 IN TXT "x"\n`, 'nsec_types', 'signature_missing'],
  ['a type less', without(nsec, /^web\.example\.\s+3600 IN AAAA/), 'nsec_types', 'signature_without_set'],
  ['a chain with a gap', without(nsec, /^web.*NSEC/), 'nsec_missing'],
  ['an NSEC record at glue', `${nsec}ns.sub.example. 3600 IN NSEC svc.example. A\n`, 'nsec_not_wanted'],
  [
    'glue that is signed',
    nsec.replace(/^web(\.example\..*RRSIG\s+A )/m, 'ns.sub$1'),
    'signature_missing',
    'signature_not_wanted',
  ],
  ['no NSEC at all', without(nsec, /NSEC/), 'denial_missing'],
  [
    'both',
    `${nsec}DVA0SU7TKCJFPAJOT4S18KP98JTNNDEQ.example. 3600 IN NSEC3 1 0 0 - DVA0SU7TKCJFPAJOT4S18KP98JTNNDEQ A\n`,
    'denial_both',
    'signature_missing',
  ],
  [
    'NSEC3 parameters gone',
    without(nsec3, /IN NSEC3PARAM|RRSIG\s+NSEC3PARAM/),
    'nsec3_types',
    'nsec3_without_parameters',
  ],
  [
    'an NSEC3 record less',
    without(nsec3, /NSEC3\s+1 0 0 - .* AAAA RRSIG/),
    'nsec3_missing',
    'nsec3_next',
    'signature_without_set',
  ],
  ['an NSEC3 record of nothing', without(nsec3, /^txt\.example/), 'nsec3_not_wanted'],
  [
    'a name more without NSEC3',
    `${nsec3}new.example. 3600 IN A 192.0.2.9\n`,
    'nsec3_missing',
    'signature_missing',
  ],
  [
    'a signed name in a span that opts out',
    `${optOut}new.example. 3600 IN A 192.0.2.9\n`,
    'nsec3_opt_out_wrong',
    'signature_missing',
  ],
  [
    'an unsigned delegation in a span that opts out',
    `${optOut}new.example. 3600 IN NS ns.other.test.\nnew.example. 3600 IN NS ns1.other.test.\n`,
  ],
  [
    'the same without',
    `${nsec3}new.example. 3600 IN NS ns.other.test.\nnew.example. 3600 IN NS ns1.other.test.\n`,
    'nsec3_missing',
  ],
  [
    'NSEC3 types',
    changed(nsec3, /NSEC3\s+1 0 0 - .* AAAA RRSIG/, (line) => line.replace(' AAAA', ' TXT')),
    'nsec3_types',
    'signature_wrong',
  ],
  [
    'other TTL',
    changed(nsec, /^txt\.example\.\s+3600 IN TXT/, (line) => line.replace('3600', '3599')),
    'signature_original_ttl',
    'signature_ttl',
  ],
  ['other signer', nsec.replace(/^(web.*RRSIG\s+A .*) example\. /m, '$1 other.test. '), 'signature_of_other'],
  ['other labels', nsec.replace(/^(web.*RRSIG\s+A 13) 2 /m, '$1 1 '), 'signature_labels'],
  [
    'another algorithm',
    nsec.replace(/^(web.*RRSIG\s+A) 13 /m, '$1 15 '),
    'signature_algorithm_missing',
    'signature_key',
  ],
  [
    'a key without a signature',
    `${nsec}example. 3600 IN DNSKEY 256 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=\n`,
    'keys_not_self_signed',
    'signature_algorithm_missing',
    'signature_wrong',
  ],
  [
    'a CDS of none of the keys',
    `${nsec}example. 3600 IN CDS 1 13 2 ${'0'.repeat(64)}\n`,
    'cds_without_key',
    'nsec_types',
    'signature_missing',
  ],
];

for (const [what, text, ...codes] of cases) {
  test(`a signed zone: ${what}`, (t) => {
    t.not(text, nsec);
    t.deepEqual(judge(text), [...codes].sort());
  });
}

test('signatures have to be in force', (t) => {
  t.deepEqual(judge(nsec, now + 31 * day), ['signature_expired']);
  t.deepEqual(judge(nsec, now - day), ['signature_not_yet']);
  t.deepEqual(judge(nsec, now + 28 * day), ['signature_soon']);
  const turned = nsec.replace(/(RRSIG\s+SOA 13 1 3600) (\d{14}) (\d{14})/, '$1 $3 $2');
  t.true(judge(turned).includes('signature_times'));
});

test('a signature that is of no use beside a sound one is a warning', (t) => {
  const signature = nsec.split('\n').find((line) => /^web.*RRSIG\s+A /.test(line))!;
  const wrong = signature.replace(
    /(\S{20})(\S)(\S+==)$/,
    (_, before, one, after) => `${before}${one === 'A' ? 'B' : 'A'}${after}`,
  );
  t.not(wrong, signature);
  t.deepEqual(judge(`${nsec}${wrong}\n`), ['signature_useless']);
});
