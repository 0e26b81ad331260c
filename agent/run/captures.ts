import type { SensorInput } from '@sonde/sensor/run/sensor-run.ts';
import type { CaptureError } from '../capture/capture-error.ts';
import type { CaptureSource, CaptureStatistics, PacketSink } from '../capture/capture-source.ts';
import { mayPass, sumOf } from '../capture/lasting-source.ts';
import type { InterfaceWatch } from './interface-watch.ts';

export interface InputState {
  readonly name: string;
  readonly live: boolean;
  readonly captured: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** The reason why it ended or waits, if that is a fault. */
  readonly error: string | undefined;
}

export interface CapturesOptions {
  readonly sources: readonly CaptureSource[];
  /** Finds further inputs while these run. An input whose interface goes away is no fault then, and is forgotten. */
  readonly watch?: InterfaceWatch | undefined;
  readonly onGone: (fault: CaptureError) => void;
  readonly onError: (name: string, error: unknown) => void;
}

/** The inputs of one run, as one. */
export class Captures implements SensorInput {
  readonly #options: CapturesOptions;
  #sources: readonly CaptureSource[];
  readonly #errors = new Map<CaptureSource, string>();
  /** What the inputs that went away counted. */
  #gone: CaptureStatistics = { captured: 0, dropped: {} };

  constructor(options: CapturesOptions) {
    this.#options = options;
    this.#sources = options.sources;
  }

  /** Resolves when all inputs have ended; rejects when all of several, or the only one, failed. */
  async run(sink: PacketSink): Promise<void> {
    const { watch } = this.#options;
    const running = this.#sources.map((source) => this.#run(source, sink));
    const watching = watch?.run(
      () => this.names,
      (source) => {
        this.#sources = [...this.#sources, source];
        this.#run(source, sink).catch(() => undefined);
      },
    );
    const results = await Promise.allSettled(running);
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed.length === results.length) {
      watch?.stop();
      throw failed[0]?.reason;
    }
    await watching;
  }

  async stop(): Promise<void> {
    this.#options.watch?.stop();
    await Promise.all(this.#sources.map((source) => source.stop()));
  }

  get live(): boolean {
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
      error: this.#errors.get(source) ?? source.fault,
    }));
  }

  /** Packets lost before the pipeline, by place, of all inputs. */
  get dropped(): Readonly<Record<string, number>> {
    return this.#sources.reduce((sum, source) => sumOf(sum, source.statistics()), this.#gone).dropped;
  }

  async #run(source: CaptureSource, sink: PacketSink): Promise<void> {
    try {
      await source.run(sink);
    } catch (error) {
      const { watch, onGone, onError } = this.#options;
      if (watch !== undefined && mayPass(error)) {
        onGone(error);
        return this.#forget(source);
      }
      onError(source.name, error);
      this.#errors.set(source, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #forget(source: CaptureSource): void {
    this.#gone = sumOf(this.#gone, source.statistics());
    this.#sources = this.#sources.filter((other) => other !== source);
  }
}
