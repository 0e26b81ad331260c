import type { RuleSource } from './rule-source.ts';

/**
 * A services result lists third parties that the domain's TXT records prove a relation with. No key of an object in it
 * is data.
 */
export interface ServicesResult {
  /** Null if the records could not be looked up. */
  readonly services: readonly VerifiedService[] | null;
  /** TXT records at the domain, those that tell of no service included; null if they could not be looked up. */
  readonly recordCount: number | null;
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
