import type { Log } from '@sonde/shared/system/log.ts';

/** Kinds of lines that are told apart; more are counted only. */
const mostKinds = 100;
/** Characters of a line. */
const longestLine = 2_000;

/**
 * The engine tells such lines of the machine at each start, and they change nothing: cgroups that it can't read and the
 * like.
 */
const surroundings =
  /cgroup|core file size|transparent.?huge.?page|clocksource|taskstats|delay accounting|CAP_[A-Z_]+/i;

/**
 * Engine notices are the lines that the engine's process writes on its own streams. A kind of line, whatever the
 * numbers in it, is told once for as long as the collector runs, however often the engine starts; the rest is counted
 * and told at `debug`.
 */
export class EngineNotices {
  readonly #log: Log;
  readonly #kinds = new Set<string>();
  #repeated = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  tell(line: string): void {
    const text = line.slice(0, longestLine);
    const kind = text.replaceAll(/[0-9a-f]*\d[0-9a-f]*/gi, '0');
    if (surroundings.test(text) || this.#kinds.has(kind) || this.#kinds.size >= mostKinds) {
      this.#repeated++;
      this.#log.debug({ line: text, repeated: this.#repeated }, 'The ClickHouse engine says something again');
      return;
    }
    this.#kinds.add(kind);
    this.#log.warn({ line: text }, 'The ClickHouse engine says something');
  }
}
