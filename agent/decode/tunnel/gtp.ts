import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

const userData = 255;
const maxExtensions = 8;

/**
 * Decodes the user plane of GTP version 1 (3GPP TS 29.281 section 5): an IP packet behind 8 bytes, 4 more and extension
 * headers.
 */
export function gtp(packet: Packet): void {
  packet.encapsulated = true;
  packet.layer = layers.done;
  const at = packet.position;
  if (!packet.has(12) || packet.bytes[at]! >> 5 !== 1 || packet.bytes[at + 1] !== userData) return;
  const flags = packet.bytes[at]!;
  packet.position = at + 8;
  if ((flags & 7) !== 0) {
    packet.position = at + 12;
    let next = (flags & 4) === 0 ? 0 : packet.bytes[at + 11]!;
    for (let count = 0; next !== 0; count++) {
      if (count === maxExtensions || !packet.has(4)) return;
      // The length is in units of four bytes; the last byte names the header that follows.
      const length = packet.bytes[packet.position]! * 4;
      if (length === 0 || !packet.has(length)) return;
      packet.position += length;
      next = packet.bytes[packet.position - 1]!;
    }
  }
  packet.layer = layers.raw;
}
