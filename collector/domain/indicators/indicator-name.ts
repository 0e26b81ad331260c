import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { storedName } from '@sonde/shared/dns/names.ts';

/**
 * The domain name that an entry of a list means, in the stored form: `*.Bad.example.` is `bad.example`, whose indicator
 * covers all below. Undefined where it is no domain name: an address, the root, something with a path.
 */
export function indicatorName(entry: string): string | undefined {
  const bare = entry.trim().replace(/^\*?\./, '');
  if (bare === '' || isIP(bare) !== 0 || /[\s/:@*,;|]/.test(bare)) return undefined;
  const ascii = /^[\x21-\x7e]+$/.test(bare) ? bare : domainToASCII(bare);
  const name = ascii === '' ? undefined : storedName(ascii);
  return name === '.' ? undefined : name;
}
