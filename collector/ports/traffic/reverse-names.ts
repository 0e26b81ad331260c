/** Reverse names are what the resolver of the operator's network calls addresses in it. */
export interface ReverseNames {
  /** The name of an address (PTR); null where it has none, undefined where the resolver could not be asked. Never rejects. */
  nameOf(address: string, signal: AbortSignal): Promise<string | null | undefined>;
}
