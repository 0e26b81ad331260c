import { addressBytes } from '@sonde/shared/net/address.ts';
import {
  cut,
  cutAll,
  isAddress,
  isDigits,
  isHex,
  isName,
  isNumberOf16Bits,
  isV4,
  isV6,
  numberOf,
  shownOf,
} from './text.ts';

/** The longest beginnings of names that are made of addresses. */
const longestPrefix = { 4: 47, 6: 17 };

/** An address and a length of a prefix; undefined if there is no length. */
function networkOf(text: string): { readonly address: string; readonly length: string | undefined } {
  const [address, length] = cut(text, '/');
  return { address, length };
}

/** Addresses, each as it was written. */
export const areAddresses = (text: string) => cutAll(text).every((part) => isAddress(shownOf(part)));

/** An address that answers are held against, with the length of a prefix or none. */
export function isNetwork(text: string): boolean {
  const { address, length } = networkOf(shownOf(text));
  if (!isAddress(address)) return false;
  const longest = isV4(address) ? 32 : 128;
  return length === undefined || (isDigits(length) && numberOf(length) >= 0 && numberOf(length) <= longest);
}

/** `domain=NAME,RANGE,local`: a name, and the addresses that it is for. */
export function isDomain(text: string): boolean {
  const [name, range] = cut(text);
  if (name !== '#' && !isName(name)) return false;
  if (range === undefined) return true;
  const whole = shownOf(range);
  const [network, length] = cut(whole, '/');
  if (length !== undefined) {
    const [bits, word] = cut(length);
    return isPrefix(network, bits) && (word === undefined || word === 'local');
  }
  const [first, rest] = cut(whole);
  const [last] = rest === undefined ? [undefined] : cut(rest);
  return !isAddress(first) || last === undefined || (isV4(first) ? isV4(last) : isV6(last));
}

function isPrefix(network: string, bits: string): boolean {
  if (!isDigits(bits) || !isAddress(network)) return false;
  return numberOf(bits) <= (isV4(network) ? 32 : 128);
}

/** `synth-domain=NAME,RANGE,PREFIX`: names for all addresses of a range. */
export function isSynthDomain(text: string): boolean {
  const [name, range] = cut(text);
  if (!isName(name) || range === undefined) return false;
  const whole = shownOf(range);
  const [network, length] = cut(whole, '/');
  if (length !== undefined) {
    const [bits, prefix] = cut(length);
    if (!isPrefix(network, bits) || !isNamePrefix(prefix, network)) return false;
    return isV4(network) || prefix?.endsWith('*') !== true || numberOf(bits) >= 64;
  }
  const [first = '', last, prefix] = cutAll(whole, ',', 3);
  if (!isAddress(first) || !isNamePrefix(prefix, first)) return false;
  if (last !== undefined && !(isV4(first) ? isV4(last) : isV6(last))) return false;
  return isV4(first) || prefix?.endsWith('*') !== true;
}

const isNamePrefix = (text: string | undefined, address: string) =>
  text === undefined || (isName(text) && text.length <= longestPrefix[isV4(address) ? 4 : 6]);

/** `server=/NAME/ADDRESS#PORT@SOURCE#PORT`: where questions go to, all of them or those for names. */
export function isServer(text: string): boolean {
  const { names, rest } = withDomains(shownOf(text));
  return names.every(isName) && (rest === '' || isUpstream(rest));
}

/** `address=/NAME/ADDRESS`: what is answered for names. */
export function isAnswer(text: string): boolean {
  const { names, rest } = withDomains(shownOf(text));
  return names.every(isName) && (rest === '' || rest === '#' || isAddress(rest));
}

/** Names between slashes, and what stands behind the last. */
function withDomains(text: string): { readonly names: readonly string[]; readonly rest: string } {
  if (!text.startsWith('/')) return { names: [], rest: text };
  const names = cutAll(text.slice(1), '/');
  return { names: names.slice(0, -1), rest: names.at(-1)! };
}

function isUpstream(text: string): boolean {
  if (text === '#') return true;
  const [beforeSource, source] = cut(text, '@');
  const [withScope, port] = cut(beforeSource, '#');
  const [address] = cut(withScope, '%');
  if (port !== undefined && !isNumberOf16Bits(port)) return false;
  if (!isAddress(address) && !isHost(address)) return false;
  if (source === undefined) return true;
  const [withInterface, sourcePort] = cut(source, '#');
  if (sourcePort !== undefined && !isNumberOf16Bits(sourcePort)) return false;
  const [first, second] = cut(withInterface, '@');
  if (second !== undefined) return !isAddress(first) && isAddress(second);
  return !(isV6(address) && isV4(first));
}

/** Names are looked up when the server starts: those that are resolved by nobody are refused. */
function isHost(text: string): boolean {
  if (/^localhost$/i.test(text) || isClassicAddress(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[\w-]{1,63}(?<!-)$/.test(label)) &&
    /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/i.test(labels.at(-1)!)
  );
}

/** An address of IPv4 in fewer parts than four, the last of which fills the rest; of base 8 and 16 as well. */
function isClassicAddress(text: string): boolean {
  const parts = text.split('.');
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[\da-f]+|0[0-7]*|[1-9]\d*)$/i.test(part)))
    return false;
  const values = parts.map((part) => (/^0[0-7]/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  const last = values.pop()!;
  return values.every((value) => value < 256) && last < 256 ** (4 - values.length);
}

/** `rev-server=NETWORK,SERVER`: who is asked about the names of a network's addresses. */
export function isReverseServer(text: string): boolean {
  const [network, server] = cut(text);
  const { address, length } = networkOf(shownOf(network));
  if (!isAddress(address)) return false;
  const longest = isV4(address) ? 32 : 128;
  // A length that is no number counts for the longest.
  const bits = length === undefined || !isDigits(length) ? longest : numberOf(length);
  if (bits < 1 || bits > longest) return false;
  return server === undefined || isUpstream(shownOf(server));
}

/** `cname=ALIAS,...,TARGET[,TTL]`. */
export function aliasesOf(text: string): { readonly aliases: string[]; readonly target: string } | undefined {
  const parts = cutAll(text);
  if (parts.length < 2) return undefined;
  const isTtl = parts.length > 2 && /^\d+$/.test(shownOf(parts.at(-1)!));
  const names = isTtl ? parts.slice(0, -1) : parts;
  if (!names.every(isName)) return undefined;
  const plain = names.map((name) =>
    shownOf(name)
      .replace(/(.)\.$/, '$1')
      .toLowerCase(),
  );
  return { aliases: plain.slice(0, -1), target: plain.at(-1)! };
}

export function isMailExchanger(text: string): boolean {
  const [name = '', target = '', preference] = cutAll(text, ',', 3);
  return isName(name) && isName(target) && (preference === undefined || isNumberOf16Bits(preference));
}

export function isService(text: string): boolean {
  const [name = '', target = '', ...numbers] = cutAll(text, ',', 5);
  return isName(name) && isName(target) && numbers.every(isNumberOf16Bits);
}

export function isNaptr(text: string): boolean {
  const parts = cutAll(text, ',', 7);
  const [name = '', order = '', preference = ''] = parts;
  const isNumbered = isNumberOf16Bits(order) && isNumberOf16Bits(preference);
  return parts.length > 5 && isName(name) && isNumbered && isName(parts[6] ?? '');
}

export function isCaa(text: string): boolean {
  const parts = cutAll(text, ',', 4);
  return parts.length === 4 && isName(parts[0]!) && isNumberOf16Bits(parts[1]!);
}

export function isRecord(text: string): boolean {
  const [name = '', type, data] = cutAll(text, ',', 3);
  return type !== undefined && isName(name) && isDigits(type) && (data === undefined || isHex(data));
}

export const areNames = (text: string) => cutAll(text).every(isName);

/** `host-record=NAME,...,ADDRESS,...[,TTL]`: two parts at least. */
export function isHostRecord(text: string): boolean {
  const parts = cutAll(text);
  return parts.length > 1 && parts.every((part) => isAddress(part) || isName(part));
}

/** `dynamic-host=NAME,ADDRESS,...,INTERFACE`. */
export function isDynamicHost(text: string): boolean {
  const [name = '', ...rest] = cutAll(text);
  const first = rest.findIndex((part) => !isAddress(part));
  return isName(name) && rest.some(isAddress) && first > 0;
}

/** `interface-name=NAME,INTERFACE/4`. */
export function isInterfaceName(text: string): boolean {
  const [name, face] = cut(text);
  if (face === undefined || !isName(name)) return false;
  const [, family] = cut(cut(face)[0], '/');
  return family === undefined || family === '4' || family === '6';
}

/** `alias=FIRST-LAST,NEW,MASK`: addresses of IPv4 that are written over in answers. */
export function isAlias(text: string): boolean {
  const parts = cutAll(text, ',', 3);
  const [range = '', to = '', mask] = parts;
  const [first, last] = cut(range, '-');
  if (!isV4(first) || !isV4(to) || (mask !== undefined && !isV4(mask))) return false;
  if (last === undefined) return true;
  if (!isV4(last)) return false;
  const bits = mask === undefined ? 0xffffffff : numberOfAddress(mask);
  const [low, high] = [numberOfAddress(first), numberOfAddress(last)];
  return low <= high && (low & bits) === (high & bits) && (mask !== undefined || low === high);
}

/** An address of IPv4 as a number. */
export const numberOfAddress = (address: string) => {
  const octets = addressBytes(address);
  return octets.readUInt32BE(octets.length - 4);
};

/** `auth-zone=NAME,NETWORK,...`, where a network may be that of an interface. */
export function isAuthZone(text: string): boolean {
  const [name = '', ...parts] = cutAll(text);
  return (
    isName(name) &&
    parts.every((part) => {
      const { address, length } = networkOf(part.replace(/^exclude:/, ''));
      if (length === undefined) return true;
      return isAddress(address) ? isDigits(length) : length === '4' || length === '6';
    })
  );
}

/** `trust-anchor=NAME,CLASS,TAG,ALGORITHM,TYPE,DIGEST`. */
export function isTrustAnchor(text: string): boolean {
  const [name, rest] = cut(text);
  if (!isName(name) || rest === undefined) return false;
  const [word, after] = cut(rest);
  const parts = cutAll(/^(?:IN|CH|HS)$/.test(word) ? (after ?? '') : rest, ',', 4);
  const [tag = '', algorithm = '', type = '', digest] = parts;
  const isOctet = (part: string) => isDigits(part) && numberOf(part) >= 0 && numberOf(part) < 256;
  return (
    digest !== undefined &&
    isNumberOf16Bits(tag) &&
    isOctet(algorithm) &&
    isOctet(type) &&
    isHex(shownOf(digest).replaceAll(' ', ''))
  );
}

/** `connmark-allowlist=MARK/MASK,PATTERN/...`. */
export function isMarkList(text: string): boolean {
  const [numbers = '', patterns] = cutAll(shownOf(text), ',', 2);
  const [mark, mask] = cut(numbers, '/');
  if (!/^\d+$/.test(mark) || (mask !== undefined && !/^\d+$/.test(mask))) return false;
  if (patterns === undefined) return true;
  const bits = mask === undefined ? -1 : numberOf(mask);
  if (bits === 0 || (numberOf(mark) & ~bits) !== 0) return false;
  return cutAll(patterns, '/').every((pattern) => pattern === '*' || isPattern(pattern));
}

export const isMask = (text: string) => /^\d+$/.test(shownOf(text)) && numberOf(text) !== 0;

/** A name of two labels at least, with asterisks in those before the last two. */
function isPattern(text: string): boolean {
  const labels = text.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[a-z\d*-]{1,63}(?<!-)$/i.test(label)) &&
    labels.slice(-2).every((label) => !label.includes('*')) &&
    !/^(?:\d+|local)$/i.test(labels.at(-1)!)
  );
}

/** `ipset=/NAME/SET,SET`: there is a set at least. */
export const hasSet = (text: string) => text !== '' && (!text.startsWith('/') || !text.endsWith('/'));

/** `auth-server=NAME,INTERFACE/4,...`. */
export function isAuthServer(text: string): boolean {
  const [name = '', ...faces] = cutAll(text);
  return isName(name) && faces.every((face) => ['4', '6', undefined].includes(cut(face, '/')[1]));
}
