import type { LanguageModel } from '../language-model.ts';

const shortestPart = 4;
/** The share of labels that must be put together from parts of others. */
const composedShare = 0.6;
const leastParts = 3;
const longTail = 10;
const tailShare = 0.8;
const longestHead = 8;
/** Bits a character from which the heads before a common tail are no words. */
const randomBits = 5;

/** Names what the labels have in common; undefined if nothing tells of a generator. */
export function sharedParts(labels: readonly string[], language: LanguageModel): string | undefined {
  return commonTail(labels, language) ?? (areVariants(labels) ? undefined : crossedWords(labels));
}

/** Tells whether at least half of the labels contain the same four characters: slips and imitations of one name do. */
export function areVariants(labels: readonly string[]): boolean {
  const counts = new Map<string, number>();
  let most = 0;
  for (const label of labels) {
    const grams = new Set<string>();
    for (let at = 0; at + 4 <= label.length; at++) grams.add(label.slice(at, at + 4));
    for (const gram of grams) most = Math.max(most, count(counts, gram));
  }
  return most * 2 >= labels.length;
}

/**
 * Words of two lists put together: labels whose first part comes back before other second parts, and whose second part
 * behind other first ones, with several of either.
 */
function crossedWords(labels: readonly string[]): string | undefined {
  const heads = new Map<string, number>();
  const tails = new Map<string, number>();
  for (const label of labels) {
    for (const [head, tail] of splits(label)) {
      count(heads, head);
      count(tails, tail);
    }
  }
  const first = new Set<string>();
  const second = new Set<string>();
  let composed = 0;
  for (const label of labels) {
    const split = splits(label).find(([head, tail]) => heads.get(head)! > 1 && tails.get(tail)! > 1);
    if (split === undefined) continue;
    composed++;
    first.add(split[0]);
    second.add(split[1]);
  }
  if (composed < labels.length * composedShare || first.size < leastParts || second.size < leastParts)
    return undefined;
  return `${composed} of ${labels.length} are made of ${first.size} first and ${second.size} second parts, such as ${[...first][0]} and ${[...second][0]}`;
}

/** Heads of one length that are no words before a long tail that stays the same. */
function commonTail(labels: readonly string[], language: LanguageModel): string | undefined {
  const tails = new Map<string, number>();
  let tail = '';
  for (const label of labels) {
    if (label.length <= longTail) continue;
    const end = label.slice(-longTail);
    if (count(tails, end) > (tails.get(tail) ?? 0) || tail === '') tail = end;
  }
  const alike = labels.filter((label) => label.length > longTail && label.endsWith(tail));
  if (alike.length < labels.length * tailShare || alike.length < 2) return undefined;
  while (
    alike.every(
      (label) => label.length > tail.length && label.at(-tail.length - 1) === alike[0]!.at(-tail.length - 1),
    )
  )
    tail = alike[0]!.slice(-tail.length - 1);
  const heads = alike.map((label) => label.slice(0, -tail.length));
  const length = heads[0]!.length;
  if (length < 2 || length > longestHead || heads.some((head) => head.length !== length)) return undefined;
  const bits = heads.reduce((sum, head) => sum + language.bits(head), 0);
  if (bits < randomBits * length * heads.length) return undefined;
  return `${alike.length} of ${labels.length} differ only in ${length} characters before ${tail}`;
}

function splits(label: string): (readonly [head: string, tail: string])[] {
  const result: (readonly [string, string])[] = [];
  for (let at = shortestPart; at <= label.length - shortestPart; at++)
    result.push([label.slice(0, at), label.slice(at)]);
  return result;
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}
