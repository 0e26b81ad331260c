import type { NameFacts } from './name-facts.ts';

const shortestIdentifier = 32;
/** A name says in front what kind of identifier follows: `probe-`, `id-`. */
const prefix = '(?:[a-z]{1,8}[-.])?';
const digest = new RegExp(
  `^${prefix}(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{32}\\.[0-9a-f]{32})(?:\\.|$)`,
);
/** RFC 9562: version and variant have their digits. */
const uuid = new RegExp(
  `^${prefix}[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?:\\.|$)`,
);
/** Content identifiers of the InterPlanetary File System, version 1 in base32: a digest behind what tells its kind. */
const contentId = /^baf[yk][a-z2-7]{55}(?:\.|$)/;
/** Text in hexadecimal has six at most: the octets of printable characters begin with 2 to 7. */
const leastHighDigits = 7;

/**
 * Tells whether a name's subdomain begins with an identifier of a well-known form: a digest in hexadecimal (MD5, SHA-1, SHA-256), in
 * one label or several, a UUID, or a content identifier. Lists of files and mail addresses are asked by such, and content,
 * sessions and devices have names of them. Text in hexadecimal that happens to have the length is none. Worked out once for all who ask.
 */
export function startsWithIdentifier(facts: NameFacts): boolean {
  if (facts.subdomain.length < shortestIdentifier) return false;
  facts.isIdentifier ??= isIdentifier(facts.subdomain);
  return facts.isIdentifier;
}

function isIdentifier(subdomain: string): boolean {
  if (uuid.test(subdomain) || contentId.test(subdomain)) return true;
  const found = digest.exec(subdomain)?.[0];
  if (found === undefined) return false;
  return differentHighDigits(found.replace(/^[a-z]{1,8}[-.]/, '').replaceAll('.', '')) >= leastHighDigits;
}

/** Counts the different digits that octets in hexadecimal begin with. */
function differentHighDigits(digits: string): number {
  let seen = 0;
  let count = 0;
  for (let at = 0; at < digits.length; at += 2) {
    // Digits and the letters a to f differ in these bits.
    const bit = 1 << (digits.charCodeAt(at) & 31);
    if ((seen & bit) === 0) count++;
    seen |= bit;
  }
  return count;
}
