import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * A domain input is a domain as people type it, brought into the one form that everything uses, or the sentence that
 * says what is wrong.
 */
export type DomainInput = { readonly domain: string } | { readonly message: string };

/**
 * Trims, lower-cases, drops a trailing dot and converts by IDNA (UTS 46). A URL, an e-mail address or an IP address is
 * refused rather than guessed at.
 */
export function parseDomainInput(text: string): DomainInput {
  const trimmed = text.trim().replace(/[.\u3002\uff0e\uff61]$/, '');
  if (trimmed === '') return { message: 'a domain is needed' };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return { message: 'a domain is needed, not a URL' };
  if (trimmed.includes('@')) return { message: 'a domain is needed, not an e-mail address' };
  if (isIP(trimmed.replace(/^\[|\]$/g, '')) !== 0)
    return { message: 'a domain is needed, not an IP address' };
  // The URL parser behind domainToASCII would cut a text at these, or decode it, instead of refusing it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is refused
  if (/[\x00-\x2c/:-@[-^`{-\x7f]/.test(trimmed)) return { message: 'not a domain name' };
  const ascii = domainToASCII(trimmed);
  // It takes A-labels as they are, also those that stand for nothing.
  const unicode = domainToUnicode(ascii);
  if (/(^|\.)xn--/.test(unicode) || domainToASCII(unicode) !== ascii) return { message: 'not a domain name' };
  // It also reads forms such as 0x7f.1 as IPv4 addresses.
  if (ascii === '' || isIP(ascii) !== 0 || !isHostLike(ascii)) return { message: 'not a domain name' };
  return { domain: ascii };
}

function isHostLike(name: string): boolean {
  if (name.length > 253) return false;
  return name.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
}
