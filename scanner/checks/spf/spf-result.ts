import type { SpfTreeNode, SpfTreePolicy } from '../../protocols/mail/spf/lookup-tree.ts';
import type { SpfResultCode } from '../../protocols/mail/spf/spf-outcome.ts';

/** An SPF result describes the SPF of a domain (RFC 7208). No key of an object in it is data. */
export interface SpfResult {
  /** Whether there is one record, it is sound, and evaluating it runs into no limit; null if it could not be read. */
  readonly valid: boolean | null;
  /** The record that counts; null if there is none, or several. */
  readonly record: string | null;
  /** All that begin as one; null if they could not be looked up. */
  readonly records: readonly string[] | null;
  /** The result for hosts that no mechanism names; null without a sound record. */
  readonly policy: SpfTreePolicy | null;
  /** The result of check_host() for hosts of each family that no mechanism means; null without a sound record. */
  readonly others: { readonly ipv4: SpfResultCode; readonly ipv6: SpfResultCode } | null;
  /** Terms that lead to lookups, all includes and redirects counted in; 10 are allowed. Null without one record. */
  readonly lookups: number | null;
  /** Of those, how many lead to nothing; 2 are allowed. */
  readonly voidLookups: number | null;
  /** The record with the records that it leads to, each with its cost. */
  readonly tree: SpfTreeNode | null;
  /** One sentence. */
  readonly details: string;
}
