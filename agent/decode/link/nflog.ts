import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { raw } from './raw.ts';

const headerBytes = 4;
const payload = 9;
const maxFields = 64;

/**
 * Decodes LINKTYPE_NFLOG, what Linux's netfilter logs: a header of four bytes, then fields with a length and a type each, of which one is
 * the IP packet. Both are in the byte order of the machine that captured, which is told by nothing: that of most machines is tried first.
 */
export function nflog(packet: Packet): void {
  packet.layer = layers.done;
  if (packet.has(headerBytes) && packet.bytes[packet.position + 1] === 0)
    if (!findPayload(packet, true)) findPayload(packet, false);
}

/** Goes on with the packet's payload if the fields, read in this order, lead to one. */
function findPayload(packet: Packet, little: boolean): boolean {
  const { view, end } = packet;
  let at = packet.position + headerBytes;
  for (let count = 0; count < maxFields && end - at >= 4; count++) {
    const length = view.getUint16(at, little);
    // The upper bits of a type are flags of netlink's.
    const type = view.getUint16(at + 2, little) & 0x3fff;
    if (length < 4) return false;
    if (type === payload && length > 4) {
      packet.position = at + 4;
      if (at + length <= end) packet.end = at + length;
      raw(packet);
      return packet.layer !== layers.done;
    }
    at += (length + 3) & ~3;
  }
  return false;
}
