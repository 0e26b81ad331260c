import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

/** Decodes LINKTYPE_RAW: an IP packet whose first four bits tell its version. */
export function raw(packet: Packet): void {
  packet.layer = packet.has(1) ? layerOfVersion(packet.bytes[packet.position]! >> 4) : layers.done;
}

/**
 * Decodes LINKTYPE_NULL and LINKTYPE_LOOP: four bytes of address family, whose numbers and byte order differ between
 * systems, so the IP version behind them decides.
 */
export function loopback(packet: Packet): void {
  packet.position += 4;
  raw(packet);
}

/** Decodes LINKTYPE_IPNET, as Solaris gives it: an IP packet behind 24 bytes, of which the first is the version 1. */
export function ipnet(packet: Packet): void {
  if (packet.has(24) && packet.bytes[packet.position] === 1) {
    packet.position += 24;
    raw(packet);
  } else packet.layer = layers.done;
}

export function layerOfVersion(version: number): number {
  if (version === 4) return layers.ipv4;
  return version === 6 ? layers.ipv6 : layers.done;
}
