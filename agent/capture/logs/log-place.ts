import { readFile } from 'node:fs/promises';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';

/** A place in a log states up to where a file was read; rotation gives the name to a file with another inode. */
export interface LogPlace {
  readonly inode: number;
  readonly offset: number;
}

/** The place keeper keeps the place in one log over restarts, in a file of the state directory. */
export class PlaceKeeper {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads the place that was kept; undefined if there is none, or what is there is none. */
  async read(): Promise<LogPlace | undefined> {
    try {
      const { inode, offset } = JSON.parse(await readFile(this.#file, 'utf8'));
      return Number.isSafeInteger(inode) && Number.isSafeInteger(offset) && offset >= 0
        ? { inode, offset }
        : undefined;
    } catch {
      return undefined;
    }
  }

  async keep(place: LogPlace): Promise<void> {
    await writeDurably(this.#file, [JSON.stringify(place)]);
  }
}
