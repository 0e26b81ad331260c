import { endianness } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { CaptureError } from './capture-error.ts';
import type { CaptureSource, CaptureStatistics, PacketSink } from './capture-source.ts';
import { isUnderstood, linkTypes } from './link-types.ts';
import { liveError } from './live-error.ts';
import type { NativeSession, PcapBinding } from './native-session.ts';
import { loadPcap } from './pcap-binding.ts';
import { UnwrappedCounter } from './unwrapped-counter.ts';

export interface LiveOptions {
  /**
   * A pcap-filter(7) expression, or several of which the first that suits the link type is taken; see filter.ts for
   * those that DNS needs.
   */
  readonly filter?: string | readonly string[];
  /** Bytes kept of a packet. */
  readonly snapLength?: number;
  /** Bytes of the kernel's ring. */
  readonly bufferBytes?: number;
  /** Gives what captures, in place of what this system captures by. */
  readonly load?: () => PcapBinding;
}

/**
 * Milliseconds after which the kernel hands over a block that is not full. It bounds how late a packet is seen on a quiet
 * interface; immediate mode would cut the ring into few large frames and drop under load.
 */
const blockTimeout = 50;
/** Milliseconds between two looks at the ring, while packets come and while none do. */
const busyInterval = 4;
const idleInterval = 25;
/** Milliseconds for which packets are taken in one turn of the event loop, and for which a graceful stop empties the ring. */
const turnTime = 5;
const drainTime = 2_000;
/** How often the 32-bit kernel counters are read so that no wrap is missed, in milliseconds. */
const statisticsInterval = 5_000;

/** Opens a live capture on an interface, or on `any` for all of them. Nothing is captured before `run`. */
export function openLive(interfaceName: string, options: LiveOptions = {}): CaptureSource {
  return new PcapLive(interfaceName, options);
}

class PcapLive implements CaptureSource {
  readonly name: string;
  readonly live = true;
  readonly #options: LiveOptions;
  readonly #kernelDropped = new UnwrappedCounter();
  readonly #interfaceDropped = new UnwrappedCounter();
  readonly #packet: Buffer;
  readonly #header = Buffer.alloc(16);
  #captured = 0;
  #session: NativeSession | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #pollTurn: NodeJS.Immediate | undefined;
  #statisticsTimer: NodeJS.Timeout | undefined;
  #finish: (() => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;
  #stopped = false;
  #sink: PacketSink | undefined;

  constructor(name: string, options: LiveOptions) {
    this.name = name;
    this.#options = options;
    this.#packet = Buffer.alloc(options.snapLength ?? 65_535);
  }

  async run(sink: PacketSink): Promise<void> {
    if (this.#stopped) return;
    this.#session = this.#open(sink);
    this.#sink = sink;
    this.#statisticsTimer = setInterval(() => this.#readStatistics(), statisticsInterval);
    this.#statisticsTimer.unref();
    await new Promise<void>((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
      this.#poll();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const session = this.#session;
    if (session === undefined) return;
    // The kernel's unfinished block is waited for and what is in the ring is taken, so that a graceful stop loses nothing.
    await setTimeout(2 * blockTimeout);
    if (this.#session === undefined) return;
    const until = performance.now() + drainTime;
    this.#sink?.input?.(this.name);
    while (session.dispatch(this.#packet, this.#header) > 0 && performance.now() < until)
      await this.#sink?.room?.();
    if (this.#session === undefined) return;
    this.#end();
    this.#finish?.();
  }

  statistics(): CaptureStatistics {
    this.#readStatistics();
    return {
      captured: this.#captured,
      dropped: { kernel: this.#kernelDropped.total, interface: this.#interfaceDropped.total },
    };
  }

  #open(sink: PacketSink): NativeSession {
    const { filter = '' } = this.#options;
    const filters = typeof filter === 'string' ? [filter] : filter;
    let refusal: unknown;
    for (const expression of filters) {
      try {
        return this.#openWith(expression, sink);
      } catch (error) {
        if (!(error instanceof CaptureError) || error.code !== 'bad_filter') throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  #openWith(filter: string, sink: PacketSink): NativeSession {
    const { snapLength = 65_535, bufferBytes = 64 * 1024 * 1024, load = loadPcap } = this.#options;
    const session = new (load().PcapSession)();
    const packet = this.#packet;
    const header = new DataView(this.#header.buffer, this.#header.byteOffset, 16);
    const little = endianness() === 'LE';
    let linkType = -1;
    const onPacket = (): void => {
      if (this.#stopped && this.#session === undefined) return;
      const time = header.getUint32(0, little) * 1_000_000 + header.getUint32(4, little);
      const captured = header.getUint32(8, little);
      this.#captured++;
      const end = Math.min(captured, packet.length);
      sink.packet(packet, 0, end, header.getUint32(12, little), time, linkType);
    };
    try {
      const name = session.open_live(
        this.name,
        filter,
        bufferBytes,
        snapLength,
        '',
        onPacket,
        false,
        blockTimeout,
        // libpcap warns of an interface without an IPv4 netmask, which no filter of ours needs.
        () => undefined,
        this.name !== 'any',
      );
      linkType = linkTypeNumber(name);
    } catch (error) {
      throw liveError(this.name, error);
    }
    if (isUnderstood(linkType)) return session;
    session.close();
    throw new CaptureError(
      'unknown_link_type',
      `${this.name} has a link type that the agent does not support (LINKTYPE ${linkType}).`,
    );
  }

  #poll(): void {
    const session = this.#session;
    if (session === undefined) return;
    const full = this.#sink?.room?.();
    if (full !== undefined) {
      // What comes meanwhile waits in the kernel's ring, where what is lost is counted.
      void full.then(() => this.#poll());
      return;
    }
    const before = this.#captured;
    const until = performance.now() + turnTime;
    // Other interfaces have their turns between.
    this.#sink?.input?.(this.name);
    let result = session.dispatch(this.#packet, this.#header);
    while (result > 0 && performance.now() < until) result = session.dispatch(this.#packet, this.#header);
    if (result < 0) {
      this.#end();
      this.#fail?.(new CaptureError('interface_gone', `The interface ${this.name} went away.`));
      return;
    }
    if (result > 0) {
      // More waits in the ring; whatever else the thread has to do gets its turn first.
      this.#pollTurn = setImmediate(() => this.#poll());
      return;
    }
    const delay = this.#captured === before ? idleInterval : busyInterval;
    this.#pollTimer = globalThis.setTimeout(() => this.#poll(), delay);
  }

  #end(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#readStatistics();
    this.#session = undefined;
    clearTimeout(this.#pollTimer);
    clearImmediate(this.#pollTurn);
    clearInterval(this.#statisticsTimer);
    session.close();
    this.#release(session, 20);
  }

  /** close() only asks libpcap to break off; the ring is released by a later dispatch, once one packet more has come. */
  #release(session: NativeSession, attempts: number): void {
    if (attempts === 0 || session.dispatch(this.#packet, this.#header) < 0) return;
    globalThis.setTimeout(() => this.#release(session, attempts - 1), 500).unref();
  }

  #readStatistics(): void {
    if (this.#session === undefined) return;
    const statistics = this.#session.stats();
    this.#kernelDropped.update(statistics.ps_drop);
    this.#interfaceDropped.update(statistics.ps_ifdrop);
  }
}

/** The number behind the name that the binding gives; it knows five and calls the rest `Unknown linktype N`. */
function linkTypeNumber(name: string): number {
  switch (name) {
    case 'LINKTYPE_NULL':
      return linkTypes.null;
    case 'LINKTYPE_ETHERNET':
      return linkTypes.ethernet;
    case 'LINKTYPE_RAW':
      return linkTypes.raw;
    case 'LINKTYPE_LINUX_SLL':
      return linkTypes.linuxCooked;
    default:
      return Number(/\d+$/.exec(name)?.[0] ?? -1);
  }
}
