import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyRecord, signerRecord } from '../../../scanner/bench/lab/keys.ts';
import { startNsd } from '../../../scanner/bench/lab/nsd.ts';
import { namespacePlan } from '../../../scanner/bench/lab/plan.ts';
import { raiseNetwork } from '../../../scanner/bench/lab/raise-network.ts';
import { runTool } from '../../../scanner/bench/lab/run-tool.ts';
import type { ServerProcess } from '../../../scanner/bench/lab/server-process.ts';
import { startUnbound } from '../../../scanner/bench/lab/unbound.ts';
import { type KeyedZone, withKeys, zoneText } from './write-zone.ts';
import { type LabZone, resolverAddress, rootAddress, serversOf, withParents } from './zone.ts';

export interface LabOptions {
  /** Where zones and servers keep their files; whoever gives it takes it away. */
  readonly directory: string;
  readonly zones: readonly LabZone[];
  /** Starts a validating Unbound at 198.18.0.53, with these lines in its `server:` section. */
  readonly resolver?: readonly string[];
  /** Where the root's server listens; 53 unless said otherwise. */
  readonly rootPort?: number;
}

/** A closed Internet. */
export interface Lab {
  /** In the form of a root hints file. */
  readonly rootHints: string;
  /** DS records of the root, a line each. */
  readonly trustAnchor: string;
  /** DNSKEY records of the root's key. */
  readonly rootKey: string;
  /** The text of a zone as it was signed, before any change. */
  signedZone(name: string): string;
  stop(): Promise<void>;
}

/** IPv4 takes a local route for enough to listen at an address; IPv6 wants to have each. */
export async function raiseAddress(address: string): Promise<void> {
  if (address.includes(':')) {
    await runTool('ip', ['address', 'add', `${address}/128`, 'dev', 'lo', 'nodad']);
  }
}

/** Signs the zones, with those above them up to the root, and serves each at its addresses, port 53. */
export async function startLab({ directory, zones, resolver, rootPort }: LabOptions): Promise<Lab> {
  await raiseNetwork();
  const all = withParents(zones).map(withKeys);
  for (const address of new Set(all.flatMap(({ zone }) => serversOf(zone)))) await raiseAddress(address);
  const signed = new Map<string, string>();
  await Promise.all(
    all.map(async (keyed) => {
      signed.set(keyed.zone.name, await zoneText(keyed, all, join(directory, 'zones')));
    }),
  );
  const [rootKey] = all.find(({ zone }) => zone.name === '.')!.keys;
  const running: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  };
  try {
    running.push(...(await serve(all, signed, directory, rootPort)));
    if (resolver !== undefined) {
      const plan = { ...namespacePlan, resolver: [resolverAddress], root: [rootAddress] };
      running.push(await startUnbound(join(directory, 'resolver'), plan, keyRecord(rootKey!), resolver));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    rootHints: `. 3600 IN NS ns1.\nns1. 3600 IN A ${rootAddress}\n`,
    trustAnchor: rootKey === undefined ? '' : `${signerRecord(rootKey)}\n`,
    rootKey: rootKey === undefined ? '' : keyRecord(rootKey),
    signedZone: (name) => signed.get(name) ?? '',
    stop,
  };
}

/** One server process for each address, which knows the zones that it serves and no others. */
async function serve(
  all: readonly KeyedZone[],
  signed: ReadonlyMap<string, string>,
  directory: string,
  rootPort = 53,
): Promise<ServerProcess[]> {
  const byAddress = new Map<string, KeyedZone[]>();
  for (const keyed of all) {
    if (keyed.zone.unserved === true) continue;
    for (const address of serversOf(keyed.zone)) {
      byAddress.set(address, [...(byAddress.get(address) ?? []), keyed]);
    }
  }
  return Promise.all(
    [...byAddress].map(async ([address, zones]) => {
      const folder = join(directory, `nsd-${address.replaceAll(':', '_')}`);
      await mkdir(folder, { recursive: true });
      const served = await Promise.all(
        zones.map(async ({ zone, keys }) => {
          const file = join(folder, `${zone.name === '.' ? 'root' : zone.name}.zone`);
          const text = signed.get(zone.name)!;
          await writeFile(file, zone.change === undefined ? text : zone.change(text, address, keys));
          return {
            name: zone.name === '.' ? '' : zone.name,
            file,
            transferable: zone.transferable ?? false,
          };
        }),
      );
      return startNsd(folder, [address], address === rootAddress ? rootPort : 53, served);
    }),
  );
}
