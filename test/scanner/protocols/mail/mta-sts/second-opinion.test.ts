import test from 'ava';
import fc from 'fast-check';
import mailauth from 'mailauth/lib/mta-sts.js';
import {
  parseMtaStsPolicy,
  patternCovers,
} from '../../../../../scanner/protocols/mail/mta-sts/parse-policy.ts';

const { parsePolicy, validateMx } = mailauth;

const label = fc.constantFrom('a', 'b', 'mail', 'example', 'com', 'x-1');
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
const pattern = fc.tuple(fc.constantFrom('', '*.'), host).map((parts) => parts.join(''));

test('patterns cover what they cover for others', (t) => {
  const property = fc.property(pattern, host, (mx, name) => {
    const theirs = validateMx(name, { id: 'x', mode: 'enforce', mx: [mx] }).valid;
    return patternCovers(mx, name) === theirs;
  });
  fc.assert(property, { numRuns: 2_000 });
  t.pass();
});

const line = fc.constantFrom(
  'version: STSv1',
  'mode: enforce',
  'mode: testing',
  'mode:none',
  'mode: Enforce',
  'mx: mail.example.com',
  'mx:*.example.com',
  'max_age: 86400',
  'max_age:31557600',
  'max_age: 31557601',
  'max_age: -1',
  'hello',
  'other: 1',
  '',
);

test('policies say what they say to others', (t) => {
  const property = fc.property(
    fc.array(line, { maxLength: 7 }),
    fc.constantFrom('\n', '\r\n'),
    (lines, end) => {
      const text = lines.join(end);
      const ours = parseMtaStsPolicy(text);
      const theirs = readByOthers(text);
      if (theirs === undefined) return ours.problems.length > 0;
      return (
        ours.problems.length === 0 &&
        ours.mode === theirs.mode &&
        [...new Set(ours.patterns)].join() === (theirs.mx ?? []).join() &&
        ours.maxAge === theirs.maxAge
      );
    },
  );
  fc.assert(property, { numRuns: 2_000 });
  t.pass();
});

/** Undefined where they refuse it. */
function readByOthers(text: string) {
  try {
    return parsePolicy(text, { strict: true });
  } catch {
    return undefined;
  }
}
