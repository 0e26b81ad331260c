import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { NameResolver } from '../../ports/name-resolver.ts';
import type { DnsNetwork } from './create-dns-network.ts';
import { addressesOf } from './iterate/zone-cut.ts';

/** For finding the addresses of one host. */
const questions = 60;
const milliseconds = 10_000;

/**
 * Creates a resolver of host names through the collector's own way into the DNS, for connections that it makes itself.
 */
export function createNameResolver(network: Pick<DnsNetwork, 'forScan'>): NameResolver {
  return {
    addresses: async (host, signal) => {
      const name = storedName(host);
      if (name === undefined) return [];
      const dns = network.forScan({ questions, milliseconds, signal });
      const answers = await Promise.all(
        [recordTypes.A, recordTypes.AAAA].map((type) => dns.resolve(name, type, { validate: false })),
      );
      const failed = answers.find((answer) => answer.failure !== undefined);
      const addresses = answers.flatMap((answer) => addressesOf(answer.answer));
      if (addresses.length === 0 && failed !== undefined) {
        throw new Error(`${host} could not be looked up: ${failed.failureMessage}`);
      }
      return addresses;
    },
  };
}
