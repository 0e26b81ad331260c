import { malformed } from '@sonde/shared/message/malformed.ts';
import { MessageReader } from '@sonde/shared/message/message-reader.ts';
import type { Packet } from '../decode/packet.ts';
import type { OtherTraffic } from '../decode/packet-decoder.ts';
import { looksLikeHeader, looksLikeMessage } from '../decode/tcp/message-start.ts';

/** Ports that are told of, at most. */
const maxPorts = 16;
/** Classes that questions are asked in; other protocols seldom hold one of these where DNS does. */
const classes = [1, 3, 4, 254, 255];

/**
 * The port watch looks for DNS messages on ports that are not said to carry any, so that a reader of zeros learns why.
 */
export class OtherPorts implements OtherTraffic {
  readonly #reader = new MessageReader();
  readonly #counts = new Map<number, number>();

  datagram(packet: Packet): void {
    this.#countIfMessage(packet, packet.position, packet.end, packet.cut);
  }

  /** Messages that begin in this segment, which may end in another; the lengths of some travel in segments of their own. */
  segment(packet: Packet): void {
    const { bytes, end } = packet;
    let at = packet.position + (bytes[packet.position + 12]! >> 4) * 4;
    if (looksLikeHeader(bytes, at, end, end - at)) this.#countIfMessage(packet, at, end, packet.cut);
    while (looksLikeMessage(bytes, at, end)) {
      const start = at + 2;
      at = start + packet.uint16(at);
      if (!this.#countIfMessage(packet, start, Math.min(at, end), at > end)) return;
    }
  }

  #countIfMessage(packet: Packet, start: number, end: number, cut: boolean): boolean {
    const reader = this.#reader;
    if (reader.read(packet.bytes, start, end, cut) !== malformed.none) return false;
    if (reader.questions !== 1 || !classes.includes(reader.queryClass) || reader.queryType === 0)
      return false;
    const port = reader.isResponse ? packet.sourcePort : packet.destinationPort;
    if (this.#counts.has(port) || this.#counts.size < maxPorts)
      this.#counts.set(port, (this.#counts.get(port) ?? 0) + 1);
    return true;
  }

  /** Messages by the server's port, the port with most of them first. */
  counts(): Record<string, number> {
    const sorted = [...this.#counts].sort(([, a], [, b]) => b - a);
    return Object.fromEntries(sorted.map(([port, count]) => [`port ${port}`, count]));
  }
}
