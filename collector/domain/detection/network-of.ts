import { isIPv4 } from 'node:net';
import { addressBytes, addressText, ipv6Text } from '@sonde/shared/net/address.ts';

/** Gives the network of this prefix length around an address, in normal form: host bits cleared. */
export function networkOf(address: string, prefix: number): string {
  const isFour = isIPv4(address);
  const bytes = addressBytes(address);
  for (let bit = prefix + (isFour ? 96 : 0); bit < 128; bit++) bytes[bit >> 3]! &= ~(0x80 >> (bit & 7));
  return `${isFour ? addressText(bytes) : ipv6Text(bytes)}/${prefix}`;
}
