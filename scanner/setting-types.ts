import { isIP } from 'node:net';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { readBy } from '@sonde/shared/settings/setting-types.ts';

/** The resolver address type reads the address of a resolver, which is asked at port 53. */
export const resolverAddress = readBy('an IP address', (value) =>
  isIP(value) !== 0 && !value.includes('%') ? value : undefined,
);

/** The zone name type reads the name of a zone, in stored form. */
export const zoneName = readBy('a domain name', (value) => {
  const read = parseDomainInput(value);
  return 'domain' in read ? read.domain : undefined;
});

/** A URL to ask about a domain at. */
export const searchUrl = readBy('a URL (https, http) with `{domain}` in it', (value) => {
  const parsed = URL.parse(value);
  const isSearch = parsed !== null && /^https?:$/.test(parsed.protocol) && value.includes('{domain}');
  return isSearch ? value : undefined;
});

/** The ending type reads one label. */
export const ending = readBy('a label such as `welcome`', (value) => {
  const read = parseDomainInput(value.replace(/^\./, ''));
  return 'domain' in read && !read.domain.includes('.') ? read.domain : undefined;
});

/**
 * The server address type reads the address of a server and its port: `192.0.2.1:5349`, `[2001:db8::1]:5349`; without a
 * port, 53.
 */
export const serverAddress = readBy('an IP address, and a port behind a colon if it is not 53', (value) => {
  if (isIP(value) !== 0) return value.includes('%') ? undefined : { address: value, port: 53 };
  const [, six, four, digits] = /^(?:\[([^\]%]+)\]|([\d.]+)):(\d{1,5})$/.exec(value) ?? [];
  const port = Number(digits);
  const isAddress = isIP(six ?? '') === 6 || isIP(four ?? '') === 4;
  return isAddress && port >= 1 && port <= 65_535 ? { address: six ?? four ?? '', port } : undefined;
});
