import { isIP } from 'node:net';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { readBy } from '@sonde/shared/settings/setting-types.ts';

/** The address of a resolver, which is asked at port 53. */
export const resolverAddress = readBy('an IP address', (value) =>
  isIP(value) !== 0 && !value.includes('%') ? value : undefined,
);

/** The name of a zone, in stored form. */
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
