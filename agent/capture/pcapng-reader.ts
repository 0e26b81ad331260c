import { CaptureError } from './capture-error.ts';
import type { PacketSink } from './capture-source.ts';
import { maxBlockBytes, type PacketReader } from './packet-reader.ts';

const block = {
  section: 0x0a0d0d0a,
  interface: 1,
  packet: 2,
  simplePacket: 3,
  enhancedPacket: 6,
  secrets: 10,
} as const;
const byteOrderMagic = 0x1a2b3c4d;
const option = { end: 0, name: 2, timeResolution: 9, timeOffset: 14 } as const;
const maxInterfaces = 4_096;
/** The kind of secrets that are a TLS key log: `TLSK`. */
const tlsKeyLog = 0x544c534b;

/** Tells whether the first four bytes are those of a pcapng file, which are the same in either byte order. */
export function isPcapng(magic: Uint8Array): boolean {
  return new DataView(magic.buffer, magic.byteOffset, 4).getUint32(0) === block.section;
}

interface InterfaceDescription {
  /** Empty if the file does not tell it. */
  readonly name: string;
  readonly linkType: number;
  readonly snapLength: number;
  /** Microseconds per unit of time, and the seconds to add. */
  readonly unit: number;
  /** Units of time in a microsecond if that is a whole number, else 0. */
  readonly units: number;
  readonly offset: number;
}

/**
 * The pcapng reader reads the pcapng format (draft-ietf-opsawg-pcapng): sections in either byte order, interfaces of
 * any link type and clock.
 */
export class PcapngReader implements PacketReader {
  packets = 0;
  #little = true;
  #interfaces: InterfaceDescription[] = [];
  #lastTime = 0;
  /** The interface of the packet before. */
  #last: InterfaceDescription | undefined;

  read(bytes: Uint8Array, start: number, end: number, sink: PacketSink): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = start;
    while (end - at >= 12) {
      const type = view.getUint32(at, this.#little);
      if (type === block.section) this.#startSection(view, at);
      const length = view.getUint32(at + 4, this.#little);
      if (length < 12 || length % 4 !== 0 || length > maxBlockBytes) throw this.#damaged();
      if (end - at < length) break;
      // The last four bytes of a block repeat its length.
      this.#readBlock(bytes, view, type, at + 8, at + length - 4, sink);
      at += length;
    }
    return at - start;
  }

  #startSection(view: DataView, at: number): void {
    this.#little = view.getUint32(at + 8, true) === byteOrderMagic;
    if (view.getUint32(at + 8, this.#little) !== byteOrderMagic) throw this.#damaged();
    this.#interfaces = [];
  }

  #readBlock(
    bytes: Uint8Array,
    view: DataView,
    type: number,
    at: number,
    end: number,
    sink: PacketSink,
  ): void {
    const little = this.#little;
    if (type === block.enhancedPacket || type === block.packet) {
      if (end - at < 20) throw this.#damaged();
      const number = type === block.packet ? view.getUint16(at, little) : view.getUint32(at, little);
      const description = this.#interfaces[number];
      const captured = view.getUint32(at + 12, little);
      if (description === undefined || captured > end - at - 20) throw this.#damaged();
      const time = microseconds(view.getUint32(at + 4, little), view.getUint32(at + 8, little), description);
      this.#lastTime = time + description.offset;
      const length = view.getUint32(at + 16, little);
      this.packets++;
      if (description !== this.#last) this.#change(description, sink);
      sink.packet(bytes, at + 20, at + 20 + captured, length, this.#lastTime, description.linkType);
    } else if (type === block.simplePacket) this.#readSimple(bytes, view, at, end, sink);
    else if (type === block.interface) this.#addInterface(view, at, end);
    else if (type === block.secrets) this.#giveSecrets(view, at, end, sink);
  }

  /** A simple packet carries no time: it takes that of the packet before. */
  #readSimple(bytes: Uint8Array, view: DataView, at: number, end: number, sink: PacketSink): void {
    const description = this.#interfaces[0];
    if (end - at < 4 || description === undefined) throw this.#damaged();
    const length = view.getUint32(at, this.#little);
    const snapLength = description.snapLength === 0 ? length : description.snapLength;
    const captured = Math.min(length, snapLength, end - at - 4);
    this.packets++;
    if (description !== this.#last) this.#change(description, sink);
    sink.packet(bytes, at + 4, at + 4 + captured, length, this.#lastTime, description.linkType);
  }

  /** Secrets of TLS are a key log; of other protocols there is nothing to open. */
  #giveSecrets(view: DataView, at: number, end: number, sink: PacketSink): void {
    if (end - at < 8) throw this.#damaged();
    const length = view.getUint32(at + 4, this.#little);
    if (length > end - at - 8) throw this.#damaged();
    if (view.getUint32(at, this.#little) === tlsKeyLog)
      sink.secrets?.(Buffer.from(view.buffer, view.byteOffset + at + 8, length).toString('latin1'));
  }

  #change(description: InterfaceDescription, sink: PacketSink): void {
    this.#last = description;
    sink.input?.(description.name);
  }

  #addInterface(view: DataView, at: number, end: number): void {
    if (end - at < 8 || this.#interfaces.length >= maxInterfaces) throw this.#damaged();
    let name = '';
    let unit = 1;
    let units = 1;
    let offset = 0;
    for (let place = at + 8; end - place >= 4; ) {
      const code = view.getUint16(place, this.#little);
      const length = view.getUint16(place + 2, this.#little);
      if (code === option.end || place + 4 + length > end) break;
      if (code === option.name) name = text(view, place + 4, length);
      else if (code === option.timeResolution && length === 1) {
        const value = view.getUint8(place + 4);
        const isDecimal = (value & 0x80) === 0;
        unit = 1_000_000 / (isDecimal ? 10 ** value : 2 ** (value & 0x7f));
        units = isDecimal && value >= 6 && value <= 12 ? 10 ** (value - 6) : 0;
      } else if (code === option.timeOffset && length === 8) {
        offset = Number(view.getBigInt64(place + 4, this.#little)) * 1_000_000;
      }
      place += 4 + Math.ceil(length / 4) * 4;
    }
    const linkType = view.getUint16(at, this.#little);
    this.#interfaces.push({
      name,
      linkType,
      snapLength: view.getUint32(at + 4, this.#little),
      unit,
      units,
      offset,
    });
  }

  #damaged(): CaptureError {
    return new CaptureError('bad_file', `The capture file is damaged after packet ${this.packets}.`);
  }
}

/** A time of 64 bits in microseconds. Of nanoseconds since 1970, a double would hold no more than every 256th. */
function microseconds(high: number, low: number, { unit, units }: InterfaceDescription): number {
  if (units === 0) return Math.floor((high * 0x1_0000_0000 + low) * unit);
  const rest = high % units;
  return ((high - rest) / units) * 0x1_0000_0000 + Math.floor((rest * 0x1_0000_0000 + low) / units);
}

function text(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, 255)));
}
