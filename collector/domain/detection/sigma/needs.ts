/**
 * Needs are texts and types one of which stands in every row that an expression can hold for; so rows without any need not be tried.
 * Texts are in lower case; `textStart` and `textEnd` stand for the edges of a name.
 */
export interface Needs {
  readonly names: readonly string[];
  readonly answers: readonly string[];
  /** Numbers of record types that few queries ask for. */
  readonly types: readonly number[];
  /** The types that a row with one of the texts in its answers is of; absent for any. */
  readonly within?: readonly number[];
}

export const textStart = '\u0002';
export const textEnd = '\u0003';
/** Characters that are looked for at once. */
export const gramLength = 4;

const nothing: Needs = { names: [], answers: [], types: [] };

export function needsNames(texts: readonly string[]): Needs | undefined {
  return areTelling(texts) ? { ...nothing, names: texts } : undefined;
}

export function needsAnswers(texts: readonly string[]): Needs | undefined {
  return areTelling(texts) ? { ...nothing, answers: texts } : undefined;
}

export function needsType(type: number): Needs {
  return { ...nothing, types: [type] };
}

/** Gives what every row needs for which one of several expressions holds. */
export function needsOfOne(all: readonly (Needs | undefined)[]): Needs | undefined {
  if (all.length === 0 || all.some((needs) => needs === undefined)) return undefined;
  const known = all as readonly Needs[];
  if (known.length === 1) return known[0];
  return {
    names: known.flatMap(({ names }) => names),
    answers: known.flatMap(({ answers }) => answers),
    types: known.flatMap(({ types }) => types),
  };
}

/** Gives what every row needs for which all of several expressions hold: what tells most. */
export function needsOfAll(all: readonly (Needs | undefined)[]): Needs | undefined {
  let best: Needs | undefined;
  for (const needs of all) {
    if (needs === undefined) continue;
    best = best === undefined ? needs : better(best, needs);
  }
  return best;
}

function better(one: Needs, other: Needs): Needs {
  if (isOfAnswers(one) && isOfTypes(other)) return { ...one, within: other.types };
  if (isOfTypes(one) && isOfAnswers(other)) return { ...other, within: one.types };
  const difference = rank(one) - rank(other);
  if (difference !== 0) return difference < 0 ? one : other;
  return shortest(one) >= shortest(other) ? one : other;
}

function isOfAnswers({ names, answers, types }: Needs): boolean {
  return names.length === 0 && types.length === 0 && answers.length > 0;
}

function isOfTypes({ names, answers, types }: Needs): boolean {
  return names.length === 0 && answers.length === 0 && types.length > 0;
}

/** Names are looked at once for many rows; answers have to be read, but seldom those of rare types; all rows of a type are many. */
function rank({ answers, types, within }: Needs): number {
  return (answers.length === 0 ? 0 : within === undefined ? 4 : 1) + (types.length > 0 ? 2 : 0);
}

function shortest({ names, answers }: Needs): number {
  let least = Number.POSITIVE_INFINITY;
  for (const text of names) least = Math.min(least, text.length);
  for (const text of answers) least = Math.min(least, text.length);
  return least;
}

function areTelling(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every(({ length }) => length >= gramLength);
}
