import type { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import { StreamDirection } from './stream-direction.ts';

/** A stream is one TCP connection; objects are taken from a pool and used again. */
export class Stream {
  /** The connection's ends in the order in which the first segment named them: addresses as words, ports. */
  readonly addresses = new Int32Array(8);
  firstPort = 0;
  secondPort = 0;
  readonly first = new StreamDirection();
  readonly second = new StreamDirection();
  lastSeen = 0;
  encapsulated = false;
  /** The network of its first segment. */
  network = 0;
  /** The time of the SYN, 0 if it was not seen; and the handshake's time in microseconds, 0 until it is known. */
  synAt = 0;
  synAcknowledged = false;
  roundTrip = 0;
  /** Links of the bucket's chain and of the list by last use; -1 ends them. */
  bucket = -1;
  chain = -1;
  newer = -1;
  older = -1;

  /** Makes a packet's origin that of this connection's last segment, in one of its directions. */
  describe(packet: MessageOrigin, first: boolean): void {
    const { addresses } = this;
    for (let index = 0; index < 8; index++) packet.addresses[index] = addresses[first ? index : index ^ 4]!;
    packet.sourcePort = first ? this.firstPort : this.secondPort;
    packet.destinationPort = first ? this.secondPort : this.firstPort;
    packet.time = this.lastSeen;
    packet.encapsulated = this.encapsulated;
    packet.network = this.network;
  }

  reset(): void {
    this.first.reset();
    this.second.reset();
    this.synAt = 0;
    this.synAcknowledged = false;
    this.roundTrip = 0;
  }
}
