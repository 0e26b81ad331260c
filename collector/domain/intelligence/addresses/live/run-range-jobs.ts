import { isIPv4 } from 'node:net';
import type { AddressLists } from '@sonde/scanner/addresses/address-lists.ts';
import { findReverseNames, type ReverseNames } from '@sonde/scanner/addresses/reverse-names.ts';
import { addressAt } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import { reverseName } from '@sonde/scanner/protocols/dnsbl/address-zones.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import type { FoundAddress, RangeChunk, RangeJobStore } from '../../../../ports/addresses/range-jobs.ts';
import { type WithNetworkPorts, withNetwork } from '../../scan/with-network.ts';

/** Longer than a step may take by far. */
const leaseSeconds = 300;
/** Addresses that are asked for at once, and set down together. */
const step = 16;
/** Milliseconds for the names of one address. */
const patience = 20_000;
const pointer = 12;
const noSuchName = 3;
const noNames: ReverseNames = { names: [], confirmed: [], error: undefined };

export interface RangeJobPorts extends WithNetworkPorts {
  readonly rangeJobs: Pick<RangeJobStore, 'claim' | 'advance' | 'release'>;
  readonly addressLists: Pick<AddressLists, 'askPatiently'>;
  /** This collector's id among the collectors on one database. */
  readonly collectorId: string;
}

/** Works on chunks of ranges until there are none to take. What is in hand when it stops is given back, and goes on from there. */
export async function runRangeJobs(ports: RangeJobPorts, signal: AbortSignal): Promise<void> {
  const { rangeJobs, collectorId } = ports;
  try {
    while (!signal.aborted) {
      const chunk = await rangeJobs.claim(collectorId, leaseSeconds);
      if (chunk === undefined) return;
      await lookAt(chunk, ports, signal);
    }
  } finally {
    await rangeJobs.release(collectorId);
  }
}

async function lookAt(chunk: RangeChunk, ports: RangeJobPorts, signal: AbortSignal): Promise<void> {
  const bytes = addressBytes(chunk.first);
  const hasNames = !(await isWithoutNames(chunk, ports, signal));
  for (let { done } = chunk; done < chunk.size && !signal.aborted; ) {
    const until = Math.min(chunk.size, done + step);
    const ips = Array.from({ length: until - done }, (_, at) => addressAt(bytes, done + at));
    const found = await Promise.all(ips.map((ip) => lookAtOne(ip, hasNames, chunk.lists, ports, signal)));
    if (signal.aborted) return;
    const worth = found.filter(
      ({ names, listedIn, unknown }) => names.length + listedIn.length + unknown.length > 0,
    );
    if (!(await ports.rangeJobs.advance(ports.collectorId, { ...chunk, done }, until, worth, leaseSeconds)))
      return;
    done = until;
  }
}

/** If there is nothing at the name of a /24, there is nothing below it either (RFC 8020). */
async function isWithoutNames(
  { first, size }: RangeChunk,
  ports: RangeJobPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isIPv4(first) || size < step || specialNetworkOf(first) !== undefined) return false;
  const above = reverseName(first).replace(/^\d+\./, '');
  return withNetwork(ports, AbortSignal.any([signal, AbortSignal.timeout(patience)]), async (network) => {
    const answer = await network.dns.resolve(above, pointer, { signal: network.signal, validate: false });
    return answer.failure === undefined && answer.responseCode === noSuchName;
  });
}

async function lookAtOne(
  ip: string,
  hasNames: boolean,
  lists: boolean,
  ports: RangeJobPorts,
  signal: AbortSignal,
): Promise<FoundAddress> {
  if (specialNetworkOf(ip) !== undefined) return { ip, names: [], confirmed: [], listedIn: [], unknown: [] };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const [reverse, entries] = await Promise.all([
    hasNames ? withNetwork(ports, inTime, (network) => findReverseNames(ip, network)) : noNames,
    // They take their time: each list sets a pace.
    lists
      ? withNetwork(ports, signal, (network: ScanPorts) => ports.addressLists.askPatiently(ip, network))
      : [],
  ]);
  return {
    ip,
    names: reverse.names ?? [],
    confirmed: reverse.confirmed,
    listedIn: entries.filter(({ answer }) => answer.status === 'listed').map(({ zone }) => zone),
    unknown: [
      ...(reverse.names === null ? ['reverse_dns'] : []),
      ...entries.filter(({ answer }) => 'message' in answer).map(({ zone }) => zone),
    ],
  };
}
