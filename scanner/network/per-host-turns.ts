import limitConcurrency, { type LimitFunction } from 'p-limit';

/** The turns let at most so many tasks run at once for each host, and so many for all together. */
export class PerHostTurns {
  readonly #all: LimitFunction;
  readonly #perHost: number;
  readonly #hosts = new Map<string, { turn: LimitFunction; tasks: number }>();

  constructor({ perHost, all }: { perHost: number; all: number }) {
    this.#perHost = perHost;
    this.#all = limitConcurrency(all);
  }

  async run<Result>(host: string, task: () => Promise<Result>): Promise<Result> {
    const state = this.#hosts.get(host) ?? { turn: limitConcurrency(this.#perHost), tasks: 0 };
    this.#hosts.set(host, state);
    state.tasks++;
    try {
      return await state.turn(() => this.#all(task));
    } finally {
      // Hosts come from outside: one without tasks is forgotten.
      if (--state.tasks === 0) this.#hosts.delete(host);
    }
  }
}
