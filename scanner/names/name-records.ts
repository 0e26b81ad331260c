import type { NameAnswer } from './name-answer.ts';

/** A set of records of a name beside the DNS, as drift compares them. */
export interface NameRecordSet {
  readonly name: string;
  /** The path of the set in `resolved`: `address`, `texts.url`, `polygon.crypto.ETH.address`. */
  readonly type: string;
  readonly values: readonly string[];
}

const maxDepth = 6;
const maxSets = 500;
/** How far a chain or an address book is, which says nothing about the name. */
const passing = new Set(['dnssec', 'expires_in', 'height']);

/** Lists the records of an answer one by one; undefined if no system answered, so that nothing is known. */
export function nameRecordSets({ name, resolved, sources }: NameAnswer): NameRecordSet[] | undefined {
  if (sources.length === 0) return undefined;
  const sets: NameRecordSet[] = [];
  walk(resolved, '', 0);
  return sets;

  function walk(value: unknown, path: string, depth: number): void {
    if (value === null || value === undefined || depth > maxDepth || sets.length >= maxSets) return;
    if (Array.isArray(value)) {
      const values = value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      if (values.length > 0) sets.push({ name, type: path, values });
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) {
        const below = key.replaceAll(' ', '_');
        if (!passing.has(key)) walk(inner, path === '' ? below : `${path}.${below}`, depth + 1);
      }
    } else sets.push({ name, type: path, values: [String(value)] });
  }
}
