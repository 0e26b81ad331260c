/**
 * Whether a subdomain is a digest in hexadecimal (MD5, SHA-1, SHA-256), in one label or several: what lists of files and
 * mail addresses are asked by. A list answers with NXDOMAIN for what is not on it (RFC 5782 section 2.1).
 */
export function startsWithDigest(subdomain: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{32}\.[0-9a-f]{32})(?:\.|$)/.test(subdomain);
}
