/** Sources of client names are the operator's list, a DHCP server's leases, and reverse look-ups. The first that has one holds. */
export const clientNameSources = ['operator', 'lease', 'reverse'] as const;
export type ClientNameSource = (typeof clientNameSources)[number];

/** A client name is what a client of the network is called. */
export interface ClientName {
  /** IPv4 or IPv6 text in its one form. */
  readonly address: string;
  readonly name: string;
  readonly source: ClientNameSource;
}

export interface ClientNameStore {
  /** By address; of each the name of the first source that has one. */
  list(accountId: number): Promise<ClientName[]>;
  /**
   * Names clients in the operator's list, or takes a name back from it if it is null. False, and nothing is changed, if the list
   * would have more than `most` names afterwards.
   */
  change(
    accountId: number,
    names: readonly { readonly address: string; readonly name: string | null }[],
    most: number,
  ): Promise<boolean>;
  /** Writes down what a source calls clients at that time, or that it has no name for them (null). */
  putFound(
    accountId: number,
    source: Exclude<ClientNameSource, 'operator'>,
    names: readonly { readonly address: string; readonly name: string | null }[],
    at: Date,
  ): Promise<void>;
  /** Forgets what a source was last heard to say before that time. */
  forgetFound(accountId: number, source: Exclude<ClientNameSource, 'operator'>, before: Date): Promise<void>;
}
