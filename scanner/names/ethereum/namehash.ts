import { ens_normalize as normalize } from '@adraffy/ens-normalize';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';

/** Normalises a name as ENSIP-15 writes it, or returns the reason why it is none. */
export function normalizeName(name: string): { readonly name: string } | { readonly reason: string } {
  try {
    const normalized = normalize(name);
    const labels = normalized.split('.');
    if (labels.some((label) => label === '')) return { reason: 'A label of the name is empty.' };
    if (labels.some((label) => Buffer.byteLength(label) > 255)) {
      return { reason: 'A label of the name is longer than 255 octets.' };
    }
    return { name: normalized };
  } catch (error) {
    // The library throws an Error whose message says which label and why.
    return { reason: error instanceof Error ? error.message : 'The name can not be normalised.' };
  }
}

/** Computes the node of a normalised name (ERC-137), 32 octets. */
export function namehash(name: string): Uint8Array {
  let node = new Uint8Array(32);
  if (name === '') return node;
  for (const label of name.split('.').toReversed()) {
    node = Uint8Array.from(keccak(Buffer.concat([node, keccak(Buffer.from(label))])));
  }
  return node;
}

/** Writes a normalised name as labels with their lengths before them, up to 255 octets each (ENSIP-10). */
export function wireName(name: string): Uint8Array {
  const labels = name.split('.').map((label) => Buffer.from(label));
  return Buffer.concat([
    ...labels.flatMap((label) => [Uint8Array.of(label.length), label]),
    Uint8Array.of(0),
  ]);
}

/** Writes an address of 20 octets with the letters in the case of its checksum (ERC-55). */
export function checksummed(address: Uint8Array): string {
  const text = Buffer.from(address).toString('hex');
  const hash = Buffer.from(keccak(Buffer.from(text))).toString('hex');
  const letters = [...text].map((letter, at) =>
    Number.parseInt(hash[at]!, 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join('')}`;
}

/** Computes the first four octets of the hash of a function's or error's signature. */
export function selector(signature: string): Uint8Array {
  return keccak(Buffer.from(signature)).slice(0, 4);
}
