import { setTimeout as delay } from 'node:timers/promises';
import type { PacketSink } from './capture-source.ts';

/** Packets that are due within this time go together, in microseconds. */
const together = 2_000;
/** A packet waits no longer than this for its place in time, in milliseconds: clocks of capturing machines jump. */
const longestWait = 60_000;

interface Due {
  /** Where it lies in the reader's bytes, which stay in place until all that was noted is delivered. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly originalLength: number;
  readonly microseconds: number;
  readonly linkType: number;
  readonly input: string;
}

/**
 * A wire pace notes the packets of one piece of a file and delivers them at the distances in time at which they were
 * captured.
 */
export class WirePace implements PacketSink {
  readonly #stop = new AbortController();
  #due: Due[] = [];
  #input = '';
  readonly #secrets: string[] = [];
  /** The wall's time, in milliseconds, that packets' time 0 corresponds to. */
  #offset: number | undefined;

  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    const input = this.#input;
    this.#due.push({ bytes, start, end, originalLength, microseconds, linkType, input });
  }

  input(name: string): void {
    this.#input = name;
  }

  /** Secrets come before what they open, and have no time. */
  secrets(text: string): void {
    this.#secrets.push(text);
  }

  async deliver(sink: PacketSink): Promise<void> {
    const due = this.#due;
    this.#due = [];
    for (const text of this.#secrets.splice(0)) sink.secrets?.(text);
    for (const { bytes, start, end, originalLength, microseconds, linkType, input } of due) {
      await this.#wait(microseconds);
      if (this.#stop.signal.aborted) return;
      sink.input?.(input);
      sink.packet(bytes, start, end, originalLength, microseconds, linkType);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async #wait(microseconds: number): Promise<void> {
    const now = performance.now();
    this.#offset ??= now - microseconds / 1e3;
    const early = this.#offset + microseconds / 1e3 - now;
    if (early * 1e3 <= together) return;
    if (early > longestWait) this.#offset -= early - longestWait;
    await delay(Math.min(early, longestWait), undefined, { signal: this.#stop.signal }).catch(
      () => undefined,
    );
  }
}
