/** How names in the stored form (names.ts) lie to each other. */
import { selfAndParents } from './names.ts';
import { labelsOf } from './wire-name.ts';

/** Tells whether the name is the ancestor itself or lies below it. */
export function isAtOrBelow(name: string, ancestor: string): boolean {
  if (ancestor === '.' || name === ancestor) return true;
  if (!name.endsWith(`.${ancestor}`)) return false;
  // The dot in front may be an escaped one, which is part of a label.
  return !name.includes('\\') || selfAndParents(name).includes(ancestor);
}

export function isBelow(name: string, ancestor: string): boolean {
  return name !== ancestor && isAtOrBelow(name, ancestor);
}

/** Returns the name without its leftmost label; undefined for the root. */
export function parentName(name: string): string | undefined {
  if (name === '.') return undefined;
  return selfAndParents(name)[1] ?? '.';
}

/** Lists the names from the name itself up to the root, which is the last. */
export function ancestry(name: string): string[] {
  return [...selfAndParents(name), '.'];
}

/** Counts the labels of a name without the root's (RFC 4034 section 3.1.3). */
export function labelCount(name: string): number {
  return selfAndParents(name).length;
}

/** Finds the longest name that both are at or below. */
export function commonAncestor(one: string, other: string): string {
  return ancestry(one).find((ancestor) => isAtOrBelow(other, ancestor)) ?? '.';
}

/** Compares names in canonical order (RFC 4034 section 6.1): below 0, 0, above 0. */
export function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  const left = labelsOf(one);
  const right = labelsOf(other);
  for (let index = 1; index <= Math.min(left.length, right.length); index++) {
    const order = Buffer.compare(left[left.length - index]!, right[right.length - index]!);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
