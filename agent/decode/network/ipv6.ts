import * as layerNumbers from '../layers.ts';
import type { Packet } from '../packet.ts';
import type { Fragments } from './fragments.ts';
import * as protocols from './ip-protocol.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;
const { isTunnel, layerOfProtocol } = protocols;

const maxExtensionHeaders = 16;
const extension = {
  hopByHop: 0,
  routing: 43,
  fragment: 44,
  destination: 60,
  mobility: 135,
  hostIdentity: 139,
  shim6: 140,
};

/** Decodes IPv6 with its extension headers (RFC 8200 section 4). */
export function ipv6(packet: Packet, fragments: Fragments): void {
  const { bytes, view, position: at } = packet;
  packet.layer = layers.done;
  if (!packet.has(40) || bytes[at]! >> 4 !== 6) return;
  const payload = packet.uint16(at + 4);
  const end = at + 40 + payload;
  if (payload > 0 && end <= packet.end) {
    packet.end = end;
    packet.cut = false;
  } else if (payload > 0) packet.cut = true;
  const words = packet.addresses;
  for (let index = 0; index < 8; index++) words[index] = view.getInt32(at + 8 + index * 4, true);
  packet.identification = 0;
  packet.hops = bytes[at + 7]!;
  packet.position = at + 40;
  followHeaders(packet, fragments, bytes[at + 6]!);
}

function followHeaders(packet: Packet, fragments: Fragments, first: number): void {
  let protocol = first;
  packet.layer = layers.done;
  for (let count = 0; count < maxExtensionHeaders; count++) {
    const at = packet.position;
    switch (protocol) {
      case extension.hopByHop:
      case extension.routing:
      case extension.destination:
      case extension.mobility:
      case extension.hostIdentity:
      case extension.shim6:
        if (!packet.has(8)) return;
        packet.position += (packet.bytes[at + 1]! + 1) * 8;
        break;
      case extension.fragment: {
        if (!packet.has(8)) return;
        const bits = packet.uint16(at + 2);
        packet.position += 8;
        // A fragment that is the whole datagram is taken as it is (RFC 6946).
        if ((bits & 0xfff9) === 0) break;
        const identification = (packet.uint16(at + 4) << 16) | packet.uint16(at + 6);
        const inner = packet.bytes[at]!;
        if (!fragments.add(packet, inner, identification, bits & 0xfff8, (bits & 1) !== 0)) return;
        protocol = inner;
        continue;
      }
      default:
        if (isTunnel(protocol)) packet.encapsulated = true;
        packet.layer = layerOfProtocol(protocol);
        return;
    }
    protocol = packet.bytes[at]!;
    if (packet.position > packet.end) return;
  }
}
