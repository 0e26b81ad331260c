import { isIP, isIPv4 } from 'node:net';
import { storedName } from '@sonde/shared/dns/names.ts';
import { writtenName } from '@sonde/shared/dns/written-name.ts';
import { addressBytes, addressText, ipv6Text } from '@sonde/shared/net/address.ts';

/** Characters; indicators are stored as names are, and longer URLs are made for one victim each. */
const longestUrl = 1_000;

/** Undoes what writers of reports do so that nobody follows a link by mistake: `hxxp://evil[.]example`. */
export function refang(text: string): string {
  return text
    .replace(/^hxxp/i, 'http')
    .replace(/\[:\]|\[:\/\/\]/g, (mark) => mark.slice(1, -1))
    .replace(/\[(?:\.|dot)\]|\((?:\.|dot)\)/gi, '.');
}

/**
 * Brings a domain name to the stored form; a leading `.` is dropped, and `*.` stays: only what lies below is meant.
 * Undefined for addresses and for what is no name.
 */
export function normalDomain(text: string): string | undefined {
  const [, star, bare = ''] = /^(\*(?=\.))?\.?(.*?)\.?$/s.exec(text.trim())!;
  if (bare === '' || !bare.includes('.') || /[\s\p{Cc}/:@*,;|\\"'<>()[\]]/u.test(bare) || isIP(bare) !== 0)
    return undefined;
  const name = writtenName(bare);
  // A name that ends in digits is a broken address: no top-level domain is numeric (RFC 3696 section 2).
  if (name === undefined || /(?:^|\.)\d+$/.test(name)) return undefined;
  return star === undefined ? name : `*.${name}`;
}

/**
 * Brings an address or network to normal form: `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`, host bits cleared;
 * undefined if the text is neither.
 */
export function normalNetwork(text: string): string | undefined {
  const [address = '', length, rest] = text.trim().split('/');
  if (rest !== undefined || isIP(address) === 0 || address.includes('%')) return undefined;
  const most = isIPv4(address) ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = length === undefined ? most : Number(length);
  // Nothing as wide as an eighth of the world is an indicator: it is a mistake in the list.
  if (prefix > most || prefix < 3) return undefined;
  const bytes = addressBytes(address);
  const bits = prefix + 128 - most;
  for (let bit = bits; bit < 128; bit++) bytes[bit >> 3]! &= ~(0x80 >> (bit & 7));
  const written = most === 32 ? addressText(bytes) : ipv6Text(bytes);
  return prefix === most ? written : `${written}/${prefix}`;
}

/**
 * Brings an http or https URL to `host/path?query`: the scheme, user, default port and fragment say nothing about what
 * is bad. A host that is an address stays one. Undefined if the text is no such URL.
 */
export function normalUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longestUrl) return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (!host.includes('.') && !host.startsWith('[')) return undefined;
  return `${host}${url.port === '' ? '' : `:${url.port}`}${url.pathname}${url.search}`;
}

/** Brings a certificate's digest in hex to normal form: SHA-1 or SHA-256. */
export function normalCertificate(text: string): string | undefined {
  const hex = text.trim().replaceAll(':', '').toLowerCase();
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hex) ? hex : undefined;
}

export function normalCve(text: string): string | undefined {
  const cve = text.trim().toUpperCase();
  return /^CVE-\d{4}-\d{4,19}$/.test(cve) ? cve : undefined;
}

/** A domain as most are asked for, which can be nothing else: the last of several labels is none but of letters. */
const plainDomain = /^(?!hxxp)(?:[a-z0-9_-]+\.)+[a-z]{2,63}$/;

/** Finds out what a text is and brings it to its normal form. Undefined if it is nothing that could be listed. */
export function normaliseIndicator(text: string): string | undefined {
  if (plainDomain.test(text)) return storedName(text);
  const clear = refang(text.trim());
  if (isBrokenNetwork(clear)) return undefined;
  return (
    normalCve(clear) ??
    normalCertificate(clear) ??
    normalNetwork(clear) ??
    addressWithPort(clear) ??
    (clear.includes('/') ? normalUrl(clear) : normalDomain(clear))
  );
}

/** Takes the address of `192.0.2.1:443` and `[2001:db8::1]:443`; the port does not count. */
export function addressWithPort(text: string): string | undefined {
  const address =
    /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? /^\[([0-9a-fA-F:.]+)\]:\d{1,5}$/.exec(text)?.[1];
  return address === undefined ? undefined : normalNetwork(address);
}

/** An address with a prefix length that can't be meant is no URL, either. */
function isBrokenNetwork(text: string): boolean {
  const [address = '', length = ''] = text.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(length) && normalNetwork(text) === undefined;
}
