import { open } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { createDnsNetwork } from '@sonde/scanner/network/dns/create-dns-network.ts';
import { reverseName } from '@sonde/scanner/protocols/dnsbl/address-zones.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import type { ClientNaming } from '../../domain/traffic/clients/find-client-names.ts';
import type { ReverseNames } from '../../ports/traffic/reverse-names.ts';

/** Bytes that are read of a lease file, from its start: some 50,000 leases. */
const largestFile = 8 * 2 ** 20;
const questions = 4;
const milliseconds = 5_000;

/** Creates what finds names of clients: the lease files, and the one resolver that is asked. */
export function createClientNaming(
  { clientLeases, clientResolver }: Pick<Config, 'clientLeases' | 'clientResolver'>,
  accountId: number,
): { readonly clientNaming: ClientNaming } {
  return {
    clientNaming: {
      accountId,
      leaseFiles: clientLeases,
      readLeaseFile,
      reverseNames: clientResolver === undefined ? undefined : reverseNamesOf(clientResolver),
      asked: new Map(),
    },
  };
}

async function readLeaseFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(Math.min(largestFile, (await file.stat()).size));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Nobody else is asked, whatever the resolver answers: the policy permits its address and the network has no other way. */
export function reverseNamesOf(resolver: { readonly address: string; readonly port: number }): ReverseNames {
  const { address, port } = resolver;
  const network = createDnsNetwork({
    policy: new AddressPolicy([`${address}/${isIPv4(address) ? 32 : 128}`]),
    rootServers: [],
    stub: [address],
    ports: new Map([[address, port]]),
    clock,
    random,
    maxSockets: 16,
    asksSpecialNames: true,
  });
  return {
    nameOf: async (client, signal) => {
      const dns = network.forScan({ questions, milliseconds, signal });
      const answer = await dns.resolve(reverseName(client), recordTypes.PTR, { validate: false });
      if (answer.failure !== undefined) return undefined;
      return answer.answer.find(({ type }) => type === recordTypes.PTR)?.text ?? null;
    },
  };
}
