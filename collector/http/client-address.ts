import { BlockList, isIP, isIPv4 } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';

/** Trusted proxies are networks whose word about the client's address is believed. */
export class TrustedProxies {
  readonly #networks = new BlockList();
  readonly #localSockets: boolean;

  /** Each an address, a network in CIDR notation, or `unix` for peers on a Unix socket. */
  constructor(networks: readonly string[]) {
    this.#localSockets = networks.includes('unix');
    for (const network of networks) {
      if (network === 'unix') continue;
      const [address = '', length] = network.split('/');
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      if (length === undefined) this.#networks.addAddress(address, family);
      else this.#networks.addSubnet(address, Number(length), family);
    }
  }

  trusts(address: string): boolean {
    return this.#networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }

  /** A peer without an address is one on a Unix socket. */
  trustsPeer(address: string | undefined): boolean {
    return address === undefined ? this.#localSockets : this.trusts(plainAddress(address));
  }
}

/**
 * Finds the client's address. X-Forwarded-For is read from the right, and only as far as trusted proxies wrote it: what
 * stands further left is the client's own claim.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let address = peer === undefined ? '127.0.0.1' : plainAddress(peer);
  if (forwardedFor === undefined || !trusted.trustsPeer(peer)) return address;
  for (const entry of forwardedFor.split(',').reverse()) {
    const candidate = withoutPort(entry.trim());
    if (isIP(candidate) === 0 || candidate.includes('%')) return address;
    address = plainAddress(candidate);
    if (!trusted.trusts(address)) return address;
  }
  return address;
}

/** IPv4 addresses arrive as `::ffff:192.0.2.1` on a socket for both families. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  return addressText(addressBytes(address.split('%')[0]!));
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[0-9.]+:\d{1,5}$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}
