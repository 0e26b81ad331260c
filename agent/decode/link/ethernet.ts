import * as layerNumbers from '../layers.ts';
import type { Packet } from '../packet.ts';
import * as etherTypes from './ether-type.ts';
import { llc } from './llc.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;
const { layerOfEtherType } = etherTypes;

/** Decodes Ethernet II, and IEEE 802.3 with an LLC/SNAP header (RFC 1042). */
export function ethernet(packet: Packet): void {
  if (!packet.has(14)) {
    packet.layer = layers.done;
    return;
  }
  const at = packet.position;
  const type = packet.uint16(at + 12);
  if (type >= 0x600) packet.next(layerOfEtherType(type), 14);
  else {
    packet.position = at + 14;
    llc(packet);
  }
}

/** Decodes Ethernet within IP (RFC 3378): two bytes, of which four bits are the version. */
export function etherIp(packet: Packet): void {
  packet.encapsulated = true;
  if (packet.has(2) && packet.bytes[packet.position]! >> 4 === 3) packet.next(layers.ethernet, 2);
  else packet.layer = layers.done;
}

/** Decodes one IEEE 802.1Q tag; QinQ has one behind the other. */
export function vlan(packet: Packet): void {
  if (!packet.has(4)) {
    packet.layer = layers.done;
    return;
  }
  packet.enterNetwork(packet.uint16(packet.position) & 0x0fff, false);
  packet.next(layerOfEtherType(packet.uint16(packet.position + 2)), 4);
}
