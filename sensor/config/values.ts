import { isIP, isIPv4 } from 'node:net';
import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { parseText, parseWhole } from './setting.ts';

/** A domain name, in the stored form. */
export function parseName(value: unknown): string {
  const name = storedName(parseText(value));
  if (name === undefined) throw new RangeError('a domain name');
  return name;
}

/** A record type's mnemonic or `TYPE123`. */
export function parseRecordType(value: unknown): string {
  const name = parseText(value).toUpperCase();
  if (recordTypeNumber(name) === undefined)
    throw new RangeError('a record type such as AAAA, HTTPS or TYPE65');
  return name;
}

/** A response code's mnemonic or `RCODE11`. */
export function parseResponseCode(value: unknown): string {
  const name = parseText(value).toUpperCase();
  if (responseCodeNumber(name) === undefined) throw new RangeError('a response code such as NXDOMAIN');
  return name;
}

/** A network as `address/length`; a bare address stands for itself. */
export function parseNetwork(value: unknown): string {
  const [address = '', length, ...rest] = parseText(value).split('/');
  const width = isIPv4(address) ? 32 : 128;
  const valid =
    isIP(address) !== 0 &&
    rest.length === 0 &&
    !address.includes('%') &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= width));
  if (!valid) throw new RangeError('a network such as 192.0.2.0/24 or 2001:db8::/32');
  return length === undefined ? `${address}/${width}` : `${address}/${length}`;
}

export function parsePort(value: unknown): number {
  return parseWhole(value, { min: 1, max: 65_535 });
}

/** An http(s) URL without credentials, query or fragment, or `unix:/absolute/path`. */
export function parseCollector(value: unknown): string {
  const expected = 'a URL such as https://collector.example or unix:/run/sonde/collector.sock';
  const text = parseText(value);
  if (text.startsWith('unix:')) {
    if (!text.startsWith('unix:/')) throw new RangeError(expected);
    return text;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new RangeError(expected);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new RangeError(`${expected}, without credentials, query or fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

/** `HOST:PORT`, an IPv6 host in brackets. */
export function parseHostPort(value: unknown): string {
  const text = parseText(value);
  const match = /^(\[[0-9a-f:.]+\]|[^:\s[\]]+):(\d{1,5})$/i.exec(text);
  if (match === null || Number(match[2]) > 65_535) {
    throw new RangeError('HOST:PORT such as 127.0.0.1:9464 or [::1]:9464');
  }
  return text;
}

/** 32 octets in hexadecimal. */
export function parseKey256(value: unknown): string {
  const text = parseText(value);
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new RangeError('64 hexadecimal digits');
  return text;
}
