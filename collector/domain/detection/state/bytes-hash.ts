/** Takes octets into a hash (the step of FNV-1a), for counting and telling apart, not for keeping secrets. */
export function bytesHash(hash: number, bytes: Uint8Array, start: number, end: number): number {
  let taken = hash;
  for (let at = start; at < end; at++) taken = Math.imul(taken ^ bytes[at]!, 0x0100_0193);
  return taken;
}
