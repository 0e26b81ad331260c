import { CaptureError } from './capture-error.ts';
import type { PacketSink } from './capture-source.ts';
import { maxBlockBytes, type PacketReader } from './packet-reader.ts';

const longestPacket = maxBlockBytes;

const headerBytes = 24;
const plainRecordBytes = 16;
const magicMicroseconds = 0xa1b2c3d4;
const magicNanoseconds = 0xa1b23c4d;
/** A variant whose records carry eight bytes more, of the interface and the protocol. */
const magicModified = 0xa1b2cd34;
const modifiedRecordBytes = 24;
const magics = [magicMicroseconds, magicNanoseconds, magicModified];

/** Tells whether the first four bytes are the magic number of a pcap file, in either byte order. */
export function isPcap(magic: Uint8Array): boolean {
  const view = new DataView(magic.buffer, magic.byteOffset, 4);
  return [true, false].some((little) => magics.includes(view.getUint32(0, little)));
}

/**
 * The pcap reader reads the classic pcap format, in both byte orders, with microseconds or nanoseconds
 * (draft-ietf-opsawg-pcap).
 */
export class PcapReader implements PacketReader {
  packets = 0;
  #begun = false;
  #little = true;
  #nanoseconds = false;
  #recordBytes = plainRecordBytes;
  #linkType = 0;

  read(bytes: Uint8Array, start: number, end: number, sink: PacketSink): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = start;
    if (!this.#begun) {
      if (end - at < headerBytes) return 0;
      this.#readHeader(view, at);
      at += headerBytes;
    }
    const little = this.#little;
    const recordBytes = this.#recordBytes;
    while (end - at >= recordBytes) {
      const captured = view.getUint32(at + 8, little);
      if (captured > longestPacket)
        throw new CaptureError('bad_file', `Packet ${this.packets + 1} is damaged.`);
      const data = at + recordBytes;
      if (end - data < captured) break;
      const fraction = view.getUint32(at + 4, little);
      const time =
        view.getUint32(at, little) * 1_000_000 +
        (this.#nanoseconds ? Math.floor(fraction / 1_000) : fraction);
      this.packets++;
      sink.packet(bytes, data, data + captured, view.getUint32(at + 12, little), time, this.#linkType);
      at = data + captured;
    }
    return at - start;
  }

  #readHeader(view: DataView, at: number): void {
    const magic = view.getUint32(at, true);
    this.#little = magics.includes(magic);
    const own = view.getUint32(at, this.#little);
    this.#nanoseconds = own === magicNanoseconds;
    if (own === magicModified) this.#recordBytes = modifiedRecordBytes;
    // The upper bits tell of a frame check sequence at the packets' ends, which IP's own lengths keep out.
    this.#linkType = view.getUint32(at + 20, this.#little) & 0xffff;
    this.#begun = true;
  }
}
