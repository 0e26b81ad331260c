import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { layerOfEtherType } from './ether-type.ts';

/**
 * Decodes PPP, with or without the address and control bytes of HDLC (RFC 1662), and with a protocol field of one or
 * two bytes.
 */
export function ppp(packet: Packet): void {
  const { bytes } = packet;
  if (packet.has(2) && bytes[packet.position] === 0xff && bytes[packet.position + 1] === 3)
    packet.position += 2;
  if (!packet.has(2)) {
    packet.layer = layers.done;
    return;
  }
  const first = bytes[packet.position]!;
  // A protocol number is odd in its last byte, so an odd first byte is a compressed one (RFC 1661 section 6.5).
  const compressed = (first & 1) === 1;
  const protocol = compressed ? first : packet.uint16(packet.position);
  packet.next(layerOfPpp(protocol), compressed ? 1 : 2);
}

/** Decodes Cisco's HDLC: address, control, and the EtherType of the payload (RFC 1547 section 4.3.1). */
export function ciscoHdlc(packet: Packet): void {
  if (packet.has(4)) packet.next(layerOfEtherType(packet.uint16(packet.position + 2)), 4);
  else packet.layer = layers.done;
}

/** Decodes a PPPoE session (RFC 2516). */
export function pppoe(packet: Packet): void {
  const at = packet.position;
  if (!packet.has(8) || packet.bytes[at] !== 0x11 || packet.bytes[at + 1] !== 0) {
    packet.layer = layers.done;
    return;
  }
  packet.encapsulated = true;
  packet.next(layers.ppp, 6);
}

function layerOfPpp(protocol: number): number {
  switch (protocol) {
    case 0x21:
      return layers.ipv4;
    case 0x57:
      return layers.ipv6;
    case 0x281:
    case 0x283:
      return layers.mpls;
    default:
      return layers.done;
  }
}
