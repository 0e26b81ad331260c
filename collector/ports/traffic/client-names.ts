/** A client name is an operator's name for a client of his network. */
export interface ClientName {
  /** IPv4 or IPv6 text in its one form. */
  readonly address: string;
  readonly name: string;
}

export interface ClientNameStore {
  /** By address. */
  list(accountId: number): Promise<ClientName[]>;
  /**
   * Names clients, or takes a name back if it is null. False, and nothing is changed, if the account would have more
   * than `most` names afterwards.
   */
  change(
    accountId: number,
    names: readonly { readonly address: string; readonly name: string | null }[],
    most: number,
  ): Promise<boolean>;
}
