import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { storedName } from './names.ts';

/**
 * Reads a name as people and programs write it, in the stored form. ASCII is taken octet by octet, with the escapes of
 * the presentation form (RFC 1035 section 5.1); other scripts are converted by IDNA (UTS 46), as resolvers are asked
 * for them. Undefined if it is no name.
 */
export function writtenName(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return storedName(text);
  // The URL parser behind domainToASCII would cut a text at these, or decode it, and give another name.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is refused
  if (/[\x00-)+,/:-@[-^`{-\x7f]/.test(text)) return undefined;
  const ascii = domainToASCII(text);
  // It reads digits of other scripts as parts of an IPv4 address, too.
  return ascii === '' || isIP(ascii) !== 0 ? undefined : storedName(ascii);
}
