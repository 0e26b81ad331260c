import { isIP } from 'node:net';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';

/** Reads a resolver's address in its one form. Throws InvalidInput. */
export function resolverAddress(text: string): string {
  const trimmed = text.trim();
  if (isIP(trimmed) !== 0 && !trimmed.includes('%')) return addressText(addressBytes(trimmed));
  throw new InvalidInput('resolver', 'A resolver is named by its IP address.');
}
