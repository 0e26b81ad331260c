import type { NativeSession } from '../native-session.ts';
import { errorRoom, errorText, type Handle, type PcapLibrary } from './pcap-library.ts';

/** Room for a `struct bpf_program`. */
const programBytes = 16;
const netmaskUnknown = 0xffff_ffff;
/** Packets that one call delivers at most, as the addon does. */
const maxDelivered = 1_024;
/** Link types whose numbers libpcap gives by another name on some systems, under those of the addon. */
const linkTypeNames: ReadonlyMap<number, string> = new Map([
  [0, 'LINKTYPE_NULL'],
  [1, 'LINKTYPE_ETHERNET'],
  [12, 'LINKTYPE_RAW'],
  [14, 'LINKTYPE_RAW'],
  [113, 'LINKTYPE_LINUX_SLL'],
]);

/** The header of a packet: times are two longs, which have 32 bits on Windows alone. */
interface HeaderLayout {
  readonly bytes: number;
  readonly microseconds: number;
  readonly captured: number;
}

/**
 * A library session captures live through the functions of libpcap or Npcap themselves, without an addon, in the addon's terms.
 * It is for systems on which the addon can't be built: a packet costs more than there.
 */
export class LibrarySession implements NativeSession {
  readonly #library: PcapLibrary;
  readonly #layout: HeaderLayout;
  readonly #header: Buffer;
  readonly #statistics = Buffer.alloc(64);
  readonly #at: [Handle | null] = [null];
  readonly #data: [Handle | null] = [null];
  #handle: Handle | undefined;
  #onPacket: () => void = () => undefined;

  constructor(library: PcapLibrary, platform: NodeJS.Platform = process.platform) {
    this.#library = library;
    this.#layout =
      platform === 'win32'
        ? { bytes: 16, microseconds: 4, captured: 8 }
        : { bytes: 24, microseconds: 8, captured: 16 };
    this.#header = Buffer.alloc(this.#layout.bytes);
  }

  open_live(
    device: string,
    filter: string,
    bufferBytes: number,
    snapLength: number,
    _dumpFile: string,
    onPacket: () => void,
    _monitor: boolean,
    timeout: number,
    _onWarning: (text: string) => void,
    promiscuous: boolean,
  ): string {
    const library = this.#library;
    const error = errorRoom();
    const handle = library.create(device, error);
    if (handle === null) throw new Error(errorText(error));
    try {
      library.setSnapLength(handle, snapLength);
      library.setPromiscuous(handle, promiscuous ? 1 : 0);
      library.setTimeout(handle, timeout);
      library.setBufferSize(handle, bufferBytes);
      const status = library.activate(handle);
      if (status < 0)
        throw new Error(`${device}: ${library.statusText(status)} (${library.lastError(handle)})`);
      if (library.setNonBlocking(handle, 1, error) < 0) throw new Error(errorText(error));
      this.#filterBy(handle, filter);
    } catch (refusal) {
      library.close(handle);
      throw refusal;
    }
    this.#handle = handle;
    this.#onPacket = onPacket;
    const linkType = library.linkType(handle);
    return linkTypeNames.get(linkType) ?? `Unknown linktype ${linkType}`;
  }

  dispatch(packet: Buffer, header: Buffer): number {
    const library = this.#library;
    const { captured, microseconds } = this.#layout;
    for (let delivered = 0; delivered < maxDelivered; delivered++) {
      const handle = this.#handle;
      if (handle === undefined) return -2;
      const result = library.next(handle, this.#at, this.#data);
      if (result === 0) return delivered;
      if (result < 0) return -1;
      const own = this.#header;
      library.copy(own, this.#at[0]!, own.length);
      const length = Math.min(own.readUInt32LE(captured), packet.length);
      library.copy(packet, this.#data[0]!, length);
      own.copy(header, 0, 0, 4);
      own.copy(header, 4, microseconds, microseconds + 4);
      own.copy(header, 8, captured, captured + 8);
      this.#onPacket();
    }
    return maxDelivered;
  }

  stats(): { ps_recv: number; ps_drop: number; ps_ifdrop: number } {
    const handle = this.#handle;
    if (handle === undefined || this.#library.statistics(handle, this.#statistics) < 0)
      throw new Error('The capture has no statistics.');
    const at = (index: number): number => this.#statistics.readUInt32LE(4 * index);
    return { ps_recv: at(0), ps_drop: at(1), ps_ifdrop: at(2) };
  }

  close(): void {
    if (this.#handle !== undefined) this.#library.close(this.#handle);
    this.#handle = undefined;
  }

  #filterBy(handle: Handle, filter: string): void {
    const library = this.#library;
    const program = Buffer.alloc(programBytes);
    if (library.compile(handle, program, filter, 1, netmaskUnknown) < 0)
      throw new Error(library.lastError(handle));
    const result = library.setFilter(handle, program);
    library.freeCode(program);
    if (result < 0) throw new Error(library.lastError(handle));
  }
}
