import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';

/**
 * Addresses that are not somebody on the Internet: the IANA special-purpose registries for IPv4 and IPv6, multicast,
 * and what is reserved. Cloud metadata services stand at link-local addresses and fd00:ec2::254.
 */
const notPublic = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Prefixes of IPv6 addresses that stand for the IPv4 address at that byte: mapped, compatible, NAT64, 6to4. */
const carriers: readonly { readonly prefix: Buffer; readonly bytes: number; readonly at: number }[] = [
  { prefix: addressBytes('::ffff:0:0:0'), bytes: 12, at: 12 },
  { prefix: addressBytes('64:ff9b::'), bytes: 12, at: 12 },
  { prefix: addressBytes('2002::'), bytes: 2, at: 2 },
  { prefix: Buffer.alloc(16), bytes: 12, at: 12 },
];

/** Decides which addresses the collector may connect to. */
export class AddressPolicy {
  readonly #refused = blockList(notPublic);
  readonly #allowed: BlockList;

  /** `allowed`: networks that may be reached although they are not public, such as the operator's own. */
  constructor(allowed: readonly string[]) {
    this.#allowed = blockList(allowed);
  }

  /** Whether a connection may go there. What is no address is refused. */
  permits(address: string): boolean {
    if (!isIPv4(address) && (!isIPv6(address) || address.includes('%'))) return false;
    const plain = addressText(addressBytes(address));
    if (contains(this.#allowed, plain)) return true;
    if (contains(this.#refused, plain)) return false;
    const carried = carriedAddress(plain);
    return carried === undefined || this.permits(carried);
  }
}

/** The IPv4 address within an IPv6 address of a transition mechanism. */
function carriedAddress(address: string): string | undefined {
  if (isIPv4(address)) return undefined;
  const bytes = addressBytes(address);
  for (const { prefix, bytes: length, at } of carriers) {
    if (bytes.compare(prefix, 0, length, 0, length) === 0) return [...bytes.subarray(at, at + 4)].join('.');
  }
  return undefined;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}
