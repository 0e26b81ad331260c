import type { Packet } from './packet.ts';
import type { OtherTraffic } from './packet-decoder.ts';

/** Gives other traffic to several that ask for it, the packet at the same place for each. */
export class AllOthers implements OtherTraffic {
  readonly #all: readonly OtherTraffic[];

  constructor(all: readonly OtherTraffic[]) {
    this.#all = all;
  }

  datagram(packet: Packet): void {
    const { position, end } = packet;
    for (const one of this.#all) {
      packet.position = position;
      packet.end = end;
      one.datagram(packet);
    }
  }

  segment(packet: Packet): void {
    const { position, end } = packet;
    for (const one of this.#all) {
      packet.position = position;
      packet.end = end;
      one.segment(packet);
    }
  }
}
