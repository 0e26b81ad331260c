/** A router answer holds the destination that a router of I2P knows for a name. */
export type RouterAnswer =
  /** In I2P's base64. */
  | { readonly destination: string }
  /** It has no such name, or could not find the lease set of the address. */
  | { readonly destination: null };

/** A router lookup asks a router of I2P (SAM version 3). Throws UpstreamFailed if it does not answer as one. */
export type RouterLookup = (name: string, signal: AbortSignal) => Promise<RouterAnswer>;
