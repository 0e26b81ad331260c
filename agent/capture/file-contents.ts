import { ByteWindow } from './byte-window.ts';
import { CaptureError } from './capture-error.ts';
import type { PacketSink } from './capture-source.ts';
import { CdnsReader, isCdns } from './cdns/cdns-reader.ts';
import { isLog, LogReader } from './logs/log-reader.ts';
import { maxBlockBytes, type PacketReader } from './packet-reader.ts';
import { isPcap, PcapReader } from './pcap-reader.ts';
import { isPcapng, PcapngReader } from './pcapng-reader.ts';

const windowBytes = 256 * 1024;
const pieceBytes = 16 * 1024;
/** The octets that a file's form is told by. */
export const headBytes = 4;

/** The contents of a capture file, in the form that their first octets tell; they are put into the window as they come. */
export class FileContents {
  readonly window = new ByteWindow(windowBytes);
  readonly #name: string;
  #reader: PacketReader | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Packets given so far. */
  get packets(): number {
    return this.#reader?.packets ?? 0;
  }

  /** Whether these are packets rather than a log that tells of messages; the window holds the first octets. */
  get arePackets(): boolean {
    const head = this.#head;
    return isPcap(head) || isPcapng(head);
  }

  /** Whether packets of what is in the window are still to be given, by another `read`. */
  get isPending(): boolean {
    return this.#reader?.isPending === true;
  }

  /** How often each kind of event was counted that is no packet. */
  get events(): Readonly<Record<string, number>> {
    return this.#reader?.events ?? {};
  }

  /** Gives the sink what is whole in the window, or some of it. Throws a CaptureError `bad_file`. */
  read(sink: PacketSink): void {
    const { window } = this;
    if (window.length < headBytes) return;
    this.#reader ??= readerOf(this.#name, window.bytes.subarray(window.start, window.end));
    readPieces(this.#reader, window, sink);
    if (window.length > maxBlockBytes) throw new CaptureError('bad_file', `${this.#name} is damaged.`);
  }

  /** Gives the sink what is left when nothing more comes. Throws a CaptureError if that is no whole packet, or the file none. */
  end(sink: PacketSink): void {
    const reader = this.#reader;
    const { window } = this;
    if (reader === undefined) throw new CaptureError('bad_file', `${this.#name} is not a capture file.`);
    if (window.length === 0 && reader.isComplete !== false) return;
    if (reader.readRest?.(window.bytes.subarray(window.start, window.end), sink) === true) return;
    throw new CaptureError(
      'truncated_file',
      `${this.#name} ends within a packet, after ${reader.packets} complete packets.`,
    );
  }

  get #head(): Buffer {
    const { bytes, start, end } = this.window;
    return bytes.subarray(start, Math.min(end, start + headBytes));
  }
}

/**
 * Reads what the window holds piece by piece: the engine knows the way out of the reader's loop then before it compiles
 * it, and needs not compile it anew at the window's end.
 */
function readPieces(reader: PacketReader, window: ByteWindow, sink: PacketSink): void {
  const { bytes, end } = window;
  for (let until = window.start; until < end; ) {
    until = Math.min(end, until + pieceBytes);
    window.start += reader.read(bytes, window.start, until, sink);
    if (reader.isPending === true) return;
  }
}

function readerOf(name: string, bytes: Buffer): PacketReader {
  if (isLog(bytes)) return new LogReader();
  if (isPcap(bytes)) return new PcapReader();
  if (isPcapng(bytes)) return new PcapngReader();
  if (isCdns(bytes)) return new CdnsReader();
  if (bytes.subarray(0, headBytes).toString('latin1') === 'PK\x03\x04') {
    const advice = `unzip -p ${name === '-' ? 'FILE' : name} | sonde-agent verify -`;
    throw new CaptureError('bad_file', `${name} is a ZIP archive. Read its content with: ${advice}`);
  }
  throw new CaptureError(
    'bad_file',
    `${name} is not a pcap, pcapng or C-DNS file, and not a log of Zeek or Suricata.`,
  );
}
