import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CaptureSource, CaptureStatistics, PacketSink } from './capture-source.ts';
import { sumOf } from './lasting-source.ts';

/**
 * Microseconds for which packets of both captures are taken. The kernel stamps a packet for each capture by itself, a few
 * microseconds apart; what is taken twice is folded as repeated, what neither takes would be lost.
 */
const overlap = 1_000;

/** A gate is the sink of one capture of two that take turns: it lets through what is of its time. */
class Gate implements PacketSink {
  from = 0;
  until = Number.POSITIVE_INFINITY;
  /** Packets that the other capture took. */
  passedOver = 0;
  readonly #sink: PacketSink;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(sink: PacketSink, isOpen: boolean) {
    this.#sink = sink;
    this.#closed = isOpen ? undefined : Promise.withResolvers<void>();
  }

  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    if (microseconds < this.from || microseconds >= this.until) this.passedOver++;
    else this.#sink.packet(bytes, start, end, originalLength, microseconds, linkType);
  }

  input(name: string): void {
    this.#sink.input?.(name);
  }

  idle(microseconds: number): void {
    this.#sink.idle?.(microseconds);
  }

  /** What comes while the gate is closed waits in the kernel's ring. */
  room(): Promise<void> | undefined {
    return this.#closed?.promise ?? this.#sink.room?.();
  }

  open(): void {
    this.#closed?.resolve();
    this.#closed = undefined;
  }
}

interface Turn {
  readonly source: CaptureSource;
  readonly gate: Gate;
  readonly running: Promise<void>;
}

/** A reopenable source is a live capture that can be replaced by another of the same interface, without a packet lost. */
export class ReopenableSource implements CaptureSource {
  readonly live = true;
  readonly #open: () => CaptureSource;
  readonly #onRunning: (source: ReopenableSource, isRunning: boolean) => void;
  #source: CaptureSource;
  #sink: PacketSink | undefined;
  #turn: Turn | undefined;
  #next: Turn | undefined;
  #changing: Promise<void> | undefined;
  /** What the captures before the one of now counted. */
  #before: CaptureStatistics = { captured: 0, dropped: {} };

  /** `onRunning` is told when it begins to capture, and when it has ended. */
  constructor(
    open: () => CaptureSource,
    onRunning: (source: ReopenableSource, isRunning: boolean) => void = () => undefined,
  ) {
    this.#open = open;
    this.#onRunning = onRunning;
    this.#source = open();
  }

  get name(): string {
    return this.#source.name;
  }

  get fault(): string | undefined {
    return this.#source.fault;
  }

  async run(sink: PacketSink): Promise<void> {
    this.#sink = sink;
    let turn = this.#begin(this.#source, sink, true);
    this.#turn = turn;
    this.#onRunning(this, true);
    try {
      for (;;) {
        await turn.running.catch((error: unknown) => {
          if (this.#turn === turn) throw error;
        });
        if (this.#turn === turn) return;
        turn = this.#turn;
      }
    } finally {
      this.#onRunning(this, false);
    }
  }

  /** Opens the next capture, which waits for its turn. Rejects with the CaptureError if it can't be opened; nothing has changed then. */
  async prepare(): Promise<void> {
    if (this.#sink === undefined) return;
    const next = this.#begin(this.#open(), this.#sink, false);
    // One that can't be opened says so at once.
    await Promise.race([next.running, nextTurn()]);
    this.#next = next;
  }

  /** Ends the next capture without a turn. */
  async abandon(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined) return;
    next.gate.from = Number.POSITIVE_INFINITY;
    next.gate.open();
    await next.source.stop();
  }

  /** Ends the capture of now with the packets before this time, in microseconds since 1970; the next has those from then on. */
  async change(at: number): Promise<void> {
    const next = this.#next;
    const last = this.#turn;
    if (next === undefined || last === undefined) return;
    last.gate.until = at + overlap;
    next.gate.from = at;
    this.#turn = next;
    this.#changing = last.source.stop();
    await this.#changing;
    const { captured, dropped } = last.source.statistics();
    this.#before = sumOf(this.#before, { captured: captured - last.gate.passedOver, dropped });
    this.#source = next.source;
    this.#next = undefined;
  }

  /** Lets the packets of the next capture through. */
  release(): void {
    this.#turn?.gate.open();
  }

  async stop(): Promise<void> {
    await this.#changing;
    await this.abandon();
    this.release();
    await this.#source.stop();
  }

  statistics(): CaptureStatistics {
    const { captured, dropped } = this.#source.statistics();
    const passedOver = this.#turn?.source === this.#source ? this.#turn.gate.passedOver : 0;
    return sumOf(this.#before, { captured: captured - passedOver, dropped });
  }

  #begin(source: CaptureSource, sink: PacketSink, isOpen: boolean): Turn {
    const gate = new Gate(sink, isOpen);
    const running = source.run(gate);
    // Whoever waits for its turn hears of it then.
    running.catch(() => undefined);
    return { source, gate, running };
  }
}
