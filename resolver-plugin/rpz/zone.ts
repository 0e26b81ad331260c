import type { RpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import type { RpzChanges } from '@sonde/shared/policy/rpz-rules.ts';
import { defaultZoneTimes, type ZoneTimes } from '@sonde/shared/policy/rpz-zone.ts';
import { Journal, type JournalLimits, sizeOf, type ZoneEntry, type ZoneStep } from './journal.ts';
import { firstSerial, nextSerial } from './serial.ts';

export interface ZoneOptions {
  /** In stored form; see `zoneName`. */
  readonly name: string;
  readonly times?: ZoneTimes;
  readonly journal?: JournalLimits;
  /** The last serial that was given out before, so that the zone goes on from there. */
  readonly serial?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A zone snapshot is the whole zone at one serial, which stays as it is while the zone goes on. */
export interface ZoneSnapshot {
  readonly serial: number;
  readonly entries: readonly ZoneEntry[];
}

/** A policy zone holds its triggers, its serial, and the steps by which it came to be so. */
export class RpzZone {
  readonly name: string;
  readonly times: ZoneTimes;
  readonly #entries = new Map<string, ZoneEntry>();
  readonly #journal: Journal;
  #serial: number;
  #snapshot: ZoneSnapshot | undefined;

  constructor({ name, times = defaultZoneTimes, journal, serial, now }: ZoneOptions) {
    this.name = name;
    this.times = times;
    this.#journal = new Journal(journal);
    this.#serial = serial === undefined ? firstSerial(now) : nextSerial(serial, now);
  }

  get serial(): number {
    return this.#serial;
  }

  get size(): number {
    return this.#entries.size;
  }

  answer(owner: string): RpzAnswer | undefined {
    return this.#entries.get(owner)?.[1];
  }

  /** Takes changes over under a new serial; false if there was nothing to change. */
  update(changes: RpzChanges, now: number): boolean {
    const removed: ZoneEntry[] = [];
    const added: ZoneEntry[] = [];
    for (const owner of changes.removed) {
      const held = this.#entries.get(owner);
      if (held === undefined) continue;
      removed.push(held);
      this.#entries.delete(owner);
    }
    for (const entry of changes.put) {
      const held = this.#entries.get(entry[0]);
      if (held?.[1].key === entry[1].key) continue;
      if (held !== undefined) removed.push(held);
      added.push(entry);
      this.#entries.set(entry[0], entry);
    }
    if (removed.length === 0 && added.length === 0) return false;
    const from = this.#serial;
    this.#serial = nextSerial(from, now);
    this.#snapshot = undefined;
    // A step that makes the whole zone is no shorter than the zone: whoever is behind it gets a full transfer.
    if (added.length === this.#entries.size) this.#journal.clear();
    else this.#journal.add({ from, to: this.#serial, removed, added });
    return true;
  }

  /** Returns the steps from a serial to now; undefined if they are not kept, or are more than the zone itself. */
  since(serial: number): readonly ZoneStep[] | undefined {
    const steps = this.#journal.since(serial);
    if (steps === undefined) return undefined;
    const size = steps.reduce((sum, step) => sum + sizeOf(step), 0);
    return size > this.#entries.size + 1_000 ? undefined : steps;
  }

  /** Returns the snapshot, which is shared by all callers at one serial. */
  snapshot(): ZoneSnapshot {
    this.#snapshot ??= { serial: this.#serial, entries: [...this.#entries.values()] };
    return this.#snapshot;
  }
}
