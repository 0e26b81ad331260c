/**
 * The hash is FNV-1a over bytes from the last to the first. Going backwards, the running value at each dot of a name is
 * the hash of the parent behind that dot, so one pass over a name gives the hashes of the name and of all its parents.
 */
export const hashStart = 0x811c9dc5;

export function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x0100_0193);
}

export function hashBackwards(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let index = end - 1; index >= start; index--) hash = Math.imul(hash ^ bytes[index]!, 0x0100_0193);
  return hash;
}

/** Spreads the bits (the finaliser of MurmurHash3), so that the low ones are fit to choose a slot. */
export function spread(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85eb_ca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2_ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
