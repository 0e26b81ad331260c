import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * An access list names the addresses that may speak with us: addresses and prefixes (`192.0.2.0/24`, `2001:db8::1`).
 * Without an entry nobody may. Throws a RangeError if an entry is neither.
 */
export class AccessList {
  readonly #list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', prefix, ...more] = entry.split('/');
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      const bits = prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix);
      const whole = prefix === undefined || /^[0-9]{1,3}$/.test(prefix);
      if (isIP(address) === 0 || more.length > 0 || !whole || bits > (family === 'ipv4' ? 32 : 128)) {
        throw new RangeError(`not an address or a prefix: ${entry.slice(0, 64)}`);
      }
      this.#list.addSubnet(address, bits, family);
    }
  }

  /**
   * Tells whether an address is allowed; false also for a text that is no address. IPv4-mapped addresses count as IPv4.
   */
  allows(address: string | undefined): boolean {
    if (address === undefined || isIP(address) === 0) return false;
    const plain = /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? address;
    return this.#list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  }
}

/** The loopback list allows this machine, and nobody else. */
export const loopback: readonly string[] = ['127.0.0.0/8', '::1'];
