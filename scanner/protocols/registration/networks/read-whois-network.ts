import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { parsePrefix, prefixText, wordsText } from '@sonde/shared/net/prefix.ts';
import type { NetworkFacts } from '../../../ports/network-registration.ts';
import { plainText } from '../facts.ts';
import { timeOf } from '../times.ts';
import { limitedWords } from '../whois/refusal-words.ts';
import { type WhoisEntry, whoisEntries } from '../whois/whois-entries.ts';
import { compareSizes, isWithin, type Range, rangeOf } from './address-range.ts';
import { geofeedInRemark, geofeedUrl } from './geofeed-url.ts';

export type NetworkReading =
  | { readonly facts: NetworkFacts }
  | { readonly referral: string }
  | { readonly code: 'absent' | 'limited' | 'malformed'; readonly message: string };

/** Korea and Japan have names of their own. */
const rangeKeys = [
  'inetnum',
  'inet6num',
  'netrange',
  'cidr',
  'ipv4 address',
  'ipv6 address',
  'network number',
];
const mostBlocks = 100;
const longestWord = 200;
const absentNetwork =
  /^[%# \t]{0,20}(?:error:? ?\d{1,4}:? ?)?no (?:match|entries|objects?) found|^% No match for/im;

/**
 * Reads what a registry's server says of an address. Of several networks the narrowest counts. A server that knows only who
 * knows more is a referral.
 */
export function readWhoisNetwork(text: string, address: string): NetworkReading {
  const blocks = text
    .split(/\r?\n\s*\r?\n/, mostBlocks)
    .map((block) => ({ text: block, entries: whoisEntries(block) }));
  const isNetwork = ({ entries }: { entries: readonly WhoisEntry[] }) =>
    entries.some(({ key }) => rangeKeys.includes(key));
  const networks = blocks.flatMap(({ entries }, index) => {
    const range = rangeIn(entries, address);
    if (range === undefined) return [];
    // Whose it is stands behind it, up to the next network.
    const behind = blocks.slice(index + 1);
    const next = behind.findIndex(isNetwork);
    const all = [
      entries,
      ...behind.slice(0, next === -1 ? behind.length : next).map((block) => block.entries),
    ].flat();
    return [{ range, entries, all }];
  });
  const [narrowest] = networks.toSorted((one, other) => compareSizes(one.range, other.range));
  const referral = referralIn(blocks.flatMap(({ entries }) => entries));
  if (narrowest === undefined) {
    if (referral !== undefined) return { referral };
    if (limitedWords.test(text))
      return { code: 'limited', message: 'the server wants to be asked less often' };
    if (absentNetwork.test(text)) return { code: 'absent', message: 'the server does not know the address' };
    return { code: 'malformed', message: 'the answer names no network that has the address' };
  }
  if (referral !== undefined) return { referral };
  const { range, entries, all } = narrowest;
  const first = (keys: readonly string[], among: readonly WhoisEntry[] = entries) =>
    among.find(({ key }) => keys.includes(key))?.value;
  const country = plainText(first(['country']) ?? first(['country'], all)) ?? '';
  return {
    facts: {
      ...range,
      handle: plainText(first(['nethandle', 'nic-hdl-br', 'ownerid'])),
      name: plainText(first(['netname', 'network name', 'service name'])),
      description: plainText(first(['descr', 'owner'])),
      organization: plainText(organizationOf(entries, all)),
      country: /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
      abuseContact: abuseContactIn(text, all, address),
      geofeed: geofeedIn(entries),
      registeredAt: timeOf(first(['regdate', 'created', 'registration date', 'assigned date'])),
      updatedAt: timeOf(first(['updated', 'last-modified', 'changed', 'last update'])),
      status: [first(['status', 'nettype'])].flatMap((status) => plainText(status) ?? []),
      redacted: [],
    },
  };
}

/**
 * Reads `% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@example.net'`: RIPE and APNIC tell it in a remark
 * alone.
 */
export function abuseContactIn(text: string, entries: readonly WhoisEntry[], address: string): string | null {
  const remark = /^%+ {0,3}Abuse contact for '([^'\n]{1,100})' is '([^'\n]{3,254})'/im.exec(text);
  if (remark !== null) {
    const range = rangeFrom(remark[1]!);
    if (range !== undefined && isWithin(address, range.first, range.last)) return mailIn(remark[2]!);
  }
  if (/^%+ {0,3}No abuse contact registered/im.test(text)) return null;
  // LACNIC and registro.br name a handle.
  const handle = entries.find(({ key }) => key === 'abuse-c')?.value;
  const desk = entries.find(({ key, value }) => /^nic-hdl(?:-br)?$/.test(key) && value === handle);
  if (desk !== undefined) {
    const mail = entries.slice(entries.indexOf(desk)).find(({ key }) => key === 'e-mail')?.value;
    if (mail !== undefined) return mailIn(mail);
  }
  const told = entries.find(({ key }) => /^(?:orgabuseemail|abuse-mailbox|abuse-email)$/.test(key))?.value;
  return told === undefined ? null : mailIn(told);
}

/** The attribute counts; only without it a remark does. */
function geofeedIn(entries: readonly WhoisEntry[]): string | null {
  const told = entries.find(({ key }) => key === 'geofeed')?.value;
  if (told !== undefined) return geofeedUrl(told);
  for (const { key, value } of entries) {
    const found = /^(?:remarks|comment)$/.test(key) ? geofeedInRemark(value) : null;
    if (found !== null) return found;
  }
  return null;
}

/** `Organization: Example Inc. (EXAM)` has the handle behind the name. */
function organizationOf(entries: readonly WhoisEntry[], all: readonly WhoisEntry[]): string | undefined {
  const named = all.find(({ key }) =>
    /^(?:orgname|custname|org-name|owner|organization name)$/.test(key),
  )?.value;
  return (
    named ?? entries.find(({ key }) => key === 'organization')?.value.replace(/ \([A-Z0-9-]{1,20}\)$/, '')
  );
}

function rangeIn(entries: readonly WhoisEntry[], address: string): Range | undefined {
  for (const { key, value } of entries) {
    if (!rangeKeys.includes(key)) continue;
    const range = rangeFrom(value);
    if (range !== undefined && isWithin(address, range.first, range.last)) return range;
  }
  return undefined;
}

/** `192.0.2.0 - 192.0.2.255`, `192.0.2.0/24`, and LACNIC's `192.0.2/24`. */
function rangeFrom(value: string): Range | undefined {
  const [first = '', last] = value
    .slice(0, longestWord)
    .replace(/\s*\(.*$/, '')
    .split(/\s+-\s+|\s*-\s*/);
  if (last !== undefined) return rangeOf(first, last);
  const [network = '', length = ''] = (first.split(/[\s,]/)[0] ?? '').split('/');
  const padded = /^\d+(?:\.\d+){0,2}$/.test(network)
    ? `${network}${'.0'.repeat(3 - network.split('.').length + 1)}`
    : network;
  const prefix = parsePrefix(`${padded}/${length}`);
  if (prefix === undefined || prefixText(prefix).endsWith('/0')) return undefined;
  const { family, words } = prefix;
  const end = words.map((word, at) => {
    const free = Math.min(32, Math.max(0, (at + 1) * 32 - prefix.length));
    return word + 2 ** free - 1;
  });
  return rangeOf(wordsText(family, words), wordsText(family, end));
}

/** `refer: whois.ripe.net`, `ReferralServer: whois://whois.ripe.net`; RWHOIS is another protocol, which is not spoken. */
function referralIn(entries: readonly WhoisEntry[]): string | undefined {
  for (const { key, value } of entries) {
    if (key !== 'refer' && key !== 'referralserver') continue;
    const [, host = ''] = /^(?:whois:\/\/)?([^\s/:]{1,253})(?::43)?\/?$/i.exec(value.trim()) ?? [];
    const read = parseDomainInput(host);
    if ('domain' in read) return read.domain;
  }
  return undefined;
}

function mailIn(text: string): string | null {
  return /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/.exec(text.slice(0, 300))?.[0]?.toLowerCase() ?? null;
}
