import type { EngineSession } from './session.ts';

export class PoolFullError extends Error {
  /** The ClickHouse exception code for this. */
  readonly code = 202;
  readonly type = 'TOO_MANY_SIMULTANEOUS_QUERIES';
}

/** A session pool has sessions for one kind of work, and a bounded line of those who wait for one. */
export class SessionPool {
  readonly #idle: EngineSession[];
  readonly #waiting: ((session: EngineSession) => void)[] = [];
  readonly #waitingLimit: number;

  constructor(sessions: readonly EngineSession[], waitingLimit: number) {
    this.#idle = [...sessions];
    this.#waitingLimit = waitingLimit;
  }

  /** Throws a PoolFullError if too many wait already. */
  async use<Result>(work: (session: EngineSession) => Promise<Result>): Promise<Result> {
    const session = this.#idle.pop() ?? (await this.#wait());
    try {
      return await work(session);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(session);
      else next(session);
    }
  }

  #wait(): Promise<EngineSession> {
    if (this.#waiting.length >= this.#waitingLimit) throw new PoolFullError('Too many simultaneous queries');
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
