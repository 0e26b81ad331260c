import type { CaptureSource, PacketSink } from '../capture/capture-source.ts';

export interface InputState {
  readonly name: string;
  readonly live: boolean;
  readonly captured: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** Why it ended, where that was a fault. */
  readonly error: string | undefined;
}

/** The inputs of one run, as one. */
export class Captures {
  readonly #sources: readonly CaptureSource[];
  readonly #errors = new Map<CaptureSource, string>();
  readonly #onError: (name: string, error: unknown) => void;

  constructor(sources: readonly CaptureSource[], onError: (name: string, error: unknown) => void) {
    this.#sources = sources;
    this.#onError = onError;
  }

  /** Resolves when all inputs have ended; rejects when all of several, or the only one, failed. */
  async run(sink: PacketSink): Promise<void> {
    const results = await Promise.allSettled(
      this.#sources.map(async (source) => {
        try {
          await source.run(sink);
        } catch (error) {
          this.#errors.set(source, error instanceof Error ? error.message : String(error));
          this.#onError(source.name, error);
          throw error;
        }
      }),
    );
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed.length === results.length) throw failed[0]?.reason;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.stop()));
  }

  get allLive(): boolean {
    return this.#sources.every((source) => source.live);
  }

  get names(): string[] {
    return this.#sources.map(({ name }) => name);
  }

  get states(): InputState[] {
    return this.#sources.map((source) => ({
      name: source.name,
      live: source.live,
      ...source.statistics(),
      error: this.#errors.get(source),
    }));
  }

  /** Packets lost before the pipeline, by place, of all inputs. */
  get dropped(): Record<string, number> {
    const sum: Record<string, number> = {};
    for (const source of this.#sources) {
      for (const [place, count] of Object.entries(source.statistics().dropped)) {
        sum[place] = (sum[place] ?? 0) + count;
      }
    }
    return sum;
  }
}
