import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

const flags = { control: 0x8000, length: 0x4000, sequence: 0x0800, offset: 0x0200 };

/** Decodes a data message of L2TP version 2 (RFC 2661 section 3.1): PPP behind a header whose fields its flags tell. */
export function l2tp(packet: Packet): void {
  packet.encapsulated = true;
  packet.layer = layers.done;
  const at = packet.position;
  if (!packet.has(8)) return;
  const bits = packet.uint16(at);
  if ((bits & flags.control) !== 0 || (bits & 0x0f) !== 2) return;
  let header = 6;
  if ((bits & flags.length) !== 0) header += 2;
  if ((bits & flags.sequence) !== 0) header += 4;
  if ((bits & flags.offset) !== 0) {
    if (!packet.has(header + 2)) return;
    header += 2 + packet.uint16(at + header);
  }
  packet.next(layers.ppp, header);
}
