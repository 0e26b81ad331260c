/**
 * A domain hash has 64 bits of a domain as two words, for tables that keep no names: made together in one walk over the
 * text.
 */
export interface DomainHash {
  readonly low: number;
  readonly high: number;
}

/** Computes FNV-1a, and a second hash that has nothing in common with it. */
export function domainHash(domain: string): DomainHash {
  let low = 0x811c_9dc5;
  let high = domain.length;
  for (let index = 0; index < domain.length; index++) {
    const code = domain.charCodeAt(index);
    low = Math.imul(low ^ code, 0x0100_0193);
    high = Math.imul(high ^ code, 0x5bd1_e995);
    high ^= high >>> 13;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85eb_ca6b);
  return { low: low ^ (low >>> 13), high: high | 0 };
}
