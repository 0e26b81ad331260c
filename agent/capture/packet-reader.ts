import type { PacketSink } from './capture-source.ts';

/** A packet reader reads packets out of the bytes of a capture file, as they come. */
export interface PacketReader {
  /**
   * Gives the sink the packets that lie whole in `bytes[start, end)` and returns how many bytes it took. The rest is to
   * be offered again with more behind it. Throws a CaptureError `bad_file`.
   */
  read(bytes: Uint8Array, start: number, end: number, sink: PacketSink): number;
  /** Gives the sink what is left at the end of a file, if a packet can end there; returns whether it did. */
  readRest?(bytes: Uint8Array, sink: PacketSink): boolean;
  /** Packets given so far. */
  readonly packets: number;
  /** Whether packets of what was offered are still to be given, so that the same is to be offered once more; absent if that never is. */
  readonly isPending?: boolean;
  /** Whether a file may end here; absent if the reader does not know. */
  readonly isComplete?: boolean;
  /** How often each kind of event was counted that is no packet; absent if the form has none. */
  readonly events?: Readonly<Record<string, number>>;
}

/** The largest block is the bound in bytes of one packet or block; a length beyond it is damage, not data. */
export const maxBlockBytes = 16 * 1024 * 1024;
