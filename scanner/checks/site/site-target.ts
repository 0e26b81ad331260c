import { isIP } from 'node:net';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';

const longestUrl = 2_048;

export interface SiteTarget {
  /** In stored form. */
  readonly domain: string;
  /** Undefined if a domain was named: its site, over https or else http. */
  readonly url: string | undefined;
}

/** Reads a domain or a URL as people type it. Throws InvalidInput for the parameter `url` if it is neither. */
export function siteTarget(text: string): SiteTarget {
  const trimmed = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    const input = parseDomainInput(trimmed.replace(/\/$/, ''));
    if ('domain' in input) return { domain: input.domain, url: undefined };
    throw new InvalidInput('url', `A domain or a URL is needed: ${input.message}.`);
  }
  const url = trimmed.length > longestUrl ? null : URL.parse(trimmed);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidInput('url', 'Only http and https URLs are looked at.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidInput('url', 'The URL must not have a user or a password in it.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const input = isIP(host) === 0 ? parseDomainInput(host) : { message: 'a site is known by its name' };
  if ('message' in input) throw new InvalidInput('url', `The URL has no domain in it: ${input.message}.`);
  url.hash = '';
  return { domain: input.domain, url: url.href };
}
