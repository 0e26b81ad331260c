import { loggedLinkType } from '../../capture/logs/logged-packet.ts';
import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { layerOfLinkType } from './layer-of-link-type.ts';

const headerBytes = 8;

/**
 * Decodes the header of Per-Packet Information (CACE, version 1.0.7), which some drivers of IEEE 802.11 write: its length, in its
 * third and fourth octet, and the link type of what follows. Returns that.
 */
export function ppi(packet: Packet): number {
  const { view, position: at } = packet;
  packet.layer = layers.done;
  if (!packet.has(headerBytes) || packet.bytes[at] !== 0) return 0;
  const length = view.getUint16(at + 2, true);
  if (length < headerBytes || !packet.has(length)) return 0;
  const linkType = view.getUint32(at + 4, true);
  // What is told of messages that a log names comes from our own readers only.
  packet.next(linkType === loggedLinkType ? layers.unknown : layerOfLinkType(linkType), length);
  return linkType;
}
