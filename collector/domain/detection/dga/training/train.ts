import { readFileSync, writeFileSync } from 'node:fs';
import { benignKinds } from './benign.ts';
import { localeWords } from './locale-words.ts';
import { readDictionary, suffixLabels } from './material.ts';
import { trainModel } from './train-model.ts';

/**
 * Trains the model and writes it: `scripts/run .../train.ts model.json english=/usr/share/dict/american-english ...`. Each further
 * argument is a language and a file of words, a word a line, as Debian's packages wamerican, wngerman, wfrench,
 * wspanish, witalian, wportuguese, wpolish, wdutch and wswedish bring them; the last two are kept for the tables. The words stay where they are; only counts of letters go into the model.
 */
const [target, ...dictionaryArguments] = process.argv.slice(2);
if (target === undefined) throw new Error('usage: train.ts <model.json> <language>=<file> ...');
const dictionaries = new Map(
  dictionaryArguments.map((argument) => {
    const [language = '', path = ''] = argument.split('=');
    return [language, readDictionary(readFileSync(path, 'utf8'))] as const;
  }),
);
const suffixes = suffixLabels();
const locales = localeWords();
const half = (remainder: number) =>
  benignKinds(
    new Map(
      Array.from(dictionaries, ([language, words]) => [language, everySecond(words, remainder)] as const),
    ),
    everySecond(suffixes, remainder),
    locales.map((locale) => ({ ...locale, words: everySecond(locale.words, remainder) })),
  );
const model = trainModel({ language: half(0), fit: half(1) }, { language: 60_000, fit: 1_500 });
writeFileSync(target, `${JSON.stringify(model, undefined, 2)}\n`);
process.stdout.write(`threshold ${model.threshold}\n`);
for (const { name, weight } of model.features)
  process.stdout.write(`${name.padEnd(24)} ${weight.toFixed(3)}\n`);

function everySecond(words: readonly string[], remainder: number): string[] {
  return words.filter((_, index) => index % 2 === remainder);
}
