import type { TextBuffer } from '../presentation/text-buffer.ts';

/** Writes data of any type in the generic form (RFC 3597 section 5): `\# 4 0a000001`. */
export function writeGeneric(out: TextBuffer, bytes: Uint8Array, from: number, to: number): void {
  out.byte(0x5c);
  out.byte(0x23);
  out.space();
  out.decimal(to - from);
  if (to === from) return;
  out.space();
  out.hex(bytes, from, to);
}
