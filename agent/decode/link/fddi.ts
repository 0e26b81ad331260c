import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';
import { llc } from './llc.ts';

/** Decodes FDDI: a byte of frame control, two addresses, and LLC behind them (RFC 1390). */
export function fddi(packet: Packet): void {
  // Tokens and frames of the ring's own management have no LLC, which 01 of these bits tell.
  if (!packet.has(13) || (packet.bytes[packet.position]! & 0x30) !== 0x10) {
    packet.layer = layers.done;
    return;
  }
  packet.position += 13;
  llc(packet);
}
