import {
  isLive,
  type ListedLog,
  type LogListing,
  readLogListing,
} from '@sonde/scanner/protocols/transparency/followed-logs.ts';
import type { Log } from '@sonde/shared/system/log.ts';

/** A choice of logs is all logs that take certificates, or logs with these names, ids and URLs. */
export type LogChoice = 'none' | 'all' | readonly string[];

/** Milliseconds between two readings of the list, and after one that failed. */
const readingEvery = { file: 60_000, url: 6 * 3_600_000, failed: 300_000 };

export interface LogListSource {
  readonly kind: 'file' | 'url';
  readonly read: (signal: AbortSignal) => Promise<string>;
}

/**
 * A log directory reads the list of logs from the operator's file or URL, and knows which of them are to be followed.
 */
export class LogDirectory {
  readonly #choice: LogChoice;
  readonly #source: LogListSource;
  readonly #log: Log;
  #listing: LogListing | undefined;
  #text = '';
  #dueAt = 0;
  #problem: string | undefined;

  constructor({ choice, source, log }: { choice: LogChoice; source: LogListSource; log: Log }) {
    this.#choice = choice;
    this.#source = source;
    this.#log = log;
  }

  /** All that the list has. */
  get logs(): readonly ListedLog[] {
    return this.#listing?.logs ?? [];
  }

  /** Tells why there is no list, or only an old one; undefined if all is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Reads the list anew if that is due. Never rejects: with a list that can't be read, the one before goes on. */
  async refresh(now: number, signal: AbortSignal): Promise<void> {
    if (now < this.#dueAt) return;
    this.#dueAt = now + readingEvery[this.#source.kind];
    try {
      const text = await this.#source.read(signal);
      if (text === this.#text) return;
      this.#listing = readLogListing(text);
      this.#text = text;
      this.#problem = undefined;
      for (const problem of this.#listing.problems) this.#log.warn({ problem }, 'a listed log is left out');
      const missing = this.#missing();
      if (missing.length > 0) this.#log.warn({ logs: missing }, 'there are no such logs on the list');
    } catch (error) {
      if (signal.aborted) return;
      this.#dueAt = now + Math.min(readingEvery.failed, readingEvery[this.#source.kind]);
      const reason = error instanceof Error ? error.message : String(error);
      const problem = `The list of certificate logs can't be read: ${reason}`;
      if (problem !== this.#problem) this.#log.warn({ reason }, "the list of certificate logs can't be read");
      this.#problem = problem;
    }
  }

  /** Logs to follow now. A log that was named is followed whatever its state, as long as it is not retired or rejected. */
  chosen(now: number): ListedLog[] {
    const choice = this.#choice;
    if (choice === 'none') return [];
    if (choice === 'all') return this.logs.filter((log) => isLive(log, now) || isBeingEnded(log));
    return this.logs.filter((log) => choice.some((name) => isNamed(log, name)) && !isGone(log));
  }

  #missing(): string[] {
    const choice = this.#choice;
    if (typeof choice === 'string') return [];
    return choice.filter((name) => !this.logs.some((log) => isNamed(log, name)));
  }
}

/** Tells whether a log takes nothing any more and says where it ends: its last entries are worth having. */
export function isBeingEnded({ state, finalSize }: ListedLog): boolean {
  return state === 'readonly' && finalSize !== null;
}

export function isGone({ state }: ListedLog): boolean {
  return state === 'retired' || state === 'rejected';
}

/** By its name, its id in hexadecimal or Base64, or its URL. */
function isNamed({ name, id, url }: ListedLog, text: string): boolean {
  const given = text.toLowerCase();
  if (given === name.toLowerCase() || given === id) return true;
  if (Buffer.from(text, 'base64').toString('hex') === id) return true;
  return given.replace(/\/+$/, '') === url.toLowerCase().replace(/\/+$/, '');
}
