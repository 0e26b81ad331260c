import { domainToASCII } from 'node:url';

/**
 * Writes the part of a name that a person typed in the letters that names are stored in; undefined if no name can have
 * it.
 */
export function searchText(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  // Half a label can't be converted, but what is no ASCII stands in no stored name as it is.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has them
  const ascii = /^[\x00-\x7f]*$/.test(trimmed) ? trimmed : domainToASCII(trimmed);
  return /^[a-z0-9._-]{1,253}$/.test(ascii) ? ascii : undefined;
}
