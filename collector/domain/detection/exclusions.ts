import { isIP, isIPv4 } from 'node:net';
import { networkOf } from './network-of.ts';

/**
 * An exclusion states what an operator doesn't want to hear about at a location: everything that is given must hold.
 */
export interface Exclusion {
  /** `*.example.com` is everything below example.com, `example.com` also itself; null for any name. */
  readonly name: string | null;
  /** An address or a network such as `10.0.0.0/8`, as text; null for any client. */
  readonly client: string | null;
}

/** Tells whether an exclusion covers a sighting of this name by this client. */
export function isExcluded(exclusions: readonly Exclusion[], name: string, clientAddress: string): boolean {
  return exclusions.some(
    (exclusion) =>
      (exclusion.name === null || coversName(exclusion.name, name)) &&
      (exclusion.client === null || coversClient(exclusion.client, clientAddress)),
  );
}

function coversName(pattern: string, name: string): boolean {
  if (pattern.startsWith('*.')) return name.endsWith(pattern.slice(1));
  return name === pattern || name.endsWith(`.${pattern}`);
}

function coversClient(client: string, address: string): boolean {
  const slash = client.indexOf('/');
  if (slash === -1) return client === address;
  // Whoever tells of a query need not say whose it was.
  if (isIP(address) === 0) return false;
  if (isIPv4(client.slice(0, slash)) !== isIPv4(address)) return false;
  return networkOf(address, Number(client.slice(slash + 1))) === client;
}
