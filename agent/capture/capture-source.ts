/**
 * A packet sink takes packets as a source delivers them. Called once per packet on the hot path; the bytes belong to
 * the source.
 */
export interface PacketSink {
  /**
   * Takes one packet: `bytes[start, end)` as captured, `originalLength` bytes on the wire, `microseconds` since 1970 (a
   * double holds it), `linkType` from the registry of LINKTYPE values (https://www.tcpdump.org/linktypes.html). The
   * bytes are valid only until the call returns.
   */
  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void;
  /** Is told the interface that the packets from now on came in by, empty if it is not known. */
  input?(name: string): void;
  /** Takes lines of a TLS key log that a file brings. */
  secrets?(text: string): void;
  /** Is told, while no packet comes, that this is the time by the packets' clock, in microseconds since 1970. */
  idle?(microseconds: number): void;
  /** Resolves when there is room for more packets; undefined if there is. A source that can wait does. */
  room?(): Promise<void> | undefined;
  /** Returns who takes the contents of a file of packets in place of the packets; absent, or undefined, if nobody does. */
  contents?(name: string): ContentsSink | undefined;
}

/** A contents sink takes the octets of a file of packets, and reads the packets out of them itself. */
export interface ContentsSink {
  /** Takes the next octets, `bytes[start, end)`, which are valid until the call returns. Throws what was wrong with those before. */
  take(bytes: Uint8Array, start: number, end: number): void;
  /** Resolves when all was read; rejects with the CaptureError that `FileContents` tells of. */
  end(): Promise<void>;
  /** Packets read so far. */
  readonly packets: number;
}

/** The capture statistics are totals since the source was opened. */
export interface CaptureStatistics {
  /** Packets handed to the sink. */
  readonly captured: number;
  /** Packets lost before the sink, by place: `kernel`, `interface`. */
  readonly dropped: Readonly<Record<string, number>>;
}

export interface CaptureSource {
  /** Name of the interface or of the file. */
  readonly name: string;
  /** Whether packets come from the wire as they pass, so that the wall clock is theirs. */
  readonly live: boolean;
  /** The reason why nothing is captured for now, if that is expected to pass. */
  readonly fault?: string | undefined;
  /** Resolves when the input has ended or was stopped; rejects with a CaptureError. */
  run(sink: PacketSink): Promise<void>;
  /** Ends the capture; what was captured before reaches the sink first. Resolves when nothing more will come. */
  stop(): Promise<void>;
  statistics(): CaptureStatistics;
  /** How often each kind of event was counted that is no packet, as C-DNS does for addresses. */
  readonly events?: Readonly<Record<string, number>>;
}
