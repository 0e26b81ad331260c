/** Gives 32 bits of a text (FNV-1a with a finish), for counting and telling apart, not for keeping secrets. */
export function textHash(text: string): number {
  let hash = hashStart;
  for (let index = 0; index < text.length; index++) hash = withCharacter(hash, text.charCodeAt(index));
  return finished(hash);
}

/** The hash of a text begins with this, for those who make it of characters that stand in no text. */
export const hashStart = 0x811c_9dc5;

/** Takes the code of the next character into a hash. */
export function withCharacter(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x0100_0193);
}

/** Makes a `textHash` of what all characters were taken into. */
export function finished(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
