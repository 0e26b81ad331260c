import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import { specialNetworks } from '@sonde/shared/net/special-purpose.ts';

/** Prefixes of IPv6 addresses that stand for the IPv4 address at that byte: mapped, compatible, NAT64, 6to4. */
const carriers: readonly { readonly prefix: Buffer; readonly bytes: number; readonly at: number }[] = [
  { prefix: addressBytes('::ffff:0:0:0'), bytes: 12, at: 12 },
  { prefix: addressBytes('64:ff9b::'), bytes: 12, at: 12 },
  { prefix: addressBytes('2002::'), bytes: 2, at: 2 },
  { prefix: Buffer.alloc(16), bytes: 12, at: 12 },
];

/** An address policy decides which addresses the collector may connect to. */
export class AddressPolicy {
  /** Also those that are somebody: nothing of a scan's lies there. Cloud metadata services stand at link-local addresses and fd00:ec2::254. */
  readonly #refused = blockList(specialNetworks.map(({ prefix }) => prefix));
  readonly #allowed: BlockList;

  /** `allowed`: networks that may be reached although they are not public, such as the operator's own. */
  constructor(allowed: readonly string[]) {
    this.#allowed = blockList(allowed);
  }

  /** Tells whether a connection may go to the address. What is no address is refused. */
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
