import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { layerOfEtherType } from './ether-type.ts';

/** Decodes LINKTYPE_LINUX_SLL, which the device `any` gives: the protocol stands in the last two of 16 bytes. */
export function linuxCooked(packet: Packet): void {
  if (packet.has(16)) packet.next(layerOfEtherType(packet.uint16(packet.position + 14)), 16);
  else packet.layer = layers.done;
}

/** Decodes LINKTYPE_LINUX_SLL2: the protocol stands in the first two of 20 bytes. */
export function linuxCooked2(packet: Packet): void {
  if (packet.has(20)) packet.next(layerOfEtherType(packet.uint16(packet.position)), 20);
  else packet.layer = layers.done;
}
