import { createNameScanner } from '@sonde/scanner/checks/names/scan-name.ts';
import type { NameDirectory } from '@sonde/scanner/names/name-directory.ts';
import type { Scanner } from '@sonde/scanner/ports/scanner.ts';
import { outsideDns } from '@sonde/shared/dns/outside-dns.ts';

/**
 * Makes a function that finds the scanner of a name outside the DNS, in place of all checks; undefined for domains, and
 * for what nobody resolves.
 */
export function nameScanners(
  names: Pick<NameDirectory, 'resolve'>,
  handshakeEndings: readonly string[] = [],
): (name: string) => Scanner<unknown> | undefined {
  const handshake = new Set(handshakeEndings);
  return (name) => {
    const outside = outsideDns(name, handshake);
    if (outside === undefined || outside.system === 'special') return undefined;
    return createNameScanner(names, { why: outside.message, rule: outside.rule });
  };
}
