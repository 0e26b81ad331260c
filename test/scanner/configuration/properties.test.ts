import test from 'ava';
import fc from 'fast-check';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { readSet } from '../../support/configurations/configuration-sets.ts';
import { mutateConfiguration } from '../../support/configurations/mutate-configuration.ts';
import { samples } from '../../support/configurations/samples.ts';
import { secretPlaces } from '../../support/configurations/secret-places.ts';

const judge = (serverType: string, text: string) =>
  judgeConfiguration({ files: [{ name: 'file', content: Buffer.from(text) }], serverType });
const types = Object.keys(secretPlaces);
const listed = [...readSet('sound'), ...readSet('weak')].map(({ text }) => text);

/** Secrets look like these: keys in base64 or base32, passwords with signs, words with dashes. */
const secrets = fc.oneof(
  fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc
    .stringMatching(/^[A-Za-z][A-Za-z0-9!?+%&~^-]{11,23}[0-9]$/)
    .filter((text) => /[a-z]\d|\d[a-z]|[!?+%&~^]/i.test(text)),
  fc.stringMatching(/^[0-9a-f]{32}$/),
);

test('no secret of any form is in an answer, wherever it stands', (t) => {
  for (const type of types) {
    for (const place of secretPlaces[type]!) {
      fc.assert(
        fc.property(secrets, fc.nat(), (secret, seed) => {
          const text = place.replaceAll('SECRET', secret);
          const near =
            seed % 2 === 0 ? text : mutateConfiguration(place, seed).text.replaceAll('SECRET', secret);
          for (const one of [text, near]) {
            const { files: _files, missing: _missing, ...answer } = judge(type, one);
            const told = JSON.stringify(answer);
            if (told.includes(JSON.stringify(secret).slice(1, -1)))
              throw new Error(`${type}: ${one}: ${told}`);
          }
        }),
        { numRuns: 12 },
      );
    }
  }
  t.pass();
});

test('no text of any kind is too much for a parser, and findings stay within the text', (t) => {
  const words = fc.constantFrom(
    ...'{ } ; ( ) [ ] " \' # // /* */ : = , ! \\ \n \t - server: zone key options include import . .. 0 -1 yes any ::1 10.0.0.0/8 --[[ ]]'.split(
      ' ',
    ),
    '\n',
    '  ',
  );
  const texts = fc.oneof(
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', '')),
    fc
      .tuple(fc.constantFrom(...Object.values(samples).flat(), ...listed), fc.nat())
      .map(([text, seed]) => mutateConfiguration(text, seed).text),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), texts, (type, text) => {
      const lines = Buffer.from(text).toString().split('\n');
      for (const { line, column, endLine, endColumn, refused, severity } of judge(type, text).findings) {
        const inside =
          line >= 1 && line <= lines.length && column >= 1 && column <= lines[line - 1]!.length + 1;
        const ordered = endLine > line || (endLine === line && endColumn >= column);
        if (!inside || !ordered || (refused && severity === 'info'))
          throw new Error(`${type} ${line}:${column}`);
      }
    }),
    { numRuns: 1_500 },
  );
  t.pass();
});
