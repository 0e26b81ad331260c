import { type KeyKind, keyKinds } from './key-kind.ts';

/** This many leading bits of an IPv4 address choose a bit of the map. */
const mapBits = 20;

/**
 * A network filter knows the prefix lengths that are listed at all, and for IPv4 the parts of the address space: most
 * addresses end here.
 */
export class NetworkFilter {
  #map: Uint8Array | undefined;
  readonly #v4 = new Set<number>();
  readonly #v6 = new Set<number>();
  #v4Lengths: readonly number[] = [];
  #v6Lengths: readonly number[] = [];

  get bytes(): number {
    return this.#map?.byteLength ?? 0;
  }

  /** Prefix lengths that are listed, the longest first. */
  lengths(kind: KeyKind): readonly number[] {
    return kind === keyKinds.v4 ? this.#v4Lengths : this.#v6Lengths;
  }

  /** `key`: the address, masked, and its prefix length. */
  add(kind: KeyKind, key: Uint8Array): void {
    const length = key[key.length - 1]!;
    const seen = kind === keyKinds.v4 ? this.#v4 : this.#v6;
    if (!seen.has(length)) {
      seen.add(length);
      const sorted = [...seen].sort((a, b) => b - a);
      if (kind === keyKinds.v4) this.#v4Lengths = sorted;
      else this.#v6Lengths = sorted;
    }
    if (kind !== keyKinds.v4) return;
    this.#map ??= new Uint8Array(2 ** (mapBits - 3));
    const first = address(key, 0) >>> (32 - mapBits);
    const spans = length >= mapBits ? 1 : 2 ** (mapBits - length);
    for (let bit = first; bit < first + spans; bit++) this.#map[bit >>> 3]! |= 1 << (bit & 7);
  }

  /** False if no listed IPv4 network can hold the address. */
  mayHoldV4(bytes: Uint8Array, start: number): boolean {
    if (this.#map === undefined) return false;
    const bit = address(bytes, start) >>> (32 - mapBits);
    return (this.#map[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }
}

function address(bytes: Uint8Array, start: number): number {
  return (
    ((bytes[start]! << 24) | (bytes[start + 1]! << 16) | (bytes[start + 2]! << 8) | bytes[start + 3]!) >>> 0
  );
}
