import { layers } from '../layers.ts';
import { layerOfEtherType } from '../link/ether-type.ts';
import type { Packet } from '../packet.ts';

const flags = { checksum: 0x8000, routing: 0x4000, key: 0x2000, sequence: 0x1000, acknowledgement: 0x80 };

/** Decodes GRE (RFC 2784, RFC 2890), its PPTP form (RFC 2637), and ERSPAN types I to III inside. */
export function gre(packet: Packet): void {
  packet.encapsulated = true;
  if (!packet.has(4)) {
    packet.layer = layers.done;
    return;
  }
  const bits = packet.uint16(packet.position);
  const protocol = packet.uint16(packet.position + 2);
  let header = 4;
  if ((bits & (flags.checksum | flags.routing)) !== 0) header += 4;
  if ((bits & flags.key) !== 0) header += 4;
  if ((bits & flags.sequence) !== 0) header += 4;
  const version = bits & 7;
  if (version === 1) {
    if ((bits & flags.acknowledgement) !== 0) header += 4;
    packet.next(protocol === 0x880b ? layers.ppp : layers.done, header);
  } else if (version !== 0 || (bits & flags.routing) !== 0) packet.layer = layers.done;
  else if (protocol === 0x88be)
    // Type I has no sequence number and no header of its own.
    packet.next((bits & flags.sequence) === 0 ? layers.ethernet : layers.erspan2, header);
  else if (protocol === 0x22eb) packet.next(layers.erspan3, header);
  else packet.next(layerOfEtherType(protocol), header);
}

/** Decodes ERSPAN type II (draft-foschiano-erspan): 8 bytes, then Ethernet. */
export function erspan2(packet: Packet): void {
  packet.next(layers.ethernet, 8);
}

/** Decodes ERSPAN type III: 12 bytes, 8 more if its last bit says so, then Ethernet. */
export function erspan3(packet: Packet): void {
  if (!packet.has(12)) packet.layer = layers.done;
  else packet.next(layers.ethernet, (packet.bytes[packet.position + 11]! & 1) === 0 ? 12 : 20);
}
