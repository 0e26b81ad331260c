import type { NamedCount } from './traffic.ts';

/**
 * Code failures are queries that ended with one response code other than NOERROR, or without a response; the most
 * frequent first.
 */
export interface CodeFailures {
  /** RCODE with the EDNS extension, `noResponseCode` if nobody answered. */
  readonly responseCode: number;
  readonly count: number;
  readonly uniqueNames: number;
  readonly topNames: readonly NamedCount<string>[];
  /** Registrable domains, with all names below them. */
  readonly topDomains: readonly NamedCount<string>[];
}
