import type { CaptureSource, CaptureStatistics, PacketSink } from './capture-source.ts';

/**
 * A file whose packets are given the times at which they would have come if the last of them came now; or, if they come at the pace
 * of the wire, the first. Their distances stay. For the last one's time a file is read once before.
 */
export class ShiftedSource implements CaptureSource {
  readonly #source: CaptureSource;
  readonly #probe: CaptureSource | undefined;
  readonly #now: () => number;
  #stopped = false;

  /** `open` opens the file anew; `now` gives microseconds since 1970. */
  constructor(open: () => CaptureSource, speed: 'wire' | 'max', now = (): number => Date.now() * 1_000) {
    this.#source = open();
    this.#probe = speed === 'max' ? open() : undefined;
    this.#now = now;
  }

  get name(): string {
    return this.#source.name;
  }

  get live(): boolean {
    return this.#source.live;
  }

  async run(sink: PacketSink): Promise<void> {
    let last = Number.NEGATIVE_INFINITY;
    // What is wrong with the file is told when it is read for good.
    await this.#probe
      ?.run({
        packet: (_bytes, _start, _end, _length, microseconds) => {
          if (microseconds > last) last = microseconds;
        },
      })
      .catch(() => undefined);
    if (this.#stopped) return;
    let offset: number | undefined = Number.isFinite(last) ? this.#now() - last : undefined;
    await this.#source.run({
      packet: (bytes, start, end, originalLength, microseconds, linkType) => {
        offset ??= this.#now() - microseconds;
        sink.packet(bytes, start, end, originalLength, microseconds + offset, linkType);
      },
      input: (name) => sink.input?.(name),
      secrets: (text) => sink.secrets?.(text),
      room: () => sink.room?.(),
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#probe?.stop(), this.#source.stop()]);
  }

  statistics(): CaptureStatistics {
    return this.#source.statistics();
  }
}
