import { types } from 'pg';

const int8 = 20;

/**
 * Parses a 64-bit integer. Our ids and counts stay below 2^53, up to which a number is exact. Throws if one does not.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly.`);
  return value;
}

/** Values are parsed by the driver's own parsers, save for 64-bit integers, which it leaves as strings. */
export const valueTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? parseInt8
      : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
};
