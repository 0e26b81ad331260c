import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import type { DkimResult } from '../../../../scanner/checks/dkim/dkim-result.ts';
import { dkimScanner } from '../../../../scanner/checks/dkim/scan-dkim.ts';
import { parseDkimKey } from '../../../../scanner/protocols/mail/dkim/parse-key.ts';
import { checkScan, mailWorld, type ScanCase } from '../../../support/scans/mail-world.ts';

function rsa(bits: number, type: 'spki' | 'pkcs1' = 'spki'): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return publicKey.export({ format: 'der', type }).toString('base64');
}

function ed25519(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

const strong = rsa(2048);
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64');

/** An odd number of so many bits with an exponent: made in no time, and no key that anything was signed with. */
function rsaOf(bits: number): string {
  const modulus = Buffer.alloc(bits / 8, 0xab);
  const key = { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' };
  return createPublicKey({ key, format: 'jwk' }).export({ format: 'der', type: 'spki' }).toString('base64');
}

const at = (selector: string, record: string) => `${selector}._domainkey.example.com TXT "${record}"`;
const google = 'example.com MX 1 aspmx.l.google.com';

const cases: readonly ScanCase<DkimResult>[] = [
  {
    title: 'a key of 2048 bits',
    zone: at('s1', `v=DKIM1; k=rsa; p=${strong}`),
    result: { valid: true },
    findings: ['pass:key RFC 6376 section 3.6.2'],
  },
  {
    title: 'no more than p=',
    zone: at('s1', `p=${strong}`),
    result: { valid: true },
    findings: ['pass:key'],
  },
  {
    title: 'an RSAPublicKey',
    zone: at('s1', `v=DKIM1; p=${rsa(2048, 'pkcs1')}`),
    result: { valid: true },
    findings: ['pass:key'],
  },
  {
    title: 'an Ed25519 key',
    zone: at('ed25519', `v=DKIM1; k=ed25519; p=${ed25519()}`),
    result: { valid: true },
    findings: ['pass:key', 'info:no_rsa_key RFC 8301 section 3.1'],
  },
  {
    title: 'an Ed25519 key in an envelope',
    zone: at('s1', `v=DKIM1; k=ed25519; p=MCowBQYDK2VwAyEA${ed25519().slice(0, 43)}=`),
    result: { valid: false },
    findings: ['fail:bad_key RFC 8463 section 4'],
  },
  {
    title: 'a key of 1024 bits',
    zone: at('s1', `v=DKIM1; p=${rsa(1024)}`),
    result: { valid: true },
    findings: ['warning:weak_key RFC 8301 section 3.2'],
  },
  {
    title: 'a key of 768 bits',
    zone: at('s1', `v=DKIM1; p=${rsa(768)}`),
    result: { valid: false },
    findings: ['fail:short_key RFC 8301 section 3.2'],
  },
  {
    title: 'a revoked key',
    zone: at('s1', 'v=DKIM1; p='),
    result: { valid: false },
    findings: ['info:revoked_key RFC 6376 section 3.6.1'],
  },
  {
    title: 'testing',
    zone: at('s1', `v=DKIM1; t=y:s; p=${strong}`),
    result: { valid: false },
    findings: ['warning:testing_key'],
  },
  {
    title: 'SHA-1 alone',
    zone: at('s1', `v=DKIM1; h=sha1; p=${strong}`),
    result: { valid: false },
    findings: ['fail:sha1_only RFC 8301 section 3.1'],
  },
  {
    title: 'SHA-1 beside SHA-256',
    zone: at('s1', `v=DKIM1; h=sha1:sha256; p=${strong}`),
    result: { valid: true },
    findings: ['pass:key'],
  },
  {
    title: 'not for mail',
    zone: at('s1', `v=DKIM1; s=tlsrpt; p=${strong}`),
    result: { valid: false },
    findings: ['fail:not_for_mail RFC 6376 section 3.6.1'],
  },
  {
    title: 'another version',
    zone: at('s1', `v=DKIM2; p=${strong}`),
    result: { valid: false },
    findings: ['fail:bad_version'],
  },
  {
    title: 'the version in second place',
    zone: at('s1', `k=rsa; v=DKIM1; p=${strong}`),
    result: { valid: false },
    findings: ['fail:bad_version'],
  },
  {
    title: 'an unknown key type',
    zone: at('s1', `v=DKIM1; k=dsa; p=${strong}`),
    result: { valid: false },
    findings: ['fail:unknown_key_type'],
  },
  {
    title: 'the key type in capitals',
    zone: at('s1', `v=DKIM1; k=RSA; p=${strong}`),
    result: { valid: false },
    findings: ['fail:unknown_key_type RFC 8463 section 3'],
  },
  {
    title: 'the hash in capitals',
    zone: at('s1', `v=DKIM1; h=SHA256; p=${strong}`),
    result: { valid: false },
    findings: ['fail:no_known_hash RFC 6376 section 3.6.1'],
  },
  {
    title: 'spaces wherever they may be',
    zone: at(
      's1',
      ` v = DKIM1 ; h = sha1 : sha256 ;\\009k=rsa; p= ${strong.slice(0, 80)} \\009${strong.slice(80)} ; `,
    ),
    result: { valid: true },
    findings: ['pass:key'],
  },
  {
    title: 'a no-break space is none',
    zone: at('s1', `v=DKIM1; k=rsa\\160; p=${strong}`),
    result: { valid: false },
    findings: ['fail:unknown_key_type'],
  },
  {
    title: 'nothing between two semicolons',
    zone: at('s1', `v=DKIM1;; p=${strong}`),
    result: { valid: false },
    findings: ['fail:bad_record RFC 6376 section 3.2'],
  },
  {
    title: 'flags and services that nobody knows',
    zone: at('s1', `v=DKIM1; t=Y:z; s=other:email; x=y; p=${strong}`),
    result: { valid: true },
    findings: ['pass:key'],
  },
  {
    title: 'a key over several strings',
    zone: at('s1', `v=DKIM1; p=${strong}`).replace(strong.slice(100), `" "${strong.slice(100)}`),
    result: { valid: true },
    findings: ['pass:key'],
  },
  {
    title: 'a key of 8192 bits',
    zone: at('s1', `v=DKIM1; p=${rsaOf(8192)}`).replaceAll(/(.{200})(?=[^"])/g, '$1" "'),
    result: { valid: true },
    findings: ['warning:large_key RFC 8301 section 3.2'],
  },
  {
    title: 'a key for another kind of signature',
    zone: at('s1', `v=DKIM1; p=${pss}`),
    result: { valid: false },
    findings: ['fail:bad_key'],
  },
  {
    title: 'a key that is none',
    zone: at('s1', 'v=DKIM1; p=AAAA'),
    result: { valid: false },
    findings: ['fail:bad_key'],
  },
  {
    title: 'a key cut short',
    zone: at('s1', `v=DKIM1; p=${strong.slice(0, 200)}`),
    result: { valid: false },
    findings: ['fail:bad_key'],
  },
  {
    title: 'no base64',
    zone: at('s1', 'v=DKIM1; p=$$$$'),
    result: { valid: false },
    findings: ['fail:bad_key'],
  },
  {
    title: 'a tag twice',
    zone: at('s1', `v=DKIM1; p=${strong}; p=`),
    result: { valid: false },
    findings: ['fail:bad_record RFC 6376 section 3.2'],
  },
  {
    title: 'two keys at a selector',
    zone: `${at('s1', `p=${strong}`)}\n${at('s1', `p=${strong}`)}`,
    result: { valid: false },
    findings: ['fail:several_keys RFC 6376 section 3.6.2.2'],
  },
  {
    title: 'one selector bad, another good',
    zone: `${at('s1', 'p=')}\n${at('s2', `p=${strong}`)}`,
    result: { valid: true },
    findings: ['info:revoked_key', 'pass:key'],
  },
  {
    title: 'nothing below _domainkey',
    zone: 'example.com A 192.0.2.1',
    result: { valid: null, tried: 0 },
    findings: ['unknown:no_selector RFC 8020 section 2'],
  },
  {
    title: 'a selector that nobody knows',
    zone: at('xq7', `p=${strong}`),
    result: { valid: null },
    findings: ['unknown:no_selector'],
  },
  {
    title: 'a wildcard',
    zone: `*._domainkey.example.com TXT "v=DKIM1; p="`,
    result: { valid: null, wildcard: true },
    findings: ['warning:wildcard', 'unknown:no_selector'],
  },
  {
    title: 'a wildcard and a key',
    zone: `*._domainkey.example.com TXT "v=DKIM1; p="\n${at('s1', `p=${strong}`)}`,
    result: { valid: true, wildcard: true },
    findings: ['warning:wildcard', 'pass:key'],
  },
  {
    title: 'a wildcard of something else',
    zone: `*._domainkey.example.com TXT "hello"\n${at('s1', `p=${strong}`)}`,
    result: { valid: true, wildcard: false },
    findings: ['pass:key'],
  },
  {
    title: 'the lookups fail',
    zone: `*._domainkey.example.com ANY !timeout\n_domainkey.example.com A 192.0.2.1`,
    result: { valid: null },
    findings: ['unknown:no_selector'],
    errors: ['timeout'],
  },
];

for (const one of cases) test(`DKIM: ${one.title}`, (t) => checkScan(t, dkimScanner, one).then(() => {}));

test('selectors are learnt from exchangers and from SPF includes', async (t) => {
  const zone = `${google}\nexample.com TXT "v=spf1 include:_spf.protonmail.ch -all"
    protonmail2._domainkey.example.com CNAME p2.domains.proton.example
    p2.domains.proton.example TXT "v=DKIM1; p=${strong}"`;
  const world = mailWorld({ zone });
  const { result } = await dkimScanner.scan('example.com', world);
  t.like(result.selectors![0], { selector: 'protonmail2', alias: 'p2.domains.proton.example', bits: 2048 });
  t.true(world.dns.asked.some((question) => question.startsWith('google._domainkey')));
});

test('one key leads to those that go along with it', async (t) => {
  const records = ['fm1', 'fm3', 's1', 's3'].map((selector) => at(selector, `v=DKIM1; p=${strong}`));
  const { result } = await dkimScanner.scan('example.com', mailWorld({ zone: records.join('\n') }));
  t.deepEqual(
    result.selectors!.map(({ selector }) => selector),
    ['fm1', 'fm3', 's1', 's3'],
  );
});

test('where nothing exists below _domainkey, only what was learnt is asked for', async (t) => {
  const world = mailWorld({ zone: `${google}\nexample.com A 192.0.2.1` });
  await dkimScanner.scan('example.com', world);
  t.deepEqual(
    world.dns.asked.filter((question) => question.includes('_domainkey')),
    [
      '_domainkey.example.com TXT',
      'sonde-probe-of-wildcards._domainkey.example.com TXT',
      'google._domainkey.example.com TXT',
    ],
  );
});

test('any key record has an answer', (t) => {
  const part = fc.constantFrom(
    'v=DKIM1',
    'k=rsa',
    'k=ed25519',
    `p=${strong}`,
    'p=',
    'p=AA==',
    'h=sha1',
    't=y',
    's=*',
    ';',
    '=',
    'n=x',
  );
  const text = fc.oneof(
    fc.array(fc.oneof(part, fc.string()), { maxLength: 8 }).map((parts) => parts.join(';')),
    fc.string({ maxLength: 2_000, unit: 'binary' }),
  );
  const property = fc.property(text, (record) => {
    const key = parseDkimKey(record);
    return (
      (key.status === 'usable') ===
      key.problems.every(({ code }) => code === 'granularity' || code === 'large_key')
    );
  });
  fc.assert(property, { numRuns: 1_000 });
  t.pass();
});
