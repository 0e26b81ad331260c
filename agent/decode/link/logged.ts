import * as packets from '../../capture/logs/logged-packet.ts';
import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

const { loggedKinds, loggedOffsets } = packets;

/** Reads where a logged message came from; the packet then stands at the message. Returns one of `loggedKinds`, 0 for nothing. */
export function readLogged(packet: Packet): number {
  packet.layer = layers.done;
  if (!packet.has(1)) return 0;
  const { bytes, position } = packet;
  const kind = bytes[position + loggedOffsets.kind]!;
  if (kind === loggedKinds.unreadable) return kind;
  packet.addressBytes.set(bytes.subarray(position + loggedOffsets.addresses, position + loggedOffsets.ports));
  packet.sourcePort = packet.uint16(position + loggedOffsets.ports);
  packet.destinationPort = packet.uint16(position + loggedOffsets.ports + 2);
  packet.position += loggedOffsets.message;
  return kind;
}
