import { labNetworks } from '../../../scanner/bench/lab/raise-network.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createDnsNetwork, type DnsNetwork } from '../../../scanner/network/dns/create-dns-network.ts';
import { readRootHints } from '../../../scanner/network/dns/root-hints.ts';
import { systemClock, systemRandom } from '../../../shared/system/system.ts';
import type { Lab } from './start-lab.ts';

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
