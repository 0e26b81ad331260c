import type { SecurityStatus, ValidationStep } from '../../../ports/dns-validation.ts';
import type { Dnskey } from '../records/dnskey.ts';
import type { Ds } from '../records/ds.ts';

/** A zone trust states a zone's security status, and the reason. */
export interface ZoneTrust {
  readonly zone: string;
  readonly status: SecurityStatus;
  /** One sentence. */
  readonly message: string;
  readonly rule: string;
  /** RFC 8914; undefined if there is nothing to complain of. */
  readonly code?: number;
  /** Keys that the zone's data may be verified with; empty unless the zone is secure. */
  readonly keys: readonly Dnskey[];
  /** The DS records that the zone above, or the anchor, has of its keys. */
  readonly signers: readonly Ds[];
  /** Answers of servers that did not validate, while other servers' answers did. */
  readonly doubts?: readonly ValidationStep[];
}

export function untrusted(
  zone: string,
  status: Exclude<SecurityStatus, 'secure'>,
  reason: { readonly message: string; readonly rule: string; readonly code?: number },
  signers: readonly Ds[] = [],
): ZoneTrust {
  return { zone, status, ...reason, keys: [], signers };
}
