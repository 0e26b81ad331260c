import { layers } from './layers.ts';

/**
 * The packet under decoding: one object, reused for every packet. Each layer reads at `position`, moves it behind its
 * header and names the next layer.
 */
export class Packet {
  bytes: Uint8Array = new Uint8Array(0);
  position = 0;
  /** Behind the last byte that the layers so far lay claim to; never behind the captured bytes. */
  end = 0;
  /** Microseconds since 1970. */
  time = 0;
  layer: number = layers.done;
  /** Whether bytes are missing that were on the wire, because the capture cut the packet. */
  cut = false;
  encapsulated = false;
  reassembled = false;
  /** Four words each of source and destination address, in the order of their bytes. */
  readonly addresses = new Int32Array(8);
  readonly addressBytes = new Uint8Array(this.addresses.buffer);
  sourcePort = 0;
  destinationPort = 0;
  /** The IPv4 identification, 0 for IPv6: the same for both copies of a packet that two taps saw. */
  identification = 0;

  start(bytes: Uint8Array, start: number, end: number, time: number, cut: boolean): void {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
    this.time = time;
    this.cut = cut;
    this.encapsulated = false;
    this.reassembled = false;
    this.identification = 0;
  }

  /** Whether so many bytes are left. */
  has(count: number): boolean {
    return this.end - this.position >= count;
  }

  uint16(at: number): number {
    return (this.bytes[at]! << 8) | this.bytes[at + 1]!;
  }

  /** Goes on with another layer behind so many bytes. */
  next(layer: number, headerBytes: number): void {
    this.position += headerBytes;
    this.layer = layer;
  }
}
