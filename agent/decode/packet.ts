import { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import { layers } from './layers.ts';

/**
 * The packet under decoding: one object, reused for every packet. Each layer reads at `position`, moves it behind its
 * header and names the next layer.
 */
export class Packet extends MessageOrigin {
  bytes: Uint8Array = new Uint8Array(0);
  position = 0;
  /** Behind the last byte that the layers so far lay claim to; never behind the captured bytes. */
  end = 0;
  layer: number = layers.done;
  /** Whether bytes are missing that were on the wire, because the capture cut the packet. */
  cut = false;

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
