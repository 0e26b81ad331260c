import { RecentMap } from './recent-map.ts';

const daySeconds = 86_400;

/** Once per day tells whether something is the first of its kind on its day (UTC), for as many things as it may hold. */
export class OncePerDay {
  readonly #days: RecentMap<string, number>;

  /** It holds at most twice `capacity` things; what was forgotten is told of anew. */
  constructor(capacity: number) {
    this.#days = new RecentMap(capacity);
  }

  /** Things that were dropped for want of room, so far. */
  get forgotten(): number {
    return this.#days.forgotten;
  }

  isFirst(what: string, seconds: number): boolean {
    const day = Math.floor(seconds / daySeconds);
    if (this.#days.get(what) === day) return false;
    this.#days.set(what, day);
    return true;
  }
}
