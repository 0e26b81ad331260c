/**
 * Tells whether a subdomain is `4.3.2.1` or 32 nibbles before a list's zone (RFC 5782), with or without an account's
 * key behind.
 */
export function isReversedAddress(subdomain: string): boolean {
  return (
    /^(?:\d{1,3}\.){3}\d{1,3}(?:\.|$)/.test(subdomain) ||
    /^(?:[0-9a-f]\.){31}[0-9a-f](?:\.|$)/.test(subdomain)
  );
}
