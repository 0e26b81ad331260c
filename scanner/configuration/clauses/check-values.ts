import type { Findings } from '../model/findings.ts';
import { readAddress } from '../model/reach.ts';
import type { Word } from '../model/source.ts';
import { isNewer, refuseNewer } from '../model/versions.ts';
import type { Clause, ClauseGrammar } from './read-clauses.ts';

/** A text type is a type of values: its name, and the texts that belong to it. */
export interface TextType {
  readonly meaning: string;
  accepts(text: string): boolean;
  /** The version that a text came with; undefined if the oldest that is known takes it. */
  since?(text: string): string | undefined;
}

/** Reads a number as C does: digits at the beginning, of which there must be some that count. */
export function leadingNumber(text: string): number {
  const found = /^\s*([+-]?\d+)/.exec(text);
  if (found === null) return 0;
  const number = Number(found[1]);
  return Math.abs(number) >= 2 ** 31 ? Number(BigInt.asIntN(32, BigInt(found[1]!.replace('+', '')))) : number;
}

export const isDomain = (text: string) =>
  text === '.' ||
  (text.length <= 254 &&
    text
      .replace(/\.$/, '')
      .replaceAll(/\\(?:\d{3}|.)/g, 'x')
      .split('.')
      .every((label) => label.length > 0 && label.length <= 63));

/** Tells whether a text is a whole address, with the length of a prefix or none. */
export const isNetblock = (text: string) => {
  const [address = '', length] = text.split('/');
  const value = readAddress(address);
  if (value === undefined || length === undefined) return value !== undefined;
  return /^\d/.test(length) && leadingNumber(length) <= (value.family === 4 ? 32 : 128);
};

export const isAddressText = (text: string) => readAddress(text) !== undefined;

/** Holds the values of all options to their types. */
export function checkValues(
  clauses: readonly Clause[],
  grammar: ClauseGrammar,
  types: Readonly<Record<string, TextType>>,
  findings: Findings,
  version: string | null,
): void {
  for (const { entries } of clauses) {
    for (const { name, values } of entries) {
      const option = grammar.options.get(name.text);
      for (const [index, type] of option?.types.entries() ?? []) {
        const value = values[index];
        const known = types[type];
        if (value === undefined || known === undefined) continue;
        const since = known.since?.(value.text);
        if (!known.accepts(value.text)) refuseValue(option!.name, value, known, grammar, findings);
        else if (isNewer(since, version))
          refuseNewer(value, `This value of ${option!.name}`, since!, grammar.manual, findings);
      }
    }
  }
}

function refuseValue(
  name: string,
  value: Word,
  { meaning }: TextType,
  { manual }: ClauseGrammar,
  findings: Findings,
): void {
  findings.refuse({
    code: 'wrong_type',
    at: value,
    message: `${name} takes ${meaning}.`,
    rule: `${manual}, ${name}`,
    suggestion: `Write ${meaning}.`,
  });
}
