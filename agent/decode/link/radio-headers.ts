import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { wireless } from './wireless.ts';

/** The message codes of Prism's header, in the order of the octets of the machine that captured. */
const prismCodes: ReadonlySet<number> = new Set([0x41, 0x44]);
/** Code, length and the name of the device. */
const leastPrismBytes = 24;
/** The first octets of an AVS header name it, with a version in the last one. */
const avsMagic = 0x80211000;
const leastAvsBytes = 64;

/**
 * Decodes Prism's header before a frame of IEEE 802.11 (LINKTYPE_IEEE802_11_PRISM), in either order of octets. Some drivers write that of
 * AVS under the same link type.
 */
export function prism(packet: Packet): void {
  packet.layer = layers.done;
  const { view, position: at } = packet;
  if (!packet.has(leastPrismBytes)) return;
  const isLittleEndian = prismCodes.has(view.getUint32(at, true));
  if (isLittleEndian || prismCodes.has(view.getUint32(at)))
    passOver(packet, view.getUint32(at + 4, isLittleEndian), leastPrismBytes);
  else avs(packet);
}

/** Decodes the header of AVS (LINKTYPE_IEEE802_11_AVS), versions 1 and 2: its length in its second word, in the order of the network. */
export function avs(packet: Packet): void {
  packet.layer = layers.done;
  const { view, position: at } = packet;
  if (!packet.has(8) || (view.getUint32(at) & ~0xff) >>> 0 !== avsMagic) return;
  passOver(packet, view.getUint32(at + 4), leastAvsBytes);
}

function passOver(packet: Packet, length: number, least: number): void {
  if (length < least || !packet.has(length)) return;
  packet.position += length;
  wireless(packet);
}
