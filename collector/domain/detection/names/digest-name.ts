const shortestDigest = 32;
const digest = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{32}\.[0-9a-f]{32})(?:\.|$)/;
/** Text in hexadecimal has six at most: the octets of printable characters begin with 2 to 7. */
const leastHighDigits = 7;

/**
 * Tells whether a subdomain is a digest in hexadecimal (MD5, SHA-1, SHA-256), in one label or several: lists of files
 * and mail addresses are asked by such digests. Text in hexadecimal that happens to have the length is none.
 */
export function startsWithDigest(subdomain: string): boolean {
  if (subdomain.length < shortestDigest) return false;
  const found = digest.exec(subdomain)?.[0];
  if (found === undefined) return false;
  const high = new Set<string>();
  const digits = found.replaceAll('.', '');
  for (let at = 0; at < digits.length; at += 2) high.add(digits[at]!);
  return high.size >= leastHighDigits;
}
