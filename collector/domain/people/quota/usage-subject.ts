import { addressBytes, addressText, ipv6Text } from '@sonde/shared/net/address.ts';
import type { Caller } from '../access/caller.ts';
import { requestsPerDay } from './tier-limits.ts';

/** A counted subject is the account or network that a request counts against, with its limit a day. */
export interface CountedSubject {
  /** The subject as the usage store knows it: `account:17`, `address:192.0.2.1`, `network:2001:db8::/64`. */
  readonly subject: string;
  readonly limit: number | undefined;
}

export function accountSubject(accountId: number): string {
  return `account:${accountId}`;
}

/**
 * Finds the subject that a request counts against. Scoped keys count for the account that they belong to, or a
 * location's would be a way around its limits. Uploads of senders are not counted at all, which their endpoints say.
 */
export function countedSubject(caller: Caller): CountedSubject {
  if (caller.kind === 'anonymous') {
    return { subject: addressSubject(caller.address), limit: requestsPerDay.free };
  }
  return { subject: accountSubject(caller.accountId), limit: requestsPerDay[caller.tier] };
}

/**
 * Finds the subject of an address. One subscriber has at least a /64 of IPv6 addresses to change between (RFC 6177), so
 * the /64 counts.
 */
export function addressSubject(address: string): string {
  const bytes = addressBytes(address);
  const text = addressText(bytes);
  if (!text.includes(':')) return `address:${text}`;
  bytes.fill(0, 8);
  return `network:${ipv6Text(bytes)}/64`;
}
