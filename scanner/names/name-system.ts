import type { Fetch } from '../ports/fetch.ts';

/** A name network is the network as name resolvers may use it. */
export interface NameNetwork {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/** The name wishes state which further facts of a name are asked for, beyond the usual. */
export interface NameWishes {
  /** Gateways of a chain that must give the same answer; 1 for the first that answers. */
  readonly agreement: number;
  /** Coin types (SLIP-44, ENSIP-11) whose addresses are asked for beside the usual ones. */
  readonly coins: readonly number[];
  /** Keys of texts (ENSIP-5) beside the usual ones. */
  readonly texts: readonly string[];
}

export const usualWishes: NameWishes = { agreement: 1, coins: [], texts: [] };
