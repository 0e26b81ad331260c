import { isIP } from 'node:net';
import { writtenName } from '@sonde/shared/dns/written-name.ts';

/**
 * Reads the domain name that an entry of a list means, in the stored form: `Bad.example.` is `bad.example`, whose
 * indicator covers all below; of `*.bad.example` only that is meant. Undefined if it is no domain name: an address, the
 * root, something with a path.
 */
export function indicatorName(entry: string): string | undefined {
  const [, star, bare = ''] = /^(\*(?=\.))?\.?(.*)$/s.exec(entry.trim())!;
  if (bare === '' || isIP(bare) !== 0 || /[\s\p{Cc}/:@*,;|]/u.test(bare)) return undefined;
  const name = writtenName(bare);
  if (name === undefined || name === '.') return undefined;
  return star === undefined ? name : `*.${name}`;
}
