import { leadingBits, parsePrefix } from '@sonde/shared/net/prefix.ts';
import { listOf, objectOf } from './json-parts.ts';

/**
 * The RDAP services are base URLs by the subjects that they know: a domain and all below it (the root is ''), a prefix,
 * a range of systems.
 */
export type RdapServices = ReadonlyMap<string, readonly string[]>;

const mostDomains = 20_000;

/** Reads a bootstrap file (RFC 9224 section 3). Throws a RangeError if it is none. */
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

/**
 * Finds the services for a domain by the longest match of whole labels (RFC 9224 section 4); none if no server serves
 * it.
 */
export function servicesFor(domain: string, services: RdapServices): readonly string[] {
  const labels = domain.split('.');
  for (let at = 0; at <= labels.length; at++) {
    const found = services.get(labels.slice(at).join('.'));
    if (found !== undefined) return found;
  }
  return [];
}

/** Finds the services for an address by the longest prefix (RFC 9224 section 5.1). */
export function servicesForAddress(address: string, services: RdapServices): readonly string[] {
  const own = parsePrefix(address);
  let best: { readonly length: number; readonly bases: readonly string[] } = { length: -1, bases: [] };
  for (const [text, bases] of services) {
    const prefix = parsePrefix(text);
    if (own === undefined || prefix?.family !== own.family || prefix.length <= best.length) continue;
    const { words, length } = prefix;
    const isIn = own.words.every((word, at) => leadingBits(word, length - at * 32) === words[at]);
    if (isIn) best = { length, bases };
  }
  return best.bases;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('This is no bootstrap file of RDAP: it is no JSON.');
  }
}
