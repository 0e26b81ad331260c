import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { ClientNameStore } from '../../../ports/traffic/client-names.ts';
import type { ReverseNames } from '../../../ports/traffic/reverse-names.ts';
import type { TrafficStore } from '../../../ports/traffic/traffic-store.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';
import { mostClientNames } from './name-clients.ts';
import { clientName, readLeases } from './read-leases.ts';

/** Clients that are looked at in one run, the busiest first. */
const mostClients = 500;
const dayMs = 86_400_000;
/** A name is asked for again after that, and forgotten after twice that without an answer. */
const againMs = dayMs;
const atOnce = 8;

export interface ClientNaming {
  /** Whose clients are named: the account of the installation's administrator. */
  readonly accountId: number;
  readonly leaseFiles: readonly string[];
  readonly readLeaseFile: (path: string) => Promise<string>;
  /** Undefined where nobody is asked. */
  readonly reverseNames: ReverseNames | undefined;
  /** When each address was last asked for. */
  readonly asked: Map<string, number>;
}

export interface FindClientNamesPorts {
  readonly clientNaming: ClientNaming;
  readonly clientNames: Pick<ClientNameStore, 'putFound' | 'forgetFound'>;
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly traffic: Pick<TrafficStore, 'overview'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes the names of clients out of lease files. One that cannot be read is told, and its names of before stay. */
export async function takeLeases(ports: FindClientNamesPorts): Promise<void> {
  const { clientNaming, clientNames, clock, log } = ports;
  const { accountId, leaseFiles, readLeaseFile } = clientNaming;
  if (leaseFiles.length === 0) return;
  const now = new Date(clock.now());
  const names = new Map<string, string>();
  let isWhole = true;
  for (const path of leaseFiles) {
    try {
      for (const { address, name } of readLeases(await readLeaseFile(path), now.getTime()))
        names.set(address, name);
    } catch (error) {
      isWhole = false;
      log.warn({ path, error }, 'a lease file could not be read');
    }
  }
  const put = [...names].slice(0, mostClientNames).map(([address, name]) => ({ address, name }));
  await clientNames.putFound(accountId, 'lease', put, now);
  if (isWhole) await clientNames.forgetFound(accountId, 'lease', now);
}

/**
 * Asks the operator's resolver what private addresses of clients are called (PTR). Public ones are never asked for: who runs those
 * would learn who is looked at.
 */
export async function lookUpClients(ports: FindClientNamesPorts, signal: AbortSignal): Promise<void> {
  const { clientNaming, clientNames, traffic, clock } = ports;
  const { accountId, reverseNames, asked } = clientNaming;
  if (reverseNames === undefined) return;
  const now = clock.now();
  const locationIds = await scopedLocationIds(accountId, undefined, ports);
  if (locationIds.length === 0) return;
  const range = { locationIds, from: new Date(now - dayMs), to: new Date(now) };
  const shape = { bucketSeconds: 86_400, latencyBucketSeconds: 86_400, top: mostClients };
  const { topClients } = await traffic.overview(range, shape);
  const due = topClients
    .map(({ name }) => name)
    .filter(
      (address) => isPrivate(address) && (asked.get(address) ?? Number.NEGATIVE_INFINITY) < now - againMs,
    );
  for (let from = 0; from < due.length && !signal.aborted; from += atOnce) {
    const names = await Promise.all(
      due.slice(from, from + atOnce).map(async (address) => {
        const answer = await reverseNames.nameOf(address, signal);
        // What could not be asked is asked for again in the next run.
        if (answer === undefined) return [];
        asked.set(address, now);
        return [{ address, name: answer === null ? null : (clientName(answer) ?? null) }];
      }),
    );
    await clientNames.putFound(accountId, 'reverse', names.flat(), new Date(now));
  }
  for (const [address, at] of asked) if (at < now - againMs) asked.delete(address);
  await clientNames.forgetFound(accountId, 'reverse', new Date(now - 2 * againMs));
}

const privateNetworks: ReadonlySet<string> = new Set([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
]);

function isPrivate(address: string): boolean {
  const network = specialNetworkOf(address);
  return network !== undefined && privateNetworks.has(network.prefix);
}
