import { mappedWord } from '@sonde/sensor/pairing/address-words.ts';
import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

/** Types that say that a packet did not arrive: unreachable, time exceeded, a parameter at fault; and too big a packet for IPv6. */
const errors4 = [3, 11, 12];
const errors6 = [1, 2, 3, 4];
const headerBytes = 8;

/**
 * Reads the packet that an ICMP error quotes (RFC 792; RFC 4443 section 3), and returns its protocol: the packet then stands behind that IP
 * header, with its addresses. 0 if there is none, or a fragment without ports. The quoted header's lengths are those of the whole packet, of
 * which some octets are quoted.
 */
export function quotedPacket(packet: Packet): number {
  const isV6 = packet.layer === layers.icmpv6;
  packet.layer = layers.done;
  const { bytes, position } = packet;
  const at = position + headerBytes;
  if (!packet.has(headerBytes + 20) || !(isV6 ? errors6 : errors4).includes(bytes[position]!)) return 0;
  return isV6 ? quotedV6(packet, at) : quotedV4(packet, at);
}

function quotedV4(packet: Packet, at: number): number {
  const { bytes, view, addresses } = packet;
  const header = (bytes[at]! & 0x0f) * 4;
  if (bytes[at]! >> 4 !== 4 || header < 20 || (packet.uint16(at + 6) & 0x1fff) !== 0) return 0;
  addresses[0] = 0;
  addresses[1] = 0;
  addresses[2] = mappedWord;
  addresses[4] = 0;
  addresses[5] = 0;
  addresses[6] = mappedWord;
  addresses[3] = view.getInt32(at + 12, true);
  addresses[7] = view.getInt32(at + 16, true);
  packet.position = at + header;
  return bytes[at + 9]!;
}

/** Extension headers are not followed: queries and responses have none. */
function quotedV6(packet: Packet, at: number): number {
  const { bytes, view, addresses } = packet;
  if (packet.end - at < 40 || bytes[at]! >> 4 !== 6) return 0;
  for (let index = 0; index < 8; index++) addresses[index] = view.getInt32(at + 8 + index * 4, true);
  packet.position = at + 40;
  return bytes[at + 6]!;
}
