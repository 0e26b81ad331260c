import { isIP } from 'node:net';
import { FetchError } from '../ports/fetch.ts';
import type { NameResolver } from '../ports/name-resolver.ts';
import type { AddressPolicy } from './address-policy.ts';

/**
 * Finds the addresses of a host that may be connected to. A connection goes to one of these and to nothing that is
 * looked up again, so that a name can't change its meaning between the check and the connection. Throws a FetchError:
 * `refused` if the policy forbids all of them, `unreachable` if there are none.
 */
export async function vettedAddresses(
  host: string,
  { resolver, policy }: { resolver: NameResolver; policy: AddressPolicy },
  signal: AbortSignal,
): Promise<string[]> {
  const literal = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal) === 0 ? await lookUp(host, resolver, signal) : [literal];
  if (addresses.length === 0) throw new FetchError('unreachable', `${host} has no address.`);
  const permitted = addresses.filter((address) => policy.permits(address));
  if (permitted.length > 0) return permitted;
  throw new FetchError('refused', `${host} is at an address that must not be connected to.`);
}

async function lookUp(host: string, resolver: NameResolver, signal: AbortSignal): Promise<string[]> {
  try {
    return await resolver.addresses(host, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new FetchError('unreachable', `${host} could not be looked up.`, { cause: error });
  }
}
