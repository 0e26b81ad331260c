import test from 'ava';
import { toBase32 } from '../../../../../collector/domain/people/second-factor/base32.ts';
import {
  hashOfRecoveryCode,
  makeRecoveryCodes,
} from '../../../../../collector/domain/people/second-factor/recovery-codes.ts';
import {
  matchingStep,
  otpauthUrl,
  stepAt,
  totpCode,
} from '../../../../../collector/domain/people/second-factor/totp.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const secret = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238 and RFC 4226', (t) => {
  // RFC 6238 appendix B shows eight digits, of which six are the last.
  const known: [number, string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of known) t.is(totpCode(secret, stepAt(seconds * 1_000)), code.slice(2));
  // RFC 4226 appendix D.
  const counted = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871'];
  counted.forEach((code, step) => {
    t.is(totpCode(secret, step), code);
  });
});

test('a clock may be half a minute off, and no more', (t) => {
  const now = 1_800_000_015_000;
  for (const [ahead, good] of [
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ] as const) {
    const code = totpCode(secret, stepAt(now + ahead * 1_000));
    t.is(matchingStep(secret, code, now), good ? stepAt(now + ahead * 1_000) : undefined, String(ahead));
  }
  for (const odd of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12345\n']) {
    t.is(matchingStep(secret, odd, now), undefined);
  }
});

test('base32 is that of RFC 4648, without padding', (t) => {
  const known = [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const;
  for (const [text, code] of known) t.is(toBase32(Buffer.from(text)), code);
});

test('the address for apps names the person, whatever is in the address', (t) => {
  const url = new URL(otpauthUrl(secret, 'a&b?c/d@example.com'));
  t.is(url.protocol, 'otpauth:');
  t.is(decodeURIComponent(url.pathname.split('/').at(-1)!), 'Sonde:a&b?c/d@example.com');
  t.deepEqual(Object.fromEntries(url.searchParams), {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Sonde',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('recovery codes are found however they are typed, and nothing else is', (t) => {
  const { codes, hashes } = makeRecoveryCodes(systemRandom);
  t.is(new Set(codes).size, 10);
  codes.forEach((code, index) => {
    t.regex(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    for (const typed of [code, code.toUpperCase(), code.replaceAll('-', ' '), ` ${code}\n`]) {
      t.deepEqual(hashOfRecoveryCode(typed), hashes[index]);
    }
  });
  for (const odd of ['', '123456', 'a'.repeat(15), 'a'.repeat(17), '0'.repeat(16)]) {
    t.is(hashOfRecoveryCode(odd), undefined);
  }
});
