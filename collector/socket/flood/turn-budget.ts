/**
 * A turn budget bounds what is done before others have their turn. What a unit of it is, is for its owner to say: messages,
 * or octets.
 */
export class TurnBudget {
  readonly #ofTurn: number;
  #left: number;

  constructor(ofTurn: number) {
    this.#ofTurn = ofTurn;
    this.#left = ofTurn;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** True if the turn is over with this. */
  spend(cost: number): boolean {
    this.#left -= cost;
    return this.isSpent;
  }

  /** Begins the next turn. */
  renew(): void {
    this.#left = this.#ofTurn;
  }
}
