/** A name resolver resolves names to addresses, for connections that the collector makes itself. */
export interface NameResolver {
  /** Finds IPv4 and IPv6 addresses of a host name; empty if it has none. Rejects if nobody could be asked. */
  addresses(name: string, signal: AbortSignal): Promise<string[]>;
}
