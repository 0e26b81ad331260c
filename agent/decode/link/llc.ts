import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { layerOfEtherType } from './ether-type.ts';

/** Decodes an LLC header with SNAP (RFC 1042), behind which an EtherType names what follows; other LLC carries no IP. */
export function llc(packet: Packet): void {
  const at = packet.position;
  if (packet.has(8) && packet.uint16(at) === 0xaaaa) packet.next(layerOfEtherType(packet.uint16(at + 6)), 8);
  else packet.layer = layers.done;
}
