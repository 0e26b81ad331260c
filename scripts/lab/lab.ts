import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startNsd } from '../../scanner/bench/lab/nsd.ts';
import { type LabPlan, topLevelName } from '../../scanner/bench/lab/plan.ts';
import type { ServerProcess } from '../../scanner/bench/lab/server-process.ts';
import { startUnbound } from '../../scanner/bench/lab/unbound.ts';
import { raiseAddresses } from './addresses.ts';
import { writeZone } from './sign-zone.ts';
import { leafZones, parentZone } from './zones.ts';

/**
 * A lab is a closed network: authoritative servers for the root, a top-level domain and its zones, and a validating
 * resolver.
 */
export interface Lab {
  readonly plan: LabPlan;
  stop(): Promise<void>;
}

/** Makes the zones from the leaves up, for each parent vouches for its children, and starts the servers from the root down. */
export async function startLab(
  directory: string,
  plan: LabPlan,
  options: { unbound?: readonly string[] } = {},
): Promise<Lab> {
  const zonesDirectory = join(directory, 'zones');
  mkdirSync(zonesDirectory, { recursive: true });
  await raiseAddresses(plan);

  const leaves = await Promise.all(leafZones(plan).map((zone) => writeZone(zonesDirectory, zone)));
  const delegations = leaves.map(({ name, keys }) => ({ name, keys, servers: plan.leaves }));
  const topLevel = await writeZone(zonesDirectory, parentZone(topLevelName, plan.topLevel, delegations));
  const ownDelegation = { name: topLevelName, keys: topLevel.keys, servers: plan.topLevel };
  const root = await writeZone(zonesDirectory, parentZone('', plan.root, [ownDelegation]));

  const running: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  };
  try {
    const authoritative = await Promise.all([
      startNsd(join(directory, 'root'), plan.root, plan.port, [root]),
      startNsd(join(directory, 'top-level'), plan.topLevel, plan.port, [topLevel]),
      startNsd(join(directory, 'leaves'), plan.leaves, plan.port, leaves),
    ]);
    running.push(...authoritative);
    running.push(await startUnbound(join(directory, 'resolver'), plan, root.publicKey!, options.unbound));
  } catch (error) {
    await stop();
    throw error;
  }
  return { plan, stop };
}
