import type { ScanPorts } from '../../ports/scanner.ts';
import { siteHeaders } from '../site-headers.ts';
import type { StrictTransport } from './tls-result.ts';

/** Asks the site for its header; null if it could not be asked. */
export async function fetchStrictTransport(
  domain: string,
  ports: Pick<ScanPorts, 'fetch' | 'signal'>,
): Promise<StrictTransport | null> {
  const site = await siteHeaders(domain, ports, 'tls');
  return 'headers' in site ? readStrictTransport(site.headers['strict-transport-security']) : null;
}

/** Reads Strict-Transport-Security (RFC 6797 section 6.1); of several directives of a name none counts. */
export function readStrictTransport(header: string | undefined): StrictTransport {
  if (header === undefined) {
    return { present: false, maxAge: null, includeSubDomains: false, preload: false, raw: null };
  }
  // Headers of the same name arrive joined; the first counts (section 8.1).
  const [first = ''] = header.slice(0, 1_024).split(',');
  const directives = first.split(';').map((directive) => {
    const [name = '', value] = directive.split('=');
    return { name: name.trim().toLowerCase(), value: value?.trim().replace(/^"(.*)"$/, '$1') };
  });
  const named = (name: string) => directives.filter((directive) => directive.name === name);
  const ages = named('max-age');
  const age = ages.length === 1 && /^[0-9]{1,12}$/.test(ages[0]!.value ?? '') ? Number(ages[0]!.value) : null;
  return {
    present: true,
    maxAge: age,
    includeSubDomains: named('includesubdomains').length > 0,
    preload: named('preload').length > 0,
    raw: header.slice(0, 1_024),
  };
}
