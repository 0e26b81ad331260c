import type { BatchRows } from '../../batch-rows.ts';
import type { ReconnaissanceSettings } from '../../settings.ts';
import { LocatedMap } from '../../state/located-map.ts';

const followed = 5_000;
/** Networks of a client that are followed at once. */
const mostNetworks = 4;
/** Addresses that follow one another so closely are asked in order. */
const near = 4;
const orderedShare = 0.5;

interface Network {
  readonly name: string;
  since: number;
  /** A bit for each of the 256 addresses. */
  readonly asked: Uint32Array;
  count: number;
  last: number;
  inOrder: number;
}

export interface Sweep {
  readonly network: string;
  readonly addresses: number;
  readonly inOrder: number;
}

/**
 * Reverse sweeps are clients that ask for the names of the addresses of one network, by /24: many in their order, or nearly
 * all. Who reads a log asks in no order.
 */
export class ReverseSweeps {
  readonly #clients = new LocatedMap<Network[]>(followed);

  /** Notes a query for the name of an address; the sweep that it belongs to, if it is one by now. */
  note(
    row: BatchRows,
    { sweepSeconds, sweepAddresses, sweepAll }: ReconnaissanceSettings,
  ): Sweep | undefined {
    const read = reversed(row.queryName);
    if (read === undefined) return undefined;
    const { network, host } = read;
    const at = row.observedSeconds;
    const networks = this.#networksOf(row);
    let own = networks.find(({ name }) => name === network);
    if (own === undefined) {
      own = { name: network, since: at, asked: new Uint32Array(8), count: 0, last: -256, inOrder: 0 };
      if (networks.push(own) > mostNetworks) networks.shift();
    }
    if (at - own.since >= sweepSeconds) {
      own.since = at;
      own.asked.fill(0);
      own.count = 0;
      own.inOrder = 0;
      own.last = -256;
    }
    const bit = 1 << (host & 31);
    if ((own.asked[host >> 5]! & bit) !== 0) return undefined;
    own.asked[host >> 5]! |= bit;
    own.count++;
    if (Math.abs(host - own.last) <= near) own.inOrder++;
    own.last = host;
    const share = own.inOrder / own.count;
    const isSweep = own.count >= sweepAll || (own.count >= sweepAddresses && share >= orderedShare);
    return isSweep ? { network, addresses: own.count, inOrder: Number(share.toFixed(2)) } : undefined;
  }

  #networksOf(row: BatchRows): Network[] {
    const { locationId, client } = row;
    return this.#clients.get(locationId, client.hash) ?? this.#clients.add(locationId, client.hash, []);
  }
}

/** The /24 and the last octet of an address below in-addr.arpa. */
function reversed(name: string): { network: string; host: number } | undefined {
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.in-addr\.arpa$/.exec(name);
  if (octets === null) return undefined;
  const host = Number(octets[1]);
  return host > 255 ? undefined : { network: `${octets[4]}.${octets[3]}.${octets[2]}.0/24`, host };
}
