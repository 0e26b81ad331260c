/** What a JSON body may be. */
export interface JsonLimits {
  /** Octets, at most. */
  readonly bytes: number;
  /** Members of its arrays and objects, at most, taken together: each takes memory and time that its octets do not show. */
  readonly members: number;
}

/**
 * Of operations that say nothing else. Nobody waits for the reading of so little: what reads more on the collector's own thread has
 * to have need of it.
 */
export const ordinaryJson: JsonLimits = { bytes: 32 * 1024, members: 4_096 };
/** The most that any may say. */
export const largestJson: JsonLimits = { bytes: 1024 * 1024, members: 32_768 };
