import { join } from 'node:path';
import { processTree } from '@sonde/shared/system/processes.ts';
import { CollectorProcess, type SharedServers } from '../api/collector-process.ts';
import { startSharedEngines } from './shared-engines.ts';

/** A fleet cost states what a phase took of all collectors. */
export interface FleetCost {
  /** Milliseconds of processor time of the collectors, and of their engines. */
  readonly collector_ms: number;
  readonly engines_ms: number;
  /** Bytes of the largest collector's own process, at their most. */
  readonly resident_bytes: number;
}

/**
 * Fleet collectors are one collector with engines of its own, or several that share a ClickHouse and a PostgreSQL. The last of them is
 * the one that an outage takes away.
 */
export class FleetCollectors {
  /** The data directory that the ClickHouse is in. */
  readonly storeDirectory: string;
  readonly #directory: string;
  readonly #servers: SharedServers | undefined;
  readonly #running: CollectorProcess[];
  readonly #stopEngines: () => Promise<void>;

  private constructor(parts: {
    directory: string;
    storeDirectory: string;
    servers: SharedServers | undefined;
    running: CollectorProcess[];
    stopEngines: () => Promise<void>;
  }) {
    this.#directory = parts.directory;
    this.storeDirectory = parts.storeDirectory;
    this.#servers = parts.servers;
    this.#running = parts.running;
    this.#stopEngines = parts.stopEngines;
  }

  static async start(directory: string, count: number): Promise<FleetCollectors> {
    const storeDirectory = count === 1 ? dataOf(directory, 0) : join(directory, 'engines');
    const engines = count === 1 ? undefined : await startSharedEngines(storeDirectory);
    const running: CollectorProcess[] = [];
    const collectors = new FleetCollectors({
      ...{ directory, storeDirectory, running },
      servers: engines,
      stopEngines: async () => engines?.stop(),
    });
    try {
      while (running.length < count) running.push(await collectors.#startOne(running.length));
    } catch (error) {
      await collectors.stop();
      throw error;
    }
    return collectors;
  }

  get urls(): string[] {
    return this.#running.map(({ listening }) => listening.url);
  }

  get adminKey(): string {
    return this.#running[0]!.listening.adminKey;
  }

  /** Observes them from now on until the function that it gives is called. */
  async observe(): Promise<() => Promise<FleetCost>> {
    const before = this.#processorTime();
    await Promise.all(this.#running.map((each) => each.ask('begin')));
    return async () => {
      const answers = await Promise.all(this.#running.map((each) => each.ask('end')));
      const after = this.#processorTime();
      return {
        collector_ms: after.own - before.own,
        engines_ms: after.engines - before.engines,
        resident_bytes: Math.max(...answers.map(({ residentBytes }) => residentBytes)),
      };
    };
  }

  /** Stops the last of them. */
  async takeAway(): Promise<void> {
    await this.#running.at(-1)!.stop();
  }

  /** Starts the last of them again, on its data and at its address. */
  async bringBack(): Promise<void> {
    const last = this.#running.length - 1;
    const { host } = new URL(this.#running[last]!.listening.url);
    this.#running[last] = await this.#startOne(last, host);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((each) => each.stop()));
    await this.#stopEngines();
  }

  #startOne(index: number, listen?: string): Promise<CollectorProcess> {
    return CollectorProcess.start(dataOf(this.#directory, index), {
      servers: this.#servers,
      ...(listen === undefined ? {} : { listen }),
    });
  }

  /** Of collectors, and of all else below this process: the engines are below a collector, or below this process itself. */
  #processorTime(): { own: number; engines: number } {
    const pids = new Set(this.#running.map(({ pid }) => pid));
    let own = 0;
    let engines = 0;
    for (const each of processTree(process.pid)) {
      if (pids.has(each.pid)) own += each.processorMilliseconds;
      else if (each.pid !== process.pid) engines += each.processorMilliseconds;
    }
    return { own, engines };
  }
}

function dataOf(directory: string, index: number): string {
  return join(directory, index === 0 ? 'data' : `data-${index + 1}`);
}
