import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { isTunnel, layerOfProtocol } from './ip-protocol.ts';

/** Decodes the authentication header (RFC 4302 section 2), which leaves the payload readable. */
export function authentication(packet: Packet): void {
  if (!packet.has(8)) {
    packet.layer = layers.done;
    return;
  }
  const protocol = packet.bytes[packet.position]!;
  if (isTunnel(protocol)) packet.encapsulated = true;
  packet.next(layerOfProtocol(protocol), (packet.bytes[packet.position + 1]! + 2) * 4);
}
