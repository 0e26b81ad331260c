import { layers } from '../layers.ts';
import { layerOfEtherType } from '../link/ether-type.ts';
import type { Packet } from '../packet.ts';

const gpeLayers: Readonly<Record<number, number>> = { 1: layers.ipv4, 2: layers.ipv6, 3: layers.ethernet };

/** Decodes VXLAN (RFC 7348): Ethernet follows after 8 bytes if the flag of a valid network identifier is set. */
export function vxlan(packet: Packet): void {
  packet.encapsulated = true;
  if (packet.has(8) && (packet.bytes[packet.position]! & 0x08) !== 0) {
    enterNetwork(packet);
    packet.next(layers.ethernet, 8);
  } else packet.layer = layers.done;
}

/**
 * Decodes VXLAN-GPE (draft-ietf-nvo3-vxlan-gpe section 3): as VXLAN, with the protocol of the payload in the last byte
 * of its flags.
 */
export function vxlanGpe(packet: Packet): void {
  packet.encapsulated = true;
  if (packet.has(8)) {
    enterNetwork(packet);
    packet.next(gpeLayers[packet.bytes[packet.position + 3]!] ?? layers.done, 8);
  } else packet.layer = layers.done;
}

/** Decodes Geneve (RFC 8926): 8 bytes and options, then the payload that its protocol type names. */
export function geneve(packet: Packet): void {
  packet.encapsulated = true;
  if (!packet.has(8) || packet.bytes[packet.position]! >> 6 !== 0) {
    packet.layer = layers.done;
    return;
  }
  enterNetwork(packet);
  const options = (packet.bytes[packet.position]! & 0x3f) * 4;
  packet.next(layerOfEtherType(packet.uint16(packet.position + 2)), 8 + options);
}

/** The network identifier, which all three have at the same place. */
function enterNetwork(packet: Packet): void {
  const { view, position } = packet;
  packet.enterOverlay(view.getUint32(position + 4) >>> 8);
}
