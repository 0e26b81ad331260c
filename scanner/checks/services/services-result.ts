import type { RuleSource } from './rule-source.ts';

/**
 * A services result lists third parties that the domain's TXT records prove a relation with. No key of an object in it
 * is data.
 */
export interface ServicesResult {
  /** Null if the records could not be looked up. */
  readonly services: readonly VerifiedService[] | null;
  /** Aliases into a provider's zone that lead to nothing; null if the records could not be looked up. */
  readonly dangling: readonly DanglingService[] | null;
  /** Names whose aliases could not be looked up: whether they dangle nobody knows; null if none was looked for. */
  readonly unasked: readonly string[] | null;
  /** TXT records at the domain, those that tell of no service included; null if they could not be looked up. */
  readonly recordCount: number | null;
}

export interface DanglingService extends RuleSource {
  readonly provider: string;
  readonly category: string;
  /** The name that the alias stands at. */
  readonly name: string;
  /** The name in the provider's zone that does not exist. */
  readonly target: string;
  /** Whether the provider says that somebody else may get such a name. */
  readonly claimable: boolean;
}

export interface VerifiedService extends RuleSource {
  readonly provider: string;
  /** `search`, `mail`, `security`, `storage`, ... */
  readonly category: string;
  /** Whether the record proves control over the domain to the provider, or allows the provider to send mail. */
  readonly kind: 'verification' | 'mail_sender';
  /** The name that the record was found at. */
  readonly name: string;
  /** The whole record. */
  readonly record: string;
}
