import { BlockList, isIPv4 } from 'node:net';
import { parse } from 'tldts';
import type { IndicatorKind } from '../../../../ports/threats/indicators.ts';
import { wellKnownNames, wellKnownNetworks } from './well-known.ts';

/** A warning list knows names and networks that are known to be good, and takes them out of every feed. */
export class WarningList {
  readonly #names: ReadonlySet<string>;
  readonly #networks = new BlockList();

  /** `extra`: names and networks of the operator, in normal form. */
  constructor(extra: { readonly names?: readonly string[]; readonly networks?: readonly string[] } = {}) {
    this.#names = new Set([...wellKnownNames, ...(extra.names ?? [])]);
    for (const network of [...wellKnownNetworks, ...(extra.networks ?? [])]) {
      const [address = '', prefix] = network.split('/');
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      if (prefix === undefined) this.#networks.addAddress(address, family);
      else this.#networks.addSubnet(address, Number(prefix), family);
    }
  }

  /** Tells whether an indicator in normal form is too well known to be listed. URLs never are: one page may be bad. */
  covers(kind: IndicatorKind, name: string): boolean {
    if (kind === 'domain') {
      const bare = name.replace(/^\*\./, '');
      return this.#names.has(bare.replace(/^www\./, '')) || isPublicSuffix(bare);
    }
    if (kind !== 'ip') return false;
    const [address = '', prefix] = name.split('/');
    // A network that merely touches a well-known address stays, unless it is wide; its own first address decides.
    return (
      this.#networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') &&
      (prefix === undefined || Number(prefix) >= 8)
    );
  }
}

function isPublicSuffix(name: string): boolean {
  const { domain, isIcann, isPrivate } = parse(name, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return domain === null && (isIcann === true || isPrivate === true);
}
