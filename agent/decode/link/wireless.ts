import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { llc } from './llc.ts';

/** Bits of the first and the second byte of frame control. */
const typeBits = 0x0f;
const dataFrame = 0x08;
const noData = 0x40;
const quality = 0x80;
const toSystem = 0x01;
const fromSystem = 0x02;
const furtherFragment = 0x04;
const isProtected = 0x40;
const hasHighThroughput = 0x80;
/** Of the first byte of QoS control: several payloads in one frame. */
const aggregate = 0x80;
const plainHeaderBytes = 24;
/** Bits of radiotap's flags: the header is padded to a multiple of four bytes. */
const dataPad = 0x20;
const radiotapTime = 0x01;
const radiotapFlags = 0x02;
const radiotapExtended = 0x80;

/**
 * Decodes a data frame of IEEE 802.11 (section 9.3.2.1): a header of 24 bytes, with a fourth address between access points, and QoS and
 * HT control if its bits say so; then LLC. What is encrypted, fragmented or an aggregate can't be read.
 */
export function wireless(packet: Packet): void {
  frame(packet, false);
}

/** Decodes the radiotap header (https://www.radiotap.org), which drivers put before a frame of IEEE 802.11. */
export function radiotap(packet: Packet): void {
  packet.layer = layers.done;
  const { view, position: at } = packet;
  if (!packet.has(8) || packet.bytes[at] !== 0) return;
  const length = view.getUint16(at + 2, true);
  if (length < 8 || !packet.has(length)) return;
  const present = packet.bytes[at + 4]!;
  let isPadded = false;
  if ((present & radiotapFlags) !== 0) {
    let fields = at + 8;
    // Further words of bits follow while the last bit of each is set.
    while (fields <= at + length && (packet.bytes[fields - 1]! & radiotapExtended) !== 0) fields += 4;
    if ((present & radiotapTime) !== 0) fields += (-(fields - at) & 7) + 8;
    isPadded = fields < at + length && (packet.bytes[fields]! & dataPad) !== 0;
  }
  packet.position = at + length;
  frame(packet, isPadded);
}

function frame(packet: Packet, isPadded: boolean): void {
  packet.layer = layers.done;
  const { bytes, position: at } = packet;
  if (!packet.has(plainHeaderBytes)) return;
  const kind = bytes[at]!;
  const bits = bytes[at + 1]!;
  // Type 2, protocol version 0, and a subtype that carries something.
  if ((kind & typeBits) !== dataFrame || (kind & noData) !== 0) return;
  if ((bits & (isProtected | furtherFragment)) !== 0 || (bytes[at + 22]! & 0x0f) !== 0) return;
  let header = plainHeaderBytes;
  if ((bits & toSystem) !== 0 && (bits & fromSystem) !== 0) header += 6;
  if ((kind & quality) !== 0) {
    if (!packet.has(header + 2) || (bytes[at + header]! & aggregate) !== 0) return;
    header += (bits & hasHighThroughput) === 0 ? 2 : 6;
  }
  packet.position += isPadded ? header + (-header & 3) : header;
  llc(packet);
}
