/** JSON limits bound a JSON body. */
export interface JsonLimits {
  /** Octets, at most. */
  readonly bytes: number;
  /** Members of its arrays and objects, at most, taken together: each takes memory and time that its octets do not show. */
  readonly members: number;
}

/**
 * Operations have these limits unless they state others. Nobody waits for the reading of so little: what reads more on
 * the collector's own thread has to have need of it.
 */
export const ordinaryJson: JsonLimits = { bytes: 32 * 1024, members: 4_096 };
/** No operation may state more than these limits. */
export const largestJson: JsonLimits = { bytes: 1024 * 1024, members: 32_768 };
