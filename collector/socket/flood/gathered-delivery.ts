import { setImmediate as nextTurn } from 'node:timers/promises';
import { TurnBudget } from './turn-budget.ts';

/** Items that wait for their turn, and those that are written together, at most. */
const bounds = { waiting: 5_000, together: 1_000 };
const gatherMilliseconds = 50;
/** Octets of one turn: a few milliseconds of processor time for writes through loopback, which cost most. */
const ofTurn = 2 * 1_024 * 1_024;
/** What a write and a frame cost beside their octets. */
const costs = { write: 16 * 1_024, frame: 2 * 1_024 };

/** Writes of no length that fit into one turn, and octets. */
export const mostWritesOfTurn = ofTurn / costs.write;
export const mostOctetsOfTurn = ofTurn;

/** A flooded listener is a connection that hears of all of a flood, unless it reads too slowly. */
export interface FloodedListener<Item> {
  /** The form in which it wants each item; one frame is made for all that want the same. */
  readonly form: string;
  /** Whether it can take more now. */
  isBehind(): boolean;
  /** So many items were left out for it; it is for the listener to be told, with what it takes next. */
  miss(count: number): void;
  /** Writes frames that are whole, of these items. Returns false if nothing can be written to it any more. */
  write(frames: Buffer, items: readonly Item[]): boolean;
}

export interface GatheredDeliveryParts<Item> {
  readonly listeners: () => Iterable<FloodedListener<Item>>;
  /** The frame of an item in a form; undefined if it is not to be told. */
  readonly frame: (form: string, item: Item) => Buffer | undefined;
  readonly onSent: (items: number) => void;
  readonly onMissed: (items: number) => void;
  /** Lets others have their turn. */
  readonly turn?: (() => Promise<unknown>) | undefined;
}

/**
 * A gathered delivery tells many listeners of what comes by the thousand a second. What came within a moment is framed once for all and
 * written at once to each, in turns of bounded length; who reads too slowly misses some and is told how many, and so are all
 * if more comes than can be written.
 */
export class GatheredDelivery<Item> {
  readonly #parts: GatheredDeliveryParts<Item>;
  readonly #turn: () => Promise<unknown>;
  readonly #budget = new TurnBudget(ofTurn);
  #waiting: Item[] = [];
  #leftOut = 0;
  #gathering: NodeJS.Timeout | undefined;
  #isWriting = false;
  #isStopped = false;

  constructor(parts: GatheredDeliveryParts<Item>) {
    this.#parts = parts;
    this.#turn = parts.turn ?? nextTurn;
  }

  add(item: Item): void {
    if (this.#isStopped) return;
    if (this.#waiting.length >= bounds.waiting) this.#leftOut++;
    else this.#waiting.push(item);
    if (!this.#isWriting) this.#gathering ??= setTimeout(() => void this.#write(), gatherMilliseconds);
  }

  /** Writes one frame to all, for what is not part of the flood. */
  async announce(frame: Buffer): Promise<void> {
    for (const listener of [...this.#parts.listeners()]) {
      if (this.#isStopped) return;
      if (!listener.isBehind()) listener.write(frame, []);
      await this.#spend(costs.write + frame.length);
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#gathering);
    this.#waiting = [];
  }

  /** Writes what waits to all, some at a time; what comes meanwhile is for the next round. */
  async #write(): Promise<void> {
    this.#gathering = undefined;
    this.#isWriting = true;
    try {
      while (!this.#isStopped && this.#waiting.length > 0) {
        const [items, leftOut] = [this.#waiting.splice(0, bounds.together), this.#leftOut];
        this.#leftOut = 0;
        await this.#writeToAll(items, leftOut);
        await this.#next();
      }
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeToAll(items: readonly Item[], leftOut: number): Promise<void> {
    const { listeners, onSent, onMissed } = this.#parts;
    const made = new Map<string, { frames: Buffer; told: Item[] }>();
    for (const listener of [...listeners()]) {
      if (this.#isStopped) return;
      const { form } = listener;
      const { frames, told } = made.get(form) ?? (await this.#framesOf(items, form));
      made.set(form, { frames, told });
      const missed = leftOut + (listener.isBehind() ? told.length : 0);
      if (missed > 0) {
        listener.miss(missed);
        onMissed(missed);
      }
      if (missed > leftOut || told.length === 0) continue;
      if (listener.write(frames, told)) onSent(told.length);
      await this.#spend(costs.write + frames.length);
    }
  }

  async #framesOf(items: readonly Item[], form: string): Promise<{ frames: Buffer; told: Item[] }> {
    const frames: Buffer[] = [];
    const told: Item[] = [];
    for (const item of items) {
      const frame = this.#parts.frame(form, item);
      if (frame === undefined) continue;
      frames.push(frame);
      told.push(item);
      await this.#spend(costs.frame + frame.length);
    }
    return { frames: Buffer.concat(frames), told };
  }

  async #spend(cost: number): Promise<void> {
    if (this.#budget.spend(cost)) await this.#next();
  }

  async #next(): Promise<void> {
    await this.#turn();
    this.#budget.renew();
  }
}
