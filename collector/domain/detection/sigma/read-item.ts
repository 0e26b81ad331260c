import { requiredLiterals } from '@sonde/scanner/checks/tech/engine/required-literals.ts';
import {
  isNull,
  type YamlEntry,
  type YamlNode,
  type YamlScalar,
} from '@sonde/scanner/configuration/yaml/nodes.ts';
import { recordTypeNumber, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { parsePrefix, prefixCovers } from '@sonde/shared/net/prefix.ts';
import { allOf, comparison, type Expression, notOf, oneOf } from './expression.ts';
import { type SigmaField, sigmaFieldOf, sigmaFields } from './fields.ts';
import { type ExpressionAllowance, linearExpression } from './linear-expression.ts';
import { type Modifiers, readModifiers } from './modifiers.ts';
import { type Needs, needsAnswers, needsNames, needsType, textStart } from './needs.ts';
import { faulty, unsupported } from './problem.ts';
import type { RowValues } from './row-values.ts';
import { textPattern } from './text-pattern.ts';

const longestValue = 1_024;
const longestExpression = 500;
/** What one try of a regular expression counts as, in comparisons. */
const expressionCost = 20;
/** Asked for all the time: that a row is of one of these tells nothing. */
const usualTypes: ReadonlySet<number> = new Set([recordTypes.A, recordTypes.AAAA, recordTypes.HTTPS]);

/** Reads one `field|modifier: value` of a detection. Throws a SigmaProblem. */
export function readItem({ name, value }: YamlEntry, allowance: ExpressionAllowance): Expression {
  const [fieldName = '', ...words] = name.text.split('|');
  const field = sigmaFieldOf(fieldName);
  if (field === undefined) {
    const message = `Rows have no field ${JSON.stringify(fieldName.slice(0, 64))}. The fields are ${knownNames()}.`;
    throw unsupported(message, name, fieldName.slice(0, 64));
  }
  return readValues(field, readModifiers(words, name), value, allowance);
}

/** Reads a value, or a list of values, that a field is compared with. Throws a SigmaProblem. */
export function readValues(
  field: SigmaField,
  modifiers: Modifiers,
  value: YamlNode,
  allowance: ExpressionAllowance,
): Expression {
  const values = value.kind === 'list' ? value.items : [value];
  if (values.length === 0) throw faulty('The list has no values.', value);
  const parts = values.map((one) => {
    if (one.kind !== 'scalar') throw faulty('A value must be a text or a number.', one);
    if (one.text.length > longestValue)
      throw faulty(`A value can have up to ${longestValue} characters.`, one);
    return readValue(field, modifiers, one, allowance);
  });
  const compared = modifiers.all ? allOf(parts) : oneOf(parts);
  return modifiers.differs ? notOf(compared) : compared;
}

function readValue(
  field: SigmaField,
  modifiers: Modifiers,
  value: YamlScalar,
  allowance: ExpressionAllowance,
): Expression {
  const { compares } = modifiers;
  if (compares === 'exists') return exists(field, value);
  if (compares === 'fieldref') return sameAs(field, value);
  if (isNull(value)) return comparison((values) => field.texts(values).length === 0);
  if (compares === 're') return expression(field, modifiers, value, allowance);
  if (compares === 'cidr') return within(field, value);
  if (compares === 'gt' || compares === 'gte' || compares === 'lt' || compares === 'lte')
    return ordered(field, compares, value);
  if (field.kind === 'number' && compares === 'equals' && !/[*?]/.test(value.text))
    return sameNumber(field, value);
  if (field.kind === 'address' && compares === 'equals' && parsePrefix(value.text) !== undefined)
    return within(field, value);
  const text = asStored(value);
  const ignoresCase = field.caseless === true || !modifiers.cased;
  const pattern = textPattern(text, compares, !ignoresCase);
  const test = (values: RowValues) => {
    for (const found of field.texts(values))
      if (pattern.matches(ignoresCase ? found.toLowerCase() : found)) return true;
    return false;
  };
  const type = field.place === 'type' && compares === 'equals' ? recordTypeNumber(value.text) : undefined;
  return comparison(test, type === undefined ? needsOfText(field, pattern.literal) : needsOfType(type));
}

/** Texts of a row are ASCII: names in the form of the wire, other octets as `\000`, which Zeek writes as `\x00`. */
function asStored(value: YamlScalar): string {
  if (!/^[\x20-\x7e]*$/.test(value.text))
    throw unsupported(
      'Rows contain only ASCII: write an internationalized name as xn--, and other octets as \\195.',
      value,
    );
  return value.text.replaceAll(
    /\\x([0-9a-f]{2})/gi,
    (_all, digits: string) => `\\${String(Number.parseInt(digits, 16)).padStart(3, '0')}`,
  );
}

function exists(field: SigmaField, value: YamlScalar): Expression {
  if (!/^(?:true|false)$/i.test(value.text))
    throw faulty('The value of exists must be true or false.', value);
  const isWanted = value.text.toLowerCase() === 'true';
  return comparison((values) => field.texts(values).length > 0 === isWanted);
}

function sameAs(field: SigmaField, value: YamlScalar): Expression {
  const other = sigmaFieldOf(value.text);
  if (other === undefined)
    throw unsupported('Rows do not have the field that fieldref names.', value, value.text.slice(0, 64));
  return comparison(
    (values) => {
      const own = new Set(field.texts(values).map((text) => text.toLowerCase()));
      return other.texts(values).some((text) => own.has(text.toLowerCase()));
    },
    undefined,
    4,
  );
}

function expression(
  field: SigmaField,
  { flags }: Modifiers,
  value: YamlScalar,
  allowance: ExpressionAllowance,
): Expression {
  if (value.text.length > longestExpression)
    throw unsupported(`A regular expression can have up to ${longestExpression} characters.`, value);
  if (!allowance.takes(value.text))
    throw unsupported(
      'The rule has more than 40 regular expressions, or more than 2,000 repetitions in them.',
      value,
    );
  let matches: (text: string) => boolean;
  try {
    matches = linearExpression(value.text, {
      ...flags,
      ignoresCase: flags.ignoresCase || field.caseless === true,
    });
  } catch {
    throw unsupported(
      'The regular expression is wrong, or needs more than linear time (look-around, backreferences).',
      value,
    );
  }
  const test = (values: RowValues) => field.texts(values).some(matches);
  const literals = flags.multiline === true ? undefined : requiredLiterals(value.text);
  return comparison(test, literals && needsOfTexts(field, literals), expressionCost);
}

function within(field: SigmaField, value: YamlScalar): Expression {
  const prefix = parsePrefix(value.text);
  if (prefix === undefined) throw faulty('The value must be an address or a network.', value);
  return comparison(
    (values) =>
      field.texts(values).some((text) => {
        const address = parsePrefix(text);
        return address !== undefined && !text.includes('/') && prefixCovers(prefix, address);
      }),
    undefined,
    4,
  );
}

function numberIn(value: YamlScalar): number {
  const found = value.text.trim() === '' ? Number.NaN : Number(value.text);
  if (!Number.isFinite(found)) throw faulty('The value must be a number.', value);
  return found;
}

function sameNumber(field: SigmaField, value: YamlScalar): Expression {
  const wanted = numberIn(value);
  const needs = field.names.includes('qtype') ? needsOfType(wanted) : undefined;
  return comparison((values) => field.numbers!(values).includes(wanted), needs);
}

function ordered(field: SigmaField, how: 'gt' | 'gte' | 'lt' | 'lte', value: YamlScalar): Expression {
  const bound = numberIn(value);
  const numbers = field.numbers;
  if (numbers === undefined)
    throw faulty(`gt, gte, lt and lte need a number, and ${field.names[0]} is not a number.`, value);
  const tests = {
    gt: (one: number) => one > bound,
    gte: (one: number) => one >= bound,
    lt: (one: number) => one < bound,
    lte: (one: number) => one <= bound,
  };
  return comparison((values) => numbers(values).some(tests[how]));
}

function needsOfType(type: number): Needs | undefined {
  return usualTypes.has(type) ? undefined : needsType(type);
}

function needsOfTexts(field: SigmaField, literals: readonly string[]): Needs | undefined {
  if (field.place === 'name') return needsNames(literals);
  return field.place === 'answers' ? needsAnswers(literals) : undefined;
}

function needsOfText(field: SigmaField, literal: string): Needs | undefined {
  // The registrable domain is at the end of the name, but not at its start.
  const own = field.names[0] === 'parent_domain' ? literal.replace(textStart, '') : literal;
  if (field.place === 'name') return needsNames([own]);
  return field.place === 'answers' ? needsAnswers([own]) : undefined;
}

function knownNames(): string {
  return sigmaFields.flatMap(({ names }) => names).join(', ');
}
