import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createDnsNetwork, type DnsNetwork } from '../../../scanner/network/dns/create-dns-network.ts';
import { readRootHints } from '../../../scanner/network/dns/root-hints.ts';
import { systemClock, systemRandom } from '../../../shared/system/system.ts';
import type { Lab } from './start-lab.ts';

/** What an AddressPolicy has to allow for the lab. */
export const labNetworks: readonly string[] = [
  '198.18.0.0/15',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '2001:db8::/32',
];

/** The collector's way into the DNS of the lab, as main makes it. */
export function labNetwork(
  lab: Pick<Lab, 'rootHints'>,
  options: { stub?: readonly string[] } = {},
): DnsNetwork {
  return createDnsNetwork({
    policy: new AddressPolicy(labNetworks),
    rootServers: readRootHints(lab.rootHints),
    clock: systemClock,
    random: systemRandom,
    timeoutMilliseconds: 1_000,
    ...options,
  });
}
