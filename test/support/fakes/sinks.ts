import type { NewSink, Sink, SinkProgress, SinkStore } from '../../../collector/ports/sinks/sinks.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import type { Outlets, PostRequest } from '../../../shared/sinks/outlets.ts';

/** Sinks in memory, and receivers that take what is posted to them while `isUp`. */
export class FakeSinks implements Pick<SinkStore, 'list' | 'find' | 'add' | 'pause' | 'remove' | 'progress'> {
  readonly #sinks = new Map<string, Sink>();
  readonly posted: { readonly url: string; readonly request: PostRequest }[] = [];
  readonly known: SinkProgress[] = [];
  isUp = true;
  /** Times that the collector was told to look. */
  refreshed = 0;

  get ports() {
    const outlets: Outlets = {
      post: async (url, request) => {
        if (!this.isUp) throw new FetchError('unreachable', 'The receiver is away.');
        this.posted.push({ url, request });
        return { status: 200, headers: {}, text: '{}' };
      },
      connect: async () => {
        throw new FetchError('refused', 'There is no network here.');
      },
      secure: async () => {
        throw new FetchError('refused', 'There is no network here.');
      },
      append: async () => undefined,
      parquet: async (lines) => lines,
    };
    const refresh = async () => void this.refreshed++;
    return { sinkStore: this, sinks: { refresh }, outlets, sinkHost: 'collector.example' };
  }

  async list(): Promise<Sink[]> {
    return [...this.#sinks.values()];
  }

  async find(name: string): Promise<Sink | undefined> {
    return this.#sinks.get(name);
  }

  async add(sink: NewSink, most: number): Promise<Sink | 'taken' | 'full'> {
    if (this.#sinks.has(sink.name)) return 'taken';
    if (this.#sinks.size >= most) return 'full';
    const added = { ...sink, id: this.#sinks.size + 1, paused: false, createdAt: new Date() };
    this.#sinks.set(sink.name, added);
    return added;
  }

  async pause(name: string, paused: boolean): Promise<boolean> {
    const sink = this.#sinks.get(name);
    if (sink !== undefined) this.#sinks.set(name, { ...sink, paused });
    return sink !== undefined;
  }

  async remove(name: string): Promise<boolean> {
    return this.#sinks.delete(name);
  }

  async progress(): Promise<SinkProgress[]> {
    return this.known;
  }
}
