import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { largestMemory, type ProcessorTime, processorTime } from './processor-time.ts';

/** The collector's process sends this message as soon as it listens. */
export interface Listening {
  readonly url: string;
  readonly adminKey: string;
  /** From the first line of its start to the open port, without the loading of its modules. */
  readonly readyMs: number;
}

/** `begin` starts a new stretch of observation, `end` asks about the one under way. */
export type CollectorQuestion = 'begin' | 'end';

export interface CollectorAnswer {
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Bytes of the collector's own process, at their most. */
  readonly residentBytes: number;
}

export interface CollectorOptions {
  readonly memory?: string | undefined;
  readonly listen?: string;
  readonly days?: number | undefined;
  /** Servers that take the place of the collector's own engines. */
  readonly servers?: SharedServers | undefined;
}

/** Shared servers are stores that several collectors use together, and the secret that makes a session of one good at all. */
export interface SharedServers {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly tokenSecret: string;
}

/** Settings of the collector as its command line would have them: those that are not undefined. */
export type CollectorFlags = Readonly<Record<string, string | undefined>>;

/** A collector process runs a whole collector, with its engines, in a process of its own. */
export class CollectorProcess {
  readonly #child: ChildProcess;
  readonly listening: Listening;

  private constructor(child: ChildProcess, listening: Listening) {
    this.#child = child;
    this.listening = listening;
  }

  /**
   * `memory` is ClickHouse's, `listen` an address, both as the settings have them; else their default, and any free port. Rows
   * of `days` are kept, or those of the setting's default.
   */
  static async start(
    dataDirectory: string,
    { memory, listen = '127.0.0.1:0', days, servers }: CollectorOptions = {},
  ): Promise<CollectorProcess> {
    const program = new URL('./collector-child.ts', import.meta.url);
    const retention = days === undefined ? undefined : `${days + 2}d`;
    const flags: CollectorFlags = {
      dataDirectory,
      clickhouseMemoryBytes: memory,
      listen,
      retention,
      ...servers,
    };
    const child = fork(program, [JSON.stringify(flags)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const exited = once(child, 'exit');
    const first = await Promise.race([once(child, 'message'), exited]);
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The collector did not start');
    return new CollectorProcess(child, first[0] as Listening);
  }

  async ask(question: CollectorQuestion): Promise<CollectorAnswer> {
    const answer = once(this.#child, 'message');
    this.#child.send(question);
    return (await answer)[0] as CollectorAnswer;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  processorTime(): ProcessorTime {
    return processorTime(this.#child.pid!);
  }

  /** Bytes that ClickHouse held at its most. */
  clickhouseBytes(): number {
    return largestMemory(this.#child.pid!);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}
