import type { LeakSystem } from '../dns/outside-dns.ts';
import type { Transport } from './row-layout.ts';

/** A choice lists the values that are wanted of a column: one of `any`, unless that is empty, and none of `none`. */
export interface Choice<Value> {
  readonly any: readonly Value[];
  readonly none: readonly Value[];
}

/** Query conditions state what stored queries are to be like: everything that is given must hold. */
export interface QueryConditions {
  /** Addresses, IPv4 or IPv6 text. */
  readonly clients?: Choice<string> | undefined;
  readonly servers?: Choice<string> | undefined;
  /** Exactly these names, lower case without a trailing dot. */
  readonly names?: Choice<string> | undefined;
  /** These names and all below them. */
  readonly suffixes?: Choice<string> | undefined;
  /** Names of other systems of names (shared/dns/outside-dns.ts). */
  readonly leaks?: Choice<LeakSystem> | undefined;
  readonly queryTypes?: Choice<number> | undefined;
  readonly responseCodes?: Choice<number> | undefined;
  readonly agents?: Choice<number> | undefined;
  readonly transports?: Choice<Transport> | undefined;
  readonly policyRules?: Choice<string> | undefined;
  /** Microseconds: answers that took longer. */
  readonly slowerThan?: number | undefined;
}
