import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { layerOfVersion } from './raw.ts';

const maxLabels = 16;

/**
 * Decodes a stack of MPLS labels (RFC 3032). What lies under it is not named: IP by its version, or Ethernet behind a
 * control word.
 */
export function mpls(packet: Packet): void {
  packet.encapsulated = true;
  packet.layer = layers.done;
  for (let label = 0; label < maxLabels; label++) {
    if (!packet.has(5)) return;
    const bottom = (packet.bytes[packet.position + 2]! & 1) === 1;
    packet.position += 4;
    if (!bottom) continue;
    const nibble = packet.bytes[packet.position]! >> 4;
    // The control word of a pseudowire begins with zero (RFC 4385 section 3).
    if (nibble === 0) packet.next(layers.ethernet, 4);
    else packet.layer = layerOfVersion(nibble);
    return;
  }
}
