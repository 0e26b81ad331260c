import type { Registration } from '../../protocols/registration/registration.ts';

export interface WhoisResult {
  /** In a sentence. */
  readonly details: string;
  /** The domain that is registered: the one that was asked for, or one above it. */
  readonly registeredDomain: string;
  /** Null if nobody could tell. */
  readonly registered: boolean | null;
  /** The source of the registration. */
  readonly source: 'rdap' | 'whois' | null;
  readonly registration: Registration | null;
  /** Whole days since it was registered, and until its registration ends; null if the registry does not tell. */
  readonly ageDays: number | null;
  readonly daysUntilExpiry: number | null;
}
