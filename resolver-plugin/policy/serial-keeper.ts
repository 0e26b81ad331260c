import { readFile } from 'node:fs/promises';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { isLater } from '../rpz/serial.ts';
import type { RpzZone } from '../rpz/zone.ts';
import { LatestRun } from './latest-run.ts';
import type { PolicyTarget } from './target.ts';

/** Serials written down ahead of those given out, so that a write is due about once an hour and not at each change. */
const ahead = 3_600;
const margin = 600;
const modulus = 0x1_0000_0000;

/**
 * A serial keeper ensures that a zone's serial never goes back over a restart, even after more changes than a second
 * has passed for: a resolver takes a zone with an earlier serial for one that it has already.
 */
export class SerialKeeper implements PolicyTarget {
  readonly #zone: RpzZone;
  readonly #run: LatestRun;
  #reserved: number;

  private constructor(path: string, zone: RpzZone, failed: (error: unknown) => void) {
    this.#zone = zone;
    this.#reserved = zone.serial;
    this.#run = new LatestRun(async () => {
      const reserved = (zone.serial + ahead) % modulus;
      await writeDurably(path, Buffer.from(`${reserved}\n`));
      this.#reserved = reserved;
    }, failed);
  }

  /** Reads the serial that a zone has to begin after; undefined if none was ever given out. */
  static async last(path: string): Promise<number | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const serial = Number(text.trim());
    return Number.isInteger(serial) && serial > 0 && serial < modulus ? serial : undefined;
  }

  /** Opens the keeper, before the zone is served. */
  static async open(path: string, zone: RpzZone, failed: (error: unknown) => void): Promise<SerialKeeper> {
    const keeper = new SerialKeeper(path, zone, failed);
    keeper.#run.start();
    await keeper.#run.idle();
    return keeper;
  }

  changed(): void {
    if (isLater((this.#zone.serial + margin) % modulus, this.#reserved)) this.#run.start();
  }

  idle(): Promise<void> {
    return this.#run.idle();
  }
}
