import { Session } from 'chdb';
import { identifier, stringLiteral } from './literal.ts';

/** A session's state is what a statement wants to find set on it. */
export interface SessionState {
  readonly database: string;
  /** Settings and, as `param_<name>`, query parameters. */
  readonly settings: ReadonlyMap<string, string>;
}

/**
 * A session of the engine runs one statement at a time. Settings stick to a session, so this remembers what is set and
 * changes just the difference. Parameters are set in the session, too: bound any other way they are serialised over the
 * whole process.
 */
export class EngineSession {
  readonly #session: Session;
  #database = '';
  readonly #settings = new Map<string, string>();

  constructor(dataDirectory: string, connectionArgs: readonly string[]) {
    this.#session = new Session(dataDirectory, { connectionArgs });
  }

  /** Runs a statement and gives its whole answer. Throws the engine's error. */
  async run(text: string, state: SessionState, format: string): Promise<Uint8Array> {
    await this.#prepare(state);
    return (await this.#session.queryAsync(text, { format })).bytes();
  }

  /** Runs a statement and gives its answer in pieces, as the reader takes them. */
  async *stream(text: string, state: SessionState, format: string): AsyncGenerator<Uint8Array> {
    await this.#prepare(state);
    let isWhole = false;
    try {
      for await (const chunk of this.#session.queryStream(text, { format })) yield chunk.raw();
      isWhole = true;
    } finally {
      // The rest of a stream stays in the engine, with the memory that it holds, until the session is asked again.
      if (!isWhole) await this.#session.queryAsync('SELECT 1', { format: 'Null' }).catch(() => undefined);
    }
  }

  /** Allows reading and settings alone from now on; this cannot be taken back. */
  async makeReadOnly(): Promise<void> {
    await this.#session.queryAsync('SET readonly = 2', { format: 'Null' });
  }

  close(): void {
    this.#session.close();
  }

  async #prepare(state: SessionState): Promise<void> {
    if (state.database !== '' && state.database !== this.#database) {
      await this.#session.queryAsync(`USE ${identifier(state.database)}`, { format: 'Null' });
      this.#database = state.database;
    }
    const changes: string[] = [];
    for (const [name, value] of state.settings) {
      if (this.#settings.get(name) === value) continue;
      changes.push(`${identifier(name)} = ${stringLiteral(value)}`);
    }
    for (const name of this.#settings.keys()) {
      if (!state.settings.has(name) && !name.startsWith('param_')) changes.push(`${name} = DEFAULT`);
    }
    if (changes.length === 0) return;
    // A SET that fails half-way may have set anything: forget what was known, so that all is set again.
    const before = [...this.#settings.keys()];
    try {
      await this.#session.queryAsync(`SET ${changes.join(', ')}`, { format: 'Null' });
      this.#settings.clear();
      for (const [name, value] of state.settings) this.#settings.set(name, value);
    } catch (error) {
      for (const name of before) this.#settings.set(name, '\0unknown');
      throw error;
    }
  }
}
