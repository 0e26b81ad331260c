import { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import * as layerNumbers from './layers.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;

/**
 * A packet is the packet under decoding: one object, reused for every packet. Each layer reads at `position`, moves it
 * behind its header and names the next layer.
 */
export class Packet extends MessageOrigin {
  bytes: Uint8Array = new Uint8Array(0);
  /** Of the same bytes, for numbers of more than one. */
  view: DataView = new DataView(new ArrayBuffer(0));
  position = 0;
  /** Behind the last byte that the layers so far lay claim to; never behind the captured bytes. */
  end = 0;
  layer: number = layers.done;
  /** Whether bytes are missing that were on the wire, because the capture cut the packet. */
  cut = false;

  start(bytes: Uint8Array, start: number, end: number, time: number, cut: boolean): void {
    this.use(bytes);
    this.position = start;
    this.end = end;
    this.time = time;
    this.cut = cut;
    this.encapsulated = false;
    this.reassembled = false;
    this.identification = 0;
    this.hops = 0;
    this.network = 0;
    this.vlans = 0;
    this.place = this.input;
  }

  /** Goes on in other bytes. */
  use(bytes: Uint8Array): void {
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Tells whether so many bytes are left. */
  has(count: number): boolean {
    return this.end - this.position >= count;
  }

  uint16(at: number): number {
    return this.view.getUint16(at);
  }

  /** Goes on with another layer behind so many bytes. */
  next(layer: number, headerBytes: number): void {
    this.position += headerBytes;
    this.layer = layer;
  }
}
