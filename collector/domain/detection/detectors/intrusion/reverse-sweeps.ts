import type { BatchRows } from '../../batch-rows.ts';
import { readReverseName, readReverseNibbles } from '../../names/reverse-name.ts';
import type { ReconnaissanceSettings } from '../../settings.ts';
import { LocatedMap } from '../../state/located-map.ts';

const followed = 5_000;
/** Networks of a client that are followed at once. */
const mostNetworks = 4;
/** Addresses that follow one another so closely are asked in order. */
const near = 4;
const orderedShare = 0.5;

/** Of what a client asks for, so much follows what it asked for before, if it walks through many networks. */
const walkShare = 0.7;

/** A walk is what a client asks for over all networks. */
interface Walk {
  since: number;
  asked: number;
  steps: number;
  last: number;
}

interface Client {
  readonly networks: Network[];
  readonly walk: Walk;
}

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
 * Reverse sweeps are clients that ask for the names of the addresses of one network, by /24 (IPv6: /120): many in their
 * order, or nearly all; or of a few of many networks, each after the other. Who reads a log asks in no order.
 */
export class ReverseSweeps {
  readonly #clients = new LocatedMap<Client>(followed);

  /** Notes a query for the name of an address; the sweep that it belongs to, if it is one by now. */
  note(
    row: BatchRows,
    { sweepSeconds, sweepAddresses, sweepAll }: ReconnaissanceSettings,
  ): Sweep | undefined {
    const read = reversed(row.queryName);
    if (read === undefined) return undefined;
    const { network, host } = read;
    const at = row.observedSeconds;
    const { networks, walk } = this.#clientOf(row);
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
    const isWalk = step(walk, read, { at, sweepSeconds, sweepAddresses });
    const isSweep = own.count >= sweepAll || (own.count >= sweepAddresses && share >= orderedShare);
    if (isSweep) return { network, addresses: own.count, inOrder: rounded(share) };
    return isWalk
      ? { network: 'several networks', addresses: walk.asked, inOrder: rounded(walk.steps / walk.asked) }
      : undefined;
  }

  #clientOf(row: BatchRows): Client {
    const { locationId, client } = row;
    return (
      this.#clients.get(locationId, client.hash) ??
      this.#clients.add(locationId, client.hash, {
        networks: [],
        walk: { since: row.observedSeconds, asked: 0, steps: 0, last: -1 },
      })
    );
  }
}

/** Counts an address that is new in its network; tells whether the client walks. */
function step(
  walk: Walk,
  { number }: Reversed,
  { at, sweepSeconds, sweepAddresses }: { at: number; sweepSeconds: number; sweepAddresses: number },
): boolean {
  if (at - walk.since >= sweepSeconds) {
    walk.since = at;
    walk.asked = 0;
    walk.steps = 0;
  }
  walk.asked++;
  if (number > walk.last && number - walk.last <= near) walk.steps++;
  walk.last = number;
  return walk.asked >= sweepAddresses && walk.steps >= walk.asked * walkShare;
}

function rounded(share: number): number {
  return Number(share.toFixed(2));
}

/** An address as a sweep sees it; its number is that of the whole IPv4 address, or of the last 32 bits. */
interface Reversed {
  readonly network: string;
  readonly host: number;
  readonly number: number;
}

/** Reads the network and the last octet of an address below in-addr.arpa or ip6.arpa. */
function reversed(name: string): Reversed | undefined {
  if (name.endsWith('.ip6.arpa')) return reversedNibbles(name);
  const octets = readReverseName(name);
  if (octets === undefined) return undefined;
  const host = Number(octets[3]);
  if (host > 255) return undefined;
  const number = octets.reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return { network: `${octets[0]}.${octets[1]}.${octets[2]}.0/24`, host, number };
}

function reversedNibbles(name: string): Reversed | undefined {
  const nibbles = readReverseNibbles(name);
  if (nibbles === undefined) return undefined;
  return {
    network: `${nibbles.slice(0, -2).replaceAll(/(.{4})(?=.)/g, '$1:')}00/120`,
    host: Number.parseInt(nibbles.slice(-2), 16),
    number: Number.parseInt(nibbles.slice(-8), 16),
  };
}
