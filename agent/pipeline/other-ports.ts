import { malformed } from '@sonde/shared/message/malformed.ts';
import { MessageReader } from '@sonde/shared/message/message-reader.ts';
import type { Packet } from '../decode/packet.ts';

/** Ports that are told of, at most. */
const maxPorts = 16;
/** Classes that questions are asked in; other protocols seldom hold one of these where DNS does. */
const classes = [1, 3, 4, 254, 255];

/**
 * The port watch looks for DNS messages on ports that are not said to carry any, so that a reader of zeros learns why.
 */
export class OtherPorts {
  readonly #reader = new MessageReader();
  readonly #counts = new Map<number, number>();

  take(packet: Packet): void {
    const reader = this.#reader;
    if (reader.read(packet.bytes, packet.position, packet.end, packet.cut) !== malformed.none) return;
    if (reader.questions !== 1 || !classes.includes(reader.queryClass) || reader.queryType === 0) return;
    const port = reader.isResponse ? packet.sourcePort : packet.destinationPort;
    if (!this.#counts.has(port) && this.#counts.size >= maxPorts) return;
    this.#counts.set(port, (this.#counts.get(port) ?? 0) + 1);
  }

  /** Messages by the server's port, the port with most of them first. */
  counts(): Record<string, number> {
    const sorted = [...this.#counts].sort(([, a], [, b]) => b - a);
    return Object.fromEntries(sorted.map(([port, count]) => [`port ${port}`, count]));
  }
}
