import { isIPv4 } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import type { MacroLetter, MacroPart } from './macro-string.ts';

/** The macro values are the request as macros show it (RFC 7208 section 7.2). */
export interface MacroValues {
  /** In plain form: an IPv4-mapped one as IPv4. */
  readonly ip: string;
  readonly sender: string;
  readonly localPart: string;
  readonly senderDomain: string;
  readonly helo: string;
  /** The host that checks; `unknown` if it has no name. */
  readonly receiver: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const maxDomain = 253;
/** Characters that an expansion may have: far more than any name or reply line. */
const maxExpansion = 65_536;

/**
 * Expands the macros of a text. `domain` is the one whose record is being evaluated; `validatedName` finds the value of
 * `p` and is asked at most once. Undefined if the text would be beyond all measure.
 */
export async function expandMacros(
  parts: readonly MacroPart[],
  domain: string,
  values: MacroValues,
  validatedName: () => Promise<string>,
): Promise<string | undefined> {
  const usesName = parts.some((part) => part.kind === 'macro' && part.letter === 'p');
  const name = usesName ? await validatedName() : '';
  let result = '';
  for (const part of parts) {
    result +=
      part.kind === 'macro' ? transformed(part, valueOfLetter(part.letter, domain, values, name)) : part.text;
    if (result.length > maxExpansion) return undefined;
  }
  return result;
}

/**
 * Writes an expanded domain-spec as a name to ask for: cut from the left to 253 characters (RFC 7208 section 7.3), no
 * last dot.
 */
export function fittedName(expanded: string): string {
  let name = expanded.endsWith('.') ? expanded.slice(0, -1) : expanded;
  while (name.length > maxDomain) {
    const dot = name.indexOf('.');
    if (dot < 0) break;
    name = name.slice(dot + 1);
  }
  return name;
}

/** Tells whether DNS can be asked for it: no empty label, none over 63 octets, no more than 253 in all. */
export function isQueryName(name: string): boolean {
  return (
    name.length <= maxDomain && name.split('.').every((label) => label.length >= 1 && label.length <= 63)
  );
}

/** Applies the transformers of a macro to its value (RFC 7208 section 7.3). */
export function transformed(part: MacroPart & { kind: 'macro' }, value: string): string {
  const { keep, reversed, delimiters, escaped } = part;
  let text = value;
  if (keep !== undefined || reversed || delimiters !== '') {
    let pieces = splitAt(value, delimiters === '' ? '.' : delimiters);
    if (reversed) pieces.reverse();
    if (keep !== undefined) pieces = pieces.slice(-Math.min(keep, pieces.length));
    text = pieces.join('.');
  }
  return escaped ? urlEscaped(text) : text;
}

function splitAt(text: string, delimiters: string): string[] {
  const pieces = [''];
  for (const character of text) {
    if (delimiters.includes(character)) pieces.push('');
    else pieces[pieces.length - 1] += character;
  }
  return pieces;
}

function valueOfLetter(letter: MacroLetter, domain: string, values: MacroValues, name: string): string {
  switch (letter) {
    case 's':
      return values.sender;
    case 'l':
      return values.localPart;
    case 'o':
      return values.senderDomain;
    case 'd':
      return domain;
    case 'i':
      return dottedAddress(values.ip);
    case 'p':
      return name;
    case 'v':
      return isIPv4(values.ip) ? 'in-addr' : 'ip6';
    case 'h':
      return values.helo;
    case 'c':
      return values.ip;
    case 'r':
      return values.receiver;
    case 't':
      return String(Math.floor(values.now() / 1000));
  }
}

/** An IPv6 address as its 32 digits with dots between them. */
function dottedAddress(ip: string): string {
  return isIPv4(ip) ? ip : [...addressBytes(ip).toString('hex')].join('.');
}

/**
 * Writes the plain form of an address: IPv4 if it is IPv4-mapped, else as RFC 5952 writes it. Undefined if the text is
 * no address.
 */
export function plainAddress(text: string): string | undefined {
  try {
    return addressText(addressBytes(text));
  } catch {
    return undefined;
  }
}

/** All but the unreserved characters of RFC 3986 section 2.3. */
function urlEscaped(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return /[A-Za-z0-9\-._~]/.test(character)
        ? character
        : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
