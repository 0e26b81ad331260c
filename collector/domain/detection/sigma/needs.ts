/**
 * Needs are texts and types one of which stands in every row that an expression can hold for; so rows without any need not be tried.
 * Texts are in lower case; `textStart` and `textEnd` stand for the edges of a name.
 */
export interface Needs {
  readonly names: readonly string[];
  readonly answers: readonly string[];
  /** Numbers of record types that few queries ask for. */
  readonly types: readonly number[];
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
  for (const needs of all)
    if (needs !== undefined && (best === undefined || isBetter(needs, best))) best = needs;
  return best;
}

function isBetter(one: Needs, other: Needs): boolean {
  const difference = rank(one) - rank(other);
  if (difference !== 0) return difference < 0;
  return shortest(one) > shortest(other);
}

/** Names are looked at once for many rows, types cost nothing but tell little, answers have to be read. */
function rank({ answers, types }: Needs): number {
  return (types.length > 0 ? 2 : 0) + (answers.length > 0 ? 1 : 0);
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
