import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

/**
 * Decodes Teredo (RFC 4380 section 5.1.1): IPv6 in UDP, perhaps behind an authentication header and an origin
 * indication.
 */
export function teredo(packet: Packet): void {
  packet.encapsulated = true;
  if (packet.has(4) && packet.uint16(packet.position) === 1) {
    packet.position += 13 + packet.bytes[packet.position + 2]! + packet.bytes[packet.position + 3]!;
  }
  if (packet.has(8) && packet.uint16(packet.position) === 0) packet.position += 8;
  const isIpv6 = packet.has(40) && packet.bytes[packet.position]! >> 4 === 6;
  packet.layer = isIpv6 ? layers.ipv6 : layers.done;
}
