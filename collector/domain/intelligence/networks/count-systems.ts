import { addressBytes } from '@sonde/shared/net/address.ts';
import type { AutonomousSystems } from '../../../ports/networks/autonomous-systems.ts';

/**
 * Counts the autonomous systems that announce these addresses, at least; null if the known ones are not enough to tell
 * whether there is more than one.
 */
export function countSystems(addresses: readonly string[], networks: AutonomousSystems): number | null {
  const found = addresses.map((address) => networks.find(addressBytes(address))?.asn);
  const known = new Set(found.filter((asn) => asn !== undefined)).size;
  return known > 1 || (known === 1 && !found.includes(undefined)) ? known : null;
}
