import * as addressWords from '@sonde/sensor/pairing/address-words.ts';
import * as layerNumbers from '../layers.ts';
import type { Packet } from '../packet.ts';
import type { Fragments } from './fragments.ts';
import * as protocols from './ip-protocol.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { mappedWord } = addressWords;
const { layers } = layerNumbers;
const { isTunnel, layerOfProtocol } = protocols;

/** Decodes IPv4 (RFC 791). */
export function ipv4(packet: Packet, fragments: Fragments): void {
  const { bytes, view, position: at } = packet;
  packet.layer = layers.done;
  if (!packet.has(20) || bytes[at]! >> 4 !== 4) return;
  const headerBytes = (bytes[at]! & 0x0f) * 4;
  if (headerBytes < 20 || !packet.has(headerBytes)) return;
  limitTo(packet, packet.uint16(at + 2), headerBytes);
  const words = packet.addresses;
  words[0] = 0;
  words[1] = 0;
  words[2] = mappedWord;
  words[4] = 0;
  words[5] = 0;
  words[6] = mappedWord;
  words[3] = view.getInt32(at + 12, true);
  words[7] = view.getInt32(at + 16, true);
  packet.identification = packet.uint16(at + 4);
  packet.hops = bytes[at + 8]!;
  const protocol = bytes[at + 9]!;
  const fragment = packet.uint16(at + 6) & 0x3fff;
  packet.position = at + headerBytes;
  if (fragment !== 0) {
    const offset = (fragment & 0x1fff) * 8;
    const more = (fragment & 0x2000) !== 0;
    if (!fragments.add(packet, protocol, packet.identification, offset, more)) return;
  }
  if (isTunnel(protocol)) packet.encapsulated = true;
  packet.layer = layerOfProtocol(protocol);
}

/** A total length of 0 is that of a packet captured before segmentation offload filled it in. */
function limitTo(packet: Packet, total: number, headerBytes: number): void {
  if (total < headerBytes) return;
  const end = packet.position + total;
  if (end <= packet.end) {
    packet.end = end;
    packet.cut = false;
  } else packet.cut = true;
}
