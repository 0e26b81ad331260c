import { isIP } from 'node:net';
import { Conflict, InvalidInput } from '@sonde/shared/errors.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import type { ClientNameStore } from '../../../ports/traffic/client-names.ts';

/** One account has at most this many names of clients. */
export const mostClientNames = 20_000;

/** Names clients of an account's network, or takes names back. Throws InvalidInput and Conflict. */
export async function nameClients(
  accountId: number,
  names: readonly { readonly address: string; readonly name: string | null }[],
  { clientNames }: { readonly clientNames: Pick<ClientNameStore, 'change'> },
): Promise<void> {
  // The last word on an address holds.
  const byAddress = new Map<string, string | null>();
  for (const [index, { address, name }] of names.entries()) {
    const text = address.trim();
    if (isIP(text) === 0 || text.includes('%')) {
      throw new InvalidInput(`names.${index}.client_ip`, 'A client is an IPv4 or IPv6 address.');
    }
    byAddress.set(addressText(addressBytes(text)), name);
  }
  const changes = [...byAddress].map(([address, name]) => ({ address, name }));
  if (!(await clientNames.change(accountId, changes, mostClientNames))) {
    throw new Conflict(`An account has at most ${mostClientNames} names of clients.`);
  }
}
