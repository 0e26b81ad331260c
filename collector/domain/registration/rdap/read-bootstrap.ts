import { listOf, objectOf } from './json-parts.ts';

/** Base URLs of RDAP services by the domain that they know all below of; the root is ''. */
export type RdapServices = ReadonlyMap<string, readonly string[]>;

const mostDomains = 20_000;

/** Reads a bootstrap file for domains (RFC 9224 section 4). Throws a RangeError where it is none. */
export function readBootstrap(text: string): RdapServices {
  const file = objectOf(parsed(text));
  if (file === undefined || !Array.isArray(file.services)) {
    throw new RangeError('This is no bootstrap file of RDAP: it has no "services".');
  }
  const services = new Map<string, readonly string[]>();
  for (const service of file.services as unknown[]) {
    const [domains, urls] = Array.isArray(service) ? service : [];
    const bases = listOf(urls).flatMap(baseUrl);
    if (bases.length === 0 || !Array.isArray(domains)) continue;
    for (const domain of domains) {
      if (typeof domain !== 'string' || domain.length > 253 || services.size >= mostDomains) continue;
      services.set(domain.toLowerCase().replace(/\.$/, ''), bases);
    }
  }
  return services;
}

/** Over HTTPS only: what comes in the clear could be anybody's word (RFC 9224 section 3 wants HTTPS preferred). */
function baseUrl(value: unknown): string[] {
  if (typeof value !== 'string' || value.length > 500) return [];
  const url = URL.parse(value);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.search !== '') return [];
  return [url.href.endsWith('/') ? url.href : `${url.href}/`];
}

/** The services for a domain by the longest match of whole labels (RFC 9224 section 4); none where nobody serves it. */
export function servicesFor(domain: string, services: RdapServices): readonly string[] {
  const labels = domain.split('.');
  for (let at = 0; at <= labels.length; at++) {
    const found = services.get(labels.slice(at).join('.'));
    if (found !== undefined) return found;
  }
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('This is no bootstrap file of RDAP: it is no JSON.');
  }
}
