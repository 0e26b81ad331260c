const noText = new Uint8Array(0);

/** The told parts state what a log, or a file of transactions, tells of a message whose octets were put together from it. */
export interface ToldParts {
  /** Octets of the message as it was; 0 if that is not told. */
  size: number;
  /** Marks of its row. */
  marks: number;
  /** Whether the response code is told. If not, the header's has all four bits set. */
  hasResponseCode: boolean;
  /** The bits of the response code for which EDNS has room and the header has not. */
  extendedCode: number;
}

/**
 * A message origin states the source, the destination and the time of a message. One object is filled again for every
 * message; its readers keep nothing of it.
 */
export class MessageOrigin {
  /** Microseconds since 1970. */
  time = 0;
  encapsulated = false;
  reassembled = false;
  /** Four words each of source and destination address, in the order of their bytes; IPv4 as RFC 4291 section 2.5.5.2 maps it. */
  readonly addresses = new Int32Array(8);
  readonly addressBytes = new Uint8Array(this.addresses.buffer);
  /**
   * The network that the packet's tags tell of (VLAN, VXLAN, Geneve), as one number; 0 if there are none. Networks with the same addresses
   * are kept apart by it.
   */
  network = 0;
  /** The VLAN tags as a slot holds them: the outer one, and the one within it in the upper half. Those of a tunnel's packet are within it. */
  vlans = 0;
  /** The network identifier of VXLAN or Geneve and one more, 0 for none; from bit 25 on the number of the interface. */
  place = 0;
  /** The number of the interface in its place there, which stays from packet to packet. */
  input = 0;
  sourcePort = 0;
  destinationPort = 0;
  /** The IPv4 identification, 0 for IPv6: the same for both copies of a packet that two taps saw. */
  identification = 0;
  /** The hops that the packet may still take (time to live); 0 if that is not told. */
  hops = 0;
  /** Undefined of a message whose octets are those that were sent. */
  told: ToldParts | undefined;
  /** What tells a query and its response from all others where their id or port is not told, and is then their network, too; else 0. */
  exchange = 0;
  /** One of `transports` if a resolver tells it, which speaks DNS on whichever port; -1 if packets do. */
  transport = -1;
  /**
   * The policy rule that made this response, as the resolver tells it, in UTF-8, up to `maxShortTextCharacters`; else
   * empty.
   */
  policyRule: Uint8Array = noText;

  /** Enters the network of this tag within the present one or, with `anew`, that of the tag alone. */
  enterNetwork(tag: number, anew: boolean): void {
    if (tag === 0) return;
    if (!anew) this.vlans = this.vlans === 0 ? tag : (this.vlans & 0xffff) | (tag << 16);
    const hash = Math.imul((anew ? 0 : this.network) ^ tag, 0x9e3779b1);
    this.network = hash ^ (hash >>> 15) || 1;
  }

  /** Enters the network of this identifier of VXLAN or Geneve. Tags without are those of the road, which differ by direction. */
  enterOverlay(identifier: number): void {
    this.enterNetwork(identifier | 0x1000_0000, true);
    this.vlans = 0;
    this.place = this.input | (identifier + 1);
  }
}
