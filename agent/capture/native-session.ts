/** A native session is a session of the npm package `pcap` below its JavaScript layer. */
export interface NativeSession {
  /** Opens an interface and calls back for each packet; returns the name of the link type. */
  open_live(
    device: string,
    filter: string,
    bufferBytes: number,
    snapLength: number,
    dumpFile: string,
    onPacket: () => void,
    monitor: boolean,
    timeout: number,
    onWarning: (text: string) => void,
    promiscuous: boolean,
  ): string;
  /**
   * Delivers what waits, one packet at a time: its bytes in `packet`, and in `header` its seconds, microseconds, captured
   * length and length on the wire, 32 bits each in the machine's byte order. Above 0 if more may wait: the launcher
   * builds the package with a bound of 1,024 packets, without which a flood would keep the call for as long as it
   * lasts. -2 once the session is released.
   */
  dispatch(packet: Buffer, header: Buffer): number;
  stats(): { readonly ps_recv: number; readonly ps_drop: number; readonly ps_ifdrop: number };
  close(): void;
}

export interface PcapBinding {
  readonly PcapSession: new () => NativeSession;
}
