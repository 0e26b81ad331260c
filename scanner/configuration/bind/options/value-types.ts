import { isIPv4, isIPv6 } from 'node:net';
import { type Item, isBlock, isWord } from '../read-statements.ts';
import { isUpdateRule } from './update-rule.ts';

/** A value type is a kind of value: it states how many items from a place on are one, none for no such value. */
export interface ValueType {
  readonly meaning: string;
  take(items: readonly Item[], at: number): number;
}

const largest = 0xffffffff;

function bare(meaning: string, accepts: (text: string) => boolean): ValueType {
  return {
    meaning,
    take: (items, at) => {
      const item = items[at];
      return isWord(item) && !item.quoted && !isSign(item.text) && accepts(item.text) ? 1 : 0;
    },
  };
}

const isSign = (text: string) => text === '/' || text === '!';

function integer(meaning: string, least: number, most: number): ValueType {
  return bare(meaning, (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most);
}

const isAddress = (text: string) => isIPv4(text) || isIPv6(text);
const isDuration = (text: string) =>
  isTtl(text) ||
  // A unit without a number, and the P alone, are nothing to the server.
  (/^P(?:\+?\d*W|(?:\+?\d*Y)?(?:\+?\d*M)?(?:\+?\d*D)?(?:T(?:\+?\d*H)?(?:\+?\d*M)?(?:\+?\d*S)?)?)$/i.test(
    text,
  ) &&
    text.length < 40);
const isTtl = (text: string) =>
  /^(?:\d+|(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i.test(text) &&
  text !== '' &&
  ttlOf(text) <= largest;
const isSize = (text: string) => /^\d{1,20}[kmg]?$/i.test(text);

/** Reads a TTL with or without units, or a duration of ISO 8601, as seconds. */
export function ttlOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^p/i.test(text)) return isoSeconds(text);
  const units: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 };
  let sum = 0;
  for (const [, count, unit] of text.toLowerCase().matchAll(/(\d+)([wdhms])/g))
    sum += Number(count) * units[unit!]!;
  return sum;
}

function isoSeconds(text: string): number {
  const [days = '', time = ''] = text.slice(1).toUpperCase().split('T');
  const sum = (part: string, units: Readonly<Record<string, number>>) =>
    [...part.matchAll(/(\d+)([YMWDHS])/g)].reduce(
      (all, [, count, unit]) => all + Number(count) * units[unit!]!,
      0,
    );
  return (
    sum(days, { Y: 31_536_000, M: 2_678_400, W: 604_800, D: 86_400 }) + sum(time, { H: 3_600, M: 60, S: 1 })
  );
}

const any: ValueType = { meaning: 'a word', take: (items, at) => (isWord(items[at]) ? 1 : 0) };

const string: ValueType = {
  meaning: 'a word',
  take: (items, at) => {
    const item = items[at];
    return isWord(item) && (item.quoted || !isSign(item.text)) ? 1 : 0;
  },
};

/** An address, whole or cut short, with the length of a prefix or none. */
function takePrefix(items: readonly Item[], at: number): number {
  const item = items[at];
  if (!isWord(item) || item.quoted) return 0;
  const { text } = item;
  const parts = text.split('.');
  const isShort =
    parts.length < 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  const isWhole = isAddress(text.replace(/%.*$/, ''));
  if (!isWhole && !isShort) return 0;
  const [slash, length] = [items[at + 1], items[at + 2]];
  if (!isWord(slash) || slash.quoted || slash.text !== '/') return isWhole ? 1 : 0;
  if (!isWord(length) || length.quoted || !/^\d{1,3}$/.test(length.text)) return 0;
  return prefixFits(text, Number(length.text)) ? 3 : 0;
}

/** Whether no bit is set beyond the length. */
function prefixFits(address: string, length: number): boolean {
  const bits = addressBits(address);
  return length <= bits.length && !bits.slice(length).includes('1');
}

/** Writes an address as zeros and ones; one of IPv4 may be cut short. */
export function addressBits(address: string): string {
  const text = address.replace(/%.*$/, '');
  if (!text.includes(':')) {
    const parts = text.split('.').map(Number);
    while (parts.length < 4) parts.push(0);
    return parts.map((part) => part.toString(2).padStart(8, '0')).join('');
  }
  const [head = '', tail] = text
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((part) => part.toString(16)).join(':'),
    )
    .split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...middle, ...last]
    .map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** An element of an address match list. */
function takeElement(items: readonly Item[], at: number): number {
  const first = items[at];
  if (isWord(first) && !first.quoted && first.text === '!') {
    const rest = takeElement(items, at + 1);
    return rest === 0 ? 0 : rest + 1;
  }
  if (isBlock(first)) {
    const fits = first.statements.every(({ items: inner }) => takeElement(inner, 0) === inner.length);
    return fits ? 1 : 0;
  }
  if (!isWord(first) || first.text === '/') return 0;
  if (!first.quoted && first.text.toLowerCase() === 'key') return isWord(items[at + 1]) ? 2 : 0;
  if (!first.quoted && first.text.toLowerCase() === 'geoip') return items.length - at;
  const prefix = takePrefix(items, at);
  if (prefix > 0) return prefix;
  const next = items[at + 1];
  if (isWord(next) && next.text === '/') return 0;
  return 1;
}

const choice = (...texts: string[]) => new Set(texts);
const booleans = choice('yes', 'no', 'true', 'false', '1', '0');
const severities = choice('critical', 'error', 'warning', 'notice', 'info', 'dynamic', 'debug');

export const valueTypes: Readonly<Record<string, ValueType>> = {
  nothing: { meaning: 'a semicolon', take: () => 0 },
  anything: { meaning: 'any text', take: (items, at) => items.length - at },
  boolean: bare('yes or no', (text) => booleans.has(text.toLowerCase())),
  integer: integer('a number', 0, largest),
  'port-number': integer('a port number', 0, 65_535),
  string,
  quoted: {
    meaning: 'a text in quotation marks',
    take: (items, at) => {
      const item = items[at];
      return isWord(item) && item.quoted ? 1 : 0;
    },
  },
  'quoted-or-none': {
    meaning: 'a text in quotation marks or none',
    take: (items, at) => {
      const item = items[at];
      return isWord(item) && (item.quoted || item.text.toLowerCase() === 'none') ? 1 : 0;
    },
  },
  ipv4: bare('an IPv4 address', isIPv4),
  ipv6: bare('an IPv6 address', isIPv6),
  'host-address': bare('an address', isAddress),
  'ipv4-or-any': bare('an IPv4 address or *', (text) => text === '*' || isIPv4(text)),
  'ipv6-or-any': bare('an IPv6 address or *', (text) => text === '*' || isIPv6(text)),
  'address-or-any': bare('an address or *', (text) => text === '*' || isAddress(text)),
  netprefix: { meaning: 'an address or prefix', take: takePrefix },
  portrange: {
    meaning: 'a port or range of ports',
    take: (items, at) => {
      const port = /^\d{1,5}$/;
      const texts = items.slice(at, at + 3).map((item) => (isWord(item) && !item.quoted ? item.text : ''));
      const [first = '', low = '', high = ''] = texts;
      if (first === 'range') return port.test(low) && port.test(high) && Number(low) <= Number(high) ? 3 : 0;
      return port.test(first) && Number(first) <= 65_535 ? 1 : 0;
    },
  },
  duration: bare('a duration', isDuration),
  'duration-or-unlimited': bare(
    'a duration or unlimited',
    (text) => /^unlimited$/i.test(text) || isDuration(text),
  ),
  sizeval: bare('a size such as 20m', isSize),
  'size-limit': bare(
    'a size, unlimited or default',
    (text) => /^(?:unlimited|default)$/i.test(text) || isSize(text),
  ),
  percentage: bare('a percentage', (text) => /^\d{1,10}%$/.test(text)),
  fixedpoint: bare('a number such as 0.1', (text) => /^\d{1,5}(?:\.\d{0,2})?$|^\.\d{1,2}$/.test(text)),
  'class-name': bare('a class', (text) => /^(?:in|internet|chaos|ch|chaosnet|hesiod|hs|any)$/i.test(text)),
  'log-severity': {
    meaning: 'critical, error, warning, notice, info, debug or dynamic',
    take: (items, at) => {
      const [first, level] = [items[at], items[at + 1]];
      if (!isWord(first) || !severities.has(first.text.toLowerCase())) return 0;
      const hasLevel = first.text.toLowerCase() === 'debug' && isWord(level) && /^\d+$/.test(level.text);
      return hasLevel ? 2 : 1;
    },
  },
  'zone-type': bare('a type of zone', (text) =>
    /^(?:primary|master|secondary|slave|mirror|hint|forward|stub|static-stub|redirect|delegation-only)$/i.test(
      text,
    ),
  ),
  match: { meaning: 'an address, a prefix, a key or the name of an acl', take: takeElement },
  'remote-server': {
    meaning: 'an address or the name of a list of servers',
    take: takeRemoteServer,
  },
  'update-rule': {
    meaning: 'grant or deny, who, and what',
    take: (items, at) => (isUpdateRule(items, at) ? items.length - at : 0),
  },
  word: any,
};

function takeRemoteServer(items: readonly Item[], at: number): number {
  const first = items[at];
  if (!isWord(first) || first.text === '/' || first.text === '!') return 0;
  let taken = 1;
  const wordAt = (index: number) => {
    const item = items[at + index];
    return isWord(item) && !item.quoted ? item.text.toLowerCase() : undefined;
  };
  const isServer = isAddress(first.text);
  if (isServer && wordAt(taken) === 'port') {
    const port = wordAt(taken + 1);
    if (port === undefined || !/^\d{1,5}$/.test(port) || Number(port) > 65_535) return 0;
    taken += 2;
  }
  for (const name of ['dscp', 'key', 'tls']) {
    if (wordAt(taken) !== name || !isWord(items[at + taken + 1])) continue;
    taken += 2;
  }
  return taken;
}
