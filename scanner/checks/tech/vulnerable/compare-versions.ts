/**
 * Compares versions of libraries: numbers by their value, words before numbers, a version that ends sooner first, so
 * that `1.0-beta` is before `1.0`. Below 0, 0, above 0.
 */
export function compareVersions(one: string, other: string): number {
  const left = partsOf(one);
  const right = partsOf(other);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareParts(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function partsOf(version: string): string[] {
  // What is behind a plus sign is no part of the order.
  return (
    version
      .split('+', 1)[0]!
      .toLowerCase()
      .match(/[0-9]+|[a-z]+/g) ?? []
  );
}

function compareParts(one: string | undefined, other: string | undefined): number {
  const left = weightOf(one);
  const right = weightOf(other);
  if (left !== right || left !== number) return left === right ? words(one, other) : left - right;
  return Number(one ?? 0) - Number(other ?? 0);
}

const number = 1;

/** A part that is missing counts as the number 0; a word says that it is not the version yet. */
function weightOf(part: string | undefined): number {
  return part === undefined || /^[0-9]/.test(part) ? number : 0;
}

function words(one: string | undefined, other: string | undefined): number {
  return (one ?? '').localeCompare(other ?? '');
}
