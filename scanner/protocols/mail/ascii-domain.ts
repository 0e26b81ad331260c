import { domainToASCII } from 'node:url';

/**
 * Writes a domain name in the form of the DNS: U-labels become A-labels, as evaluations of SPF and DMARC want it (RFC
 * 8616 sections 4 and 6). Empty if it can't be turned into such; names in ASCII stay as they are.
 */
export function asciiDomain(name: string): string {
  return isAscii(name) ? name : domainToASCII(name);
}

export function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}

/** Writes a name in lower case, ASCII letters only: the other characters of a name are octets (RFC 4343 section 2). */
export function lowerCase(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
