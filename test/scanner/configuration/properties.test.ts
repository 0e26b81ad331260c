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

/** Secrets of every look: keys in base64, hex and base32, passwords, words and numbers that look like nothing at all. */
const secrets = fc.oneof(
  fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9!?+%&~^-]{11,23}[0-9]$/),
  fc.stringMatching(/^[0-9a-f]{32}$/),
  fc.stringMatching(/^[A-Za-z]{6,40}$/),
  fc.stringMatching(/^[a-z][a-z0-9]{2,9}(?:[.-][a-z0-9]{2,9}){1,4}$/),
  fc.stringMatching(/^[1-9][0-9]{6,19}$/),
);

/** Writes another secret of the same form: a word of ours is in both answers. */
const otherThan = (secret: string) =>
  secret.replaceAll(/[a-z0-9]/gi, (sign) => {
    const [first, count] = /\d/.test(sign) ? ['0', 10] : [/[a-z]/.test(sign) ? 'a' : 'A', 26];
    return String.fromCharCode(
      first.charCodeAt(0) + ((sign.charCodeAt(0) - first.charCodeAt(0) + 7) % count),
    );
  });

/** All that an answer says, but for the names of files. */
function answerTo(type: string, text: string): string {
  const { files: _files, missing: _missing, ...answer } = judge(type, text);
  return JSON.stringify(answer);
}

function hides(type: string, place: string, secret: string): void {
  const text = place.replaceAll('SECRET', () => secret);
  const told = answerTo(type, text);
  if (!told.includes(JSON.stringify(secret).slice(1, -1))) return;
  const other = answerTo(
    type,
    place.replaceAll('SECRET', () => otherThan(secret)),
  );
  if (!other.includes(JSON.stringify(secret).slice(1, -1))) throw new Error(`${type}: ${text}: ${told}`);
}

test('no secret of any form is in an answer, wherever it stands', (t) => {
  for (const type of types) {
    for (const place of secretPlaces[type]!) {
      fc.assert(
        fc.property(secrets, fc.nat(), (secret, seed) => {
          hides(type, seed % 2 === 0 ? place : mutateConfiguration(place, seed).text, secret);
        }),
        { numRuns: 12 },
      );
    }
  }
  t.pass();
});

test('no word of a configuration is in an answer, but words of our own', (t) => {
  const configurations = [
    ...Object.entries(samples).flatMap(([type, texts]) => texts.map((text) => ({ type, text }))),
    ...[...readSet('sound'), ...readSet('weak')].map(({ serverType: type, text }) => ({ type, text })),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...configurations), secrets, fc.nat(), ({ type, text }, secret, place) => {
      const words = text.split(/([\w.:/@+-]+)/);
      const at = 2 * (place % Math.floor(words.length / 2)) + 1;
      hides(type, words.with(at, 'SECRET').join(''), secret);
    }),
    { numRuns: 700 },
  );
  t.pass();
});

test('an unknown name is told by its place, with the known one that may be meant', (t) => {
  const told = (type: string, text: string) => {
    const { line, column, message, suggestion } = judge(type, text).findings.find(
      ({ code }) => code === 'unknown_option' || code === 'undefined_reference',
    )!;
    return [line, column, message, suggestion];
  };
  t.deepEqual(told('bind', 'tls t {\n  key-fil "k";\n};'), [
    2,
    3,
    'There is no option of this name in tls.',
    'Write key-file.',
  ]);
  t.deepEqual(
    told('bind', 'acl inside { 10.0.0.0/8; };\noptions { recursion no; allow-query { insid; }; };'),
    [2, 39, 'There is no acl of this name.', 'Write the name as in line 1, or define it.'],
  );
  t.deepEqual(told('bind', 'options { allow-query { localhos; }; };').slice(2), [
    'There is no acl of this name.',
    'Write localhost, or define it.',
  ]);
  t.deepEqual(told('unbound', 'server:\n  verbosty: 1\n'), [
    2,
    3,
    'There is no option of this name.',
    'Write verbosity.',
  ]);
  t.deepEqual(told('coredns', '. {\n  forwrd . 192.0.2.1\n}\n'), [
    2,
    3,
    'There is no plugin of this name in the default build.',
    'Write forward.',
  ]);
  t.deepEqual(told('dnsdist', 'local upstream = 1\nnewServr("192.0.2.1")\n').slice(0, 2), [2, 1]);
  t.deepEqual(told('dnsdist', 'pools = 1\nx = pols()\n').slice(2), [
    'No function or variable of this name is known.',
    'Write it as where it gets its value.',
  ]);
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
