/** Octets of work: a few milliseconds of processor time for writes through loopback, which cost most. */
const ofTurn = 2 * 1_024 * 1_024;
/** What each costs beside its octets. */
const costs = { write: 16 * 1_024, frame: 2 * 1_024 } as const;

/** Writes of no length that fit into one turn. */
export const mostWritesOfTurn = ofTurn / costs.write;
export const mostOctetsOfTurn = ofTurn;

/** A turn budget bounds what is made and written before others have their turn, whatever the length of it. */
export class TurnBudget {
  #left: number = ofTurn;

  /** True if the turn is over with this; the next one begins then. */
  spend(what: keyof typeof costs, octets: number): boolean {
    this.#left -= costs[what] + octets;
    if (this.#left > 0) return false;
    this.#left = ofTurn;
    return true;
  }
}
