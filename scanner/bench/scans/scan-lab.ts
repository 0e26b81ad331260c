import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyRecord, signerRecord } from '../lab/keys.ts';
import { startNsd } from '../lab/nsd.ts';
import { namespacePlan } from '../lab/plan.ts';
import { labNetworks, raiseNetwork } from '../lab/raise-network.ts';
import type { ServerProcess } from '../lab/server-process.ts';
import { startUnbound } from '../lab/unbound.ts';
import { startDelayingRelay } from './delaying-relay.ts';
import { labAddresses, makeZones } from './make-zones.ts';

type Level = keyof typeof labAddresses;

/** Milliseconds until an answer of the servers of a level comes. */
export type Delays = Readonly<Record<Level, number>>;

export interface ScanLab {
  /** Settings by which a scan stays in the lab. */
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds that zones and servers took. */
  readonly seconds: number;
  /** The address of a validating Unbound. */
  readonly resolver: string;
  /** Starts the servers anew, with answers that come later. */
  delay(delays: Delays): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a closed Internet with so many domains: the root, three top-level domains, their zones, and a resolver. Within a namespace. */
export async function startScanLab(directory: string, domains: number): Promise<ScanLab> {
  const began = performance.now();
  await raiseNetwork();
  const zones = await makeZones(join(directory, 'zones'), domains);
  const running: { stop(): Promise<void> | void }[] = [];
  const stop = async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
  };
  const serve = async (place: (address: string) => string): Promise<void> => {
    const { root, topLevel, ...others } = labAddresses;
    const levels = [
      ['root', root, zones.root],
      ['top-level', topLevel, zones.topLevel],
      ['leaves', Object.values(others).flat(), zones.leaves],
    ] as const;
    for (const [name, addresses, served] of levels)
      running.push(await startNsd(join(directory, name), addresses.map(place), 53, served));
  };
  const [resolver] = namespacePlan.resolver;
  try {
    await serve((address) => address);
    running.push(await startResolver(directory, keyRecord(zones.rootKey)));
  } catch (error) {
    await stop();
    throw error;
  }
  const hints = join(directory, 'root.hints');
  const anchor = join(directory, 'root.key');
  await writeFile(hints, `. 3600 IN NS ns1.\nns1. 3600 IN A ${labAddresses.root[0]}\n`);
  await writeFile(anchor, `${signerRecord(zones.rootKey)}\n`);
  return {
    environment: {
      SONDE_ROOT_HINTS: hints,
      SONDE_TRUST_ANCHOR: anchor,
      SONDE_ALLOWED_NETWORKS: labNetworks.join(','),
      SONDE_RDAP_BOOTSTRAP: 'off',
      SONDE_WHOIS_ROOT: 'off',
    },
    seconds: (performance.now() - began) / 1_000,
    resolver: resolver!,
    delay: async (delays) => {
      await stop();
      await serve(behind);
      const relayed = Object.entries(labAddresses).flatMap(([level, addresses]) =>
        addresses.map((address) => ({ address, to: behind(address), milliseconds: delays[level as Level] })),
      );
      const relay = await startDelayingRelay(relayed);
      running.push({ stop: () => relay.close() });
    },
    stop,
  };
}

/** Where a server stands while a relay has its address. */
function behind(address: string): string {
  return address.replace('198.18.', '198.19.');
}

async function startResolver(directory: string, rootKey: string): Promise<ServerProcess> {
  const folder = join(directory, 'resolver');
  await mkdir(folder, { recursive: true });
  const plan = {
    ...namespacePlan,
    resolver: namespacePlan.resolver.slice(0, 1),
    resolverUpstream: namespacePlan.resolverUpstream.slice(0, 1),
    root: labAddresses.root,
  };
  return startUnbound(folder, plan, rootKey);
}
