import type { Packet } from '../packet.ts';
import { SourceShares, shareOf } from '../source-shares.ts';
import { Datagram, datagramOverhead } from './datagram.ts';

export interface FragmentLimits {
  readonly maxDatagrams: number;
  /** Microseconds that a datagram may take to come together. */
  readonly datagramTimeout: number;
  readonly maxDatagramBytes: number;
  readonly sourceSeed?: number | undefined;
}

/** A listener is told of fragments that never become a datagram. */
export interface FragmentListener {
  /** Tells whether the first fragment of a datagram, at the packet's position, belongs to a DNS message. */
  holdsMessage(packet: Packet, protocol: number): boolean;
  /** Is told that such a datagram was given up. */
  lostDatagram(): void;
}

/** The counters are totals of fragments by outcome. */
export interface FragmentCounters {
  fragments: number;
  reassembled: number;
  /** Datagrams given up: their time was over, memory was short, or fragments overlapped. */
  expired: number;
  evicted: number;
  /** Those that went since their sender had more than its share. */
  overShare: number;
  overlapping: number;
}

/**
 * The fragment table puts IPv4 and IPv6 fragments together, within fixed bounds of count, bytes and time. Fragments are
 * rare beside whole packets, so that a Map under a short text key serves.
 */
export class Fragments {
  readonly counters: FragmentCounters = {
    fragments: 0,
    reassembled: 0,
    expired: 0,
    evicted: 0,
    overShare: 0,
    overlapping: 0,
  };
  readonly #limits: FragmentLimits;
  /** In order of first sight, so that the oldest come first. */
  readonly #datagrams = new Map<string, Datagram>();
  /** Datagrams that came together lately: of a copy that a second tap saw, some fragments may be left over. */
  readonly #complete = new Set<string>();
  readonly #listener: FragmentListener;
  /** The keys of each sender's datagrams, the oldest first: who has more than its share loses its own, not those of others. */
  readonly #keysBySource = new Map<number, Set<string>>();
  readonly #shares: SourceShares;
  #bytes = 0;

  constructor(limits: FragmentLimits, listener: FragmentListener) {
    this.#limits = limits;
    this.#shares = new SourceShares(limits.sourceSeed);
    this.#listener = listener;
  }

  /**
   * Takes the fragment at the packet's position. True when it completes its datagram: the packet then stands at the
   * beginning of the whole payload. True also for a first fragment whose end the capture cut off: it is all there is.
   */
  add(packet: Packet, protocol: number, identification: number, offset: number, more: boolean): boolean {
    this.counters.fragments++;
    if (packet.cut) return offset === 0;
    const key = keyOf(packet, protocol, identification);
    let datagram = this.#datagrams.get(key);
    if (datagram !== undefined && Math.abs(packet.time - datagram.startedAt) > this.#limits.datagramTimeout) {
      this.counters.expired++;
      this.#giveUp(key, datagram);
      datagram = undefined;
    }
    if (datagram === undefined) {
      datagram = new Datagram(packet.time, this.#shares.sourceOf(packet.addresses));
      this.#keep(key, datagram);
    }
    if (offset === 0) datagram.isMessage ||= this.#listener.holdsMessage(packet, protocol);
    const before = datagram.heldBytes;
    const result = datagram.add(packet.bytes, packet.position, packet.end, offset, more);
    this.#bytes += datagram.heldBytes - before;
    this.#shares.count(datagram.source, datagram.heldBytes - before);
    if (result === 'overlapping') this.counters.overlapping++;
    if (result !== 'complete') {
      this.#limitSource(datagram.source);
      this.#makeRoom();
      return false;
    }
    this.counters.reassembled++;
    this.#remove(key, datagram);
    this.#noteComplete(key);
    packet.use(datagram.join());
    packet.position = 0;
    packet.end = datagram.length;
    packet.reassembled = true;
    return true;
  }

  /** Gives up the datagrams that took too long. */
  expire(now: number): void {
    for (const [key, datagram] of this.#datagrams) {
      if (Math.abs(now - datagram.startedAt) <= this.#limits.datagramTimeout) return;
      this.counters.expired++;
      this.#giveUp(key, datagram);
    }
  }

  /** Gives up all that waits. */
  end(): void {
    for (const [key, datagram] of this.#datagrams) this.#giveUp(key, datagram);
  }

  #keep(key: string, datagram: Datagram): void {
    const { source } = datagram;
    this.#datagrams.set(key, datagram);
    this.#bytes += datagramOverhead;
    this.#shares.count(source, datagramOverhead);
    const keys = this.#keysBySource.get(source);
    if (keys === undefined) this.#keysBySource.set(source, new Set([key]));
    else keys.add(key);
  }

  /** Gives up the oldest datagrams of a sender that has more than its share. */
  #limitSource(source: number): void {
    const { maxDatagrams, maxDatagramBytes } = this.#limits;
    const keys = this.#keysBySource.get(source)!;
    for (const key of keys) {
      if (keys.size <= shareOf(maxDatagrams) && !this.#shares.isOver(source, maxDatagramBytes)) return;
      this.counters.overShare++;
      this.#giveUp(key, this.#datagrams.get(key)!);
    }
  }

  #makeRoom(): void {
    for (const [key, datagram] of this.#datagrams) {
      const { maxDatagrams, maxDatagramBytes } = this.#limits;
      if (this.#datagrams.size <= maxDatagrams && this.#bytes <= maxDatagramBytes) return;
      this.counters.evicted++;
      this.#giveUp(key, datagram);
    }
  }

  #noteComplete(key: string): void {
    this.#complete.add(key);
    if (this.#complete.size <= this.#limits.maxDatagrams) return;
    for (const oldest of this.#complete) {
      this.#complete.delete(oldest);
      return;
    }
  }

  #giveUp(key: string, datagram: Datagram): void {
    this.#remove(key, datagram);
    if (datagram.isMessage && !this.#complete.delete(key)) this.#listener.lostDatagram();
  }

  #remove(key: string, datagram: Datagram): void {
    const { source, heldBytes } = datagram;
    this.#bytes -= heldBytes;
    this.#shares.count(source, -heldBytes);
    const keys = this.#keysBySource.get(source)!;
    keys.delete(key);
    if (keys.size === 0) this.#keysBySource.delete(source);
    this.#datagrams.delete(key);
  }
}

function keyOf(packet: Packet, protocol: number, identification: number): string {
  return `${packet.network},${packet.addresses.join()},${protocol},${identification}`;
}
