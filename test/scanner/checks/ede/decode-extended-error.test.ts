import test from 'ava';
import { decodeExtendedError } from '../../../../scanner/checks/ede/decode-extended-error.ts';
import { extendedErrors } from '../../../../shared/dns/extended-errors.ts';

test('there are the codes 0 to 29, each with its own name, a meaning and something to do', (t) => {
  t.deepEqual(
    extendedErrors.map(({ code }) => code),
    Array.from({ length: 30 }, (_, code) => code),
  );
  t.is(new Set(extendedErrors.map(({ name }) => name)).size, 30);
  for (const { meaning, troubleshooting, source } of extendedErrors) {
    t.true(meaning.endsWith('.') && troubleshooting.length > 0 && source.length > 0);
  }
});

// The registry's own words (RFC 8914 section 5.2, and what was added to it since).
const names: Readonly<Record<number, string>> = {
  0: 'Other Error',
  1: 'Unsupported DNSKEY Algorithm',
  2: 'Unsupported DS Digest Type',
  3: 'Stale Answer',
  4: 'Forged Answer',
  5: 'DNSSEC Indeterminate',
  6: 'DNSSEC Bogus',
  7: 'Signature Expired',
  8: 'Signature Not Yet Valid',
  9: 'DNSKEY Missing',
  10: 'RRSIGs Missing',
  11: 'No Zone Key Bit Set',
  12: 'NSEC Missing',
  13: 'Cached Error',
  14: 'Not Ready',
  15: 'Blocked',
  16: 'Censored',
  17: 'Filtered',
  18: 'Prohibited',
  19: 'Stale NXDOMAIN Answer',
  20: 'Not Authoritative',
  21: 'Not Supported',
  22: 'No Reachable Authority',
  23: 'Network Error',
  24: 'Invalid Data',
  25: 'Signature Expired before Valid',
  26: 'Too Early',
  27: 'Unsupported NSEC3 Iterations Value',
  28: 'Unable to conform to policy',
  29: 'Synthesized',
};

for (const [code, name] of Object.entries(names)) {
  test(`code ${code} is ${name}`, (t) => {
    t.like(decodeExtendedError(Number(code)), { code: Number(code), name, known: true, private: false });
  });
}

test('codes of others are explained as such, and are no error', (t) => {
  t.like(decodeExtendedError(30), { known: false, private: false, severity: 'info', retry: null });
  t.like(decodeExtendedError(49_152), { known: false, private: true });
  t.like(decodeExtendedError(65_535), { private: true });
});

test('the extra text is kept, and what common resolvers write is read', (t) => {
  t.is(decodeExtendedError(6).extraText, null);
  t.is(decodeExtendedError(6, 'nothing known').hint, null);
  t.regex(decodeExtendedError(6, 'signature expired for example.com. A').hint ?? '', /expired/);
  t.regex(
    decodeExtendedError(22, 'At delegation example.com for www.example.com/a: timed out').hint ?? '',
    /do not answer/,
  );
});
