import type { Packet } from './packet.ts';

/** A message handler takes the DNS messages that a packet completes. */
export interface MessageHandler {
  /**
   * Takes one message `bytes[start, end)` that came with the packet; `bytes` may be another buffer than the packet's.
   * `cut` tells that the capture lost its end. `roundTrip` is that of the TCP connection in microseconds, 0 if unknown.
   */
  message(
    packet: Packet,
    bytes: Uint8Array,
    start: number,
    end: number,
    cut: boolean,
    overTcp: boolean,
    roundTrip: number,
  ): void;
  /**
   * Is told of a message over UDP that an ICMP error quotes, as it was sent and as far as it is quoted: it was not delivered. The
   * addresses and ports of the packet are those of the message.
   */
  undelivered(packet: Packet, bytes: Uint8Array, start: number, end: number): void;
  /** Is told of a message that was seen to begin but can't be had whole; `reason` is one of `malformed`. */
  lostMessage(reason: number): void;
}
