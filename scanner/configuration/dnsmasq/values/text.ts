import { isIPv4, isIPv6 } from 'node:net';

/** Signs that mean nothing while they stand between quotation marks, until an option looks at the text as it was written. */
const hidden = '123456 7890abcdefABCDEF:,.\b\t\n\r\u001b';
const firstHidden = 0xe000;

export function hide(sign: string): string {
  const index = hidden.indexOf(sign);
  return index === -1 ? sign : String.fromCharCode(firstHidden + index);
}

/** Writes a text as it was written between quotation marks. */
export function shownOf(text: string): string {
  return text.replaceAll(/[\ue000-\ue020]/g, (sign) => hidden[sign.charCodeAt(0) - firstHidden] ?? sign);
}

/** Splits a text at the first separator; spaces around it belong to neither part. */
export function cut(text: string, separator = ','): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  if (at === -1) return [text, undefined];
  return [text.slice(0, at).replace(/ +$/, ''), text.slice(at + 1).replace(/^ +/, '')];
}

/** Splits a text at every separator, into so many parts at most, the last of which has the rest. */
export function cutAll(text: string, separator = ',', most = Number.POSITIVE_INFINITY): string[] {
  const parts: string[] = [];
  let rest: string | undefined = text;
  while (rest !== undefined && parts.length < most - 1) {
    const [part, after]: readonly [string, string | undefined] = cut(rest, separator);
    parts.push(part);
    rest = after;
  }
  if (rest !== undefined) parts.push(rest);
  return parts;
}

/** Digits alone; no text at all counts as zero. */
export const isDigits = (text: string) => /^\d*$/.test(shownOf(text));

/** A number as the server keeps it: whatever is beyond 32 bits is lost. */
export function numberOf(text: string): number {
  const digits = /^\s*([+-]?\d+)/.exec(shownOf(text))?.[1];
  if (digits === undefined) return 0;
  const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
  const value = BigInt(digits.replace('+', ''));
  return Number(BigInt.asIntN(32, value < least ? least : value > most ? most : value));
}

export const isNumberOf16Bits = (text: string) =>
  isDigits(text) && numberOf(text) >= 0 && numberOf(text) <= 65_535;

export const isV4 = (text: string) => isIPv4(text);
export const isV6 = (text: string) => isIPv6(text) && !text.includes('%');
export const isAddress = (text: string) => isV4(text) || isV6(text);

/** A name of the DNS may have any signs but control characters, in labels of 63 at most; an empty one is taken too. */
export function isName(text: string): boolean {
  if (text === '') return true;
  const name = shownOf(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name has not.
  if (name.length > 1025 || /[\u0000-\u001f\u007f]/.test(name) || /^ +$/.test(name)) return false;
  return name.split('.').every((label) => label.length <= 63);
}

/**
 * Octets in hexadecimal with colons, dashes or blanks between them, or asterisks for any: so many as are read. A number and a dash may
 * stand before a hardware address.
 */
export function isHex(text: string, most = Number.POSITIVE_INFINITY): boolean {
  let count = 0;
  for (const part of text.split(/[:\- ]/)) {
    if (count >= most) return true;
    if (!/^(?:[\da-f]*|\*)$/i.test(part)) return false;
    count += part === '*' ? 1 : Math.ceil(part.length / 2);
  }
  return true;
}

export const isTag = (text: string) => /^(?:tag|net):/.test(text);
