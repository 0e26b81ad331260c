/**
 * The mark stands in the names of canaries: `...sonde-canary-<id>...`. The id is known to the collector, or the name is
 * like any other.
 */
export const canaryMark = 'sonde-canary-';
export const idLength = 16;

/** Finds the id in a name that may be a canary's. */
export function canaryIn(name: string): string | undefined {
  const at = name.indexOf(canaryMark);
  if (at === -1) return undefined;
  const id = name.slice(at + canaryMark.length, at + canaryMark.length + idLength);
  return id.length === idLength ? id : undefined;
}
