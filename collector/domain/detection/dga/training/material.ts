import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Gives the words of a dictionary file that could be part of a name: letters without marks, four of them at least. */
export function readDictionary(text: string): string[] {
  return text
    .split('\n')
    .map((line) => plainLetters(line.trim().toLowerCase()))
    .filter((word) => /^[a-z]{4,16}$/.test(word));
}

/** Writes a word in the letters that people use for it in names of domains. */
export function plainLetters(word: string): string {
  const marked = word.normalize('NFD').replace(/\p{M}/gu, '');
  return marked
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('ħ', 'h')
    .replaceAll('ə', 'a');
}

/**
 * Gives the labels of the Public Suffix List, out of the package that has it compiled in: place names, brands,
 * services.
 */
export function suffixLabels(): string[] {
  const entry = createRequire(import.meta.url).resolve('tldts');
  const source = readFileSync(join(dirname(entry), '../es6/src/data/trie.js'), 'utf8');
  const lengths = /edgeLength = [^[]*\[([^\]]*)\]/.exec(source)?.[1]?.split(',').map(Number) ?? [];
  const text = /labelText = "([^"]*)"/.exec(source)?.[1] ?? '';
  const labels = new Set<string>();
  let at = 0;
  for (const length of lengths) {
    labels.add(text.slice(at, at + length));
    at += length;
  }
  return [...labels].filter((label) => /^[a-z][a-z0-9-]{4,40}$/.test(label) && !label.startsWith('xn--'));
}
