import test from 'ava';
import { sourceFiles } from '../../scripts/check/source-files.ts';

/** The doc comment right before an export: its first sentence is all that most readers see. */
const documented = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\r?\n(?:\r?\n)*export /gm;
/** A clause without a main verb, or a pronoun in place of its noun. */
const vague =
  /^(?:What|Whatever|Where|Wherever|Who|Whoever|Whom|Whose|How|When|Whether|Why|Which|As|That|Those)\b|\bthat of the\b|\bwhat is made of\b/;

const files = sourceFiles().filter(
  ({ path }) => !path.startsWith('test/') && !path.endsWith('.generated.ts'),
);

test('doc comments of exports begin with a whole sentence about the thing', (t) => {
  const sentences = files.flatMap(({ path, text }) =>
    [...text.matchAll(documented)].map(([, comment]) => `${path}: ${firstSentence(comment!)}`),
  );
  t.true(sentences.length > 1_000, `only ${sentences.length} doc comments were found: the reader is broken`);
  t.deepEqual(
    sentences.filter((line) => vague.test(line.slice(line.indexOf(': ') + 2))),
    [],
    'begin with the name and a verb ("A finding states ...") or, for a function, with its verb ("Compares ...")',
  );
});

test('the reader of doc comments tells clauses from sentences', (t) => {
  const begins = (text: string) =>
    [...text.matchAll(documented)].map(([, comment]) => firstSentence(comment!));
  t.deepEqual(begins('/** What one check found. More. */\nexport interface A {}\n'), [
    'What one check found.',
  ]);
  t.deepEqual(begins('/**\n * A finding states\n * one fault. More.\n */\nexport const a = 1;\n'), [
    'A finding states one fault.',
  ]);
  t.deepEqual(begins('/** Of a row. */\nconst a = 1;\nexport const b = 1;\n'), []);
  t.true(vague.test('How it ends.'));
  t.true(vague.test('The size, or that of the row.'));
  t.false(vague.test('Whatsapp is a name.'));
  t.false(vague.test('Tells whether it ended.'));
});

function firstSentence(comment: string): string {
  const text = comment.replaceAll(/\r?\n[ \t]*\*?[ \t]?/g, ' ').trim();
  return text.split(/(?<=[.!?])\s/)[0]!;
}
