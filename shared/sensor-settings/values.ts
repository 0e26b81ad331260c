import { isIP, isIPv4 } from 'node:net';
import { storedName } from '../dns/names.ts';
import { recordTypeNumber } from '../dns/record-types.ts';
import { responseCodeNumber } from '../dns/response-codes.ts';
import { integer, readBy } from '../settings/setting-types.ts';

/** The domain name setting reads a domain name, in the stored form. */
export const domainName = readBy('a domain name', storedName);

/** The record type setting reads a record type's mnemonic or `TYPE123`. */
export const recordType = readBy('a record type such as `AAAA`, `HTTPS` or `TYPE65`', (value) => {
  const name = value.toUpperCase();
  return recordTypeNumber(name) === undefined ? undefined : name;
});

/** The response code setting reads a response code's mnemonic or `RCODE11`. */
export const responseCode = readBy('a response code such as `NXDOMAIN`', (value) => {
  const name = value.toUpperCase();
  return responseCodeNumber(name) === undefined ? undefined : name;
});

/** The client network setting reads a network as `address/length`; a bare address stands for itself. */
export const clientNetwork = readBy('a network such as `192.0.2.0/24` or `2001:db8::/32`', (value) => {
  const [address = '', length, ...rest] = value.split('/');
  const width = isIPv4(address) ? 32 : 128;
  const valid =
    isIP(address) !== 0 &&
    rest.length === 0 &&
    !address.includes('%') &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= width));
  return valid ? `${address}/${length ?? width}` : undefined;
});

export const port = integer(1, 65_535);

/**
 * The collector address setting reads an http(s) URL without credentials, query or fragment, or `unix:/absolute/path`.
 */
export const collectorAddress = readBy(
  'a URL such as `https://collector.example` or `unix:/run/sonde/collector.sock`, without credentials, query or fragment',
  (value) => {
    if (value.startsWith('unix:')) return value.startsWith('unix:/') ? value : undefined;
    const url = URL.parse(value);
    if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
    const more = url.username + url.password + url.search + url.hash;
    return more === '' ? url.href.replace(/\/+$/, '') : undefined;
  },
);

/** The 256-bit key setting reads 32 octets in hexadecimal. */
export const key256 = readBy('64 hexadecimal digits', (value) =>
  /^[0-9a-f]{64}$/i.test(value) ? value : undefined,
);

/** The public key setting reads an Ed25519 key: its 32 octets (RFC 8032) in base64. */
export const publicKey = readBy('32 octets in base64', (value) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) ? value : undefined,
);
