import { isIP } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import { evidenceAddresses } from '../../../ports/threats/evidence-addresses.ts';
import type { Sighting } from '../../../ports/threats/threats.ts';

const mostOfOne = 16;
/**
 * These detectors find by themselves what is said of the addresses in their evidence; in others' they may be victims'.
 */
const aboutAddresses = new Set(['fast_flux']);

/** Lists the addresses on the Internet that a sighting speaks against, in their normal form. */
export function sightedAddresses(
  sighting: Pick<Sighting, 'type' | 'source' | 'subject' | 'evidence' | 'severity'>,
): string[] {
  // What is worth a remark alone speaks against nobody.
  if (sighting.severity === 'info') return [];
  if (sighting.source === 'detection' && !aboutAddresses.has(sighting.type)) return [];
  const found = new Set<string>();
  for (const text of evidenceAddresses(sighting)) {
    if (isIP(text) === 0 || text.includes('%')) continue;
    const address = addressText(addressBytes(text));
    if (specialNetworkOf(address) === undefined) found.add(address);
    if (found.size === mostOfOne) break;
  }
  return [...found];
}
