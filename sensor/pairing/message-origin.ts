/**
 * Where a message came from: who sent it to whom and when. One object is filled again for every message; what reads it
 * keeps nothing of it.
 */
export class MessageOrigin {
  /** Microseconds since 1970. */
  time = 0;
  encapsulated = false;
  reassembled = false;
  /** Four words each of source and destination address, in the order of their bytes; IPv4 as RFC 4291 section 2.5.5.2 maps it. */
  readonly addresses = new Int32Array(8);
  readonly addressBytes = new Uint8Array(this.addresses.buffer);
  sourcePort = 0;
  destinationPort = 0;
  /** The IPv4 identification, 0 for IPv6: the same for both copies of a packet that two taps saw. */
  identification = 0;
}
