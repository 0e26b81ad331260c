import * as addressWords from '@sonde/sensor/pairing/address-words.ts';
import * as hashWords from '@sonde/sensor/pairing/hash-words.ts';
import type { Packet } from '../decode/packet.ts';
import { Flow } from './flow.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { isSameAddress, mixAddress } = addressWords;
const { finish, mix } = hashWords;

const source = 0;
const destination = 4;

/** So that nobody can choose connections with the same hash. */
const seed = (Math.random() * 0x1_0000_0000) | 0;

/** A flow table holds connections, up to a number; the oldest makes room for a new one. */
export class FlowTable {
  readonly #flows = new Set<Flow>();
  readonly #byHash = new Map<number, Flow>();
  readonly #capacity: number;
  readonly #onEvicted: (flow: Flow) => void;

  constructor(capacity: number, onEvicted: (flow: Flow) => void) {
    this.#capacity = capacity;
    this.#onEvicted = onEvicted;
  }

  get size(): number {
    return this.#flows.size;
  }

  [Symbol.iterator](): IterableIterator<Flow> {
    return this.#flows.values();
  }

  /** The flow of a packet; `toServer` tells its direction. */
  find(packet: Packet, toServer: boolean, isTcp: boolean): Flow | undefined {
    const client = toServer ? source : destination;
    const { addresses } = packet;
    const [clientPort, serverPort] = portsOf(packet, toServer);
    let flow = this.#byHash.get(hashOf(packet, client, clientPort, serverPort, isTcp));
    for (; flow !== undefined; flow = flow.chain) {
      if (flow.clientPort !== clientPort || flow.serverPort !== serverPort || flow.isTcp !== isTcp) continue;
      // One direction may come without tags.
      if (flow.network !== packet.network && flow.network !== 0 && packet.network !== 0) continue;
      if (!isSameAddress(flow.words, source, addresses, client)) continue;
      if (isSameAddress(flow.words, destination, addresses, client ^ destination)) return flow;
    }
    return undefined;
  }

  add(flow: Flow): void {
    if (this.#flows.size >= this.#capacity) {
      const [oldest] = this.#flows;
      this.#onEvicted(oldest!);
      this.remove(oldest!);
    }
    flow.chain = this.#byHash.get(flow.hash);
    this.#byHash.set(flow.hash, flow);
    this.#flows.add(flow);
  }

  remove(flow: Flow): void {
    if (!this.#flows.delete(flow)) return;
    const first = this.#byHash.get(flow.hash);
    if (first === flow && flow.chain === undefined) this.#byHash.delete(flow.hash);
    else if (first === flow) this.#byHash.set(flow.hash, flow.chain!);
    for (let before = first; before !== undefined; before = before.chain)
      if (before.chain === flow) before.chain = flow.chain;
    flow.chain = undefined;
  }
}

/** Makes the flow that a packet is the first of. */
export function flowOf(packet: Packet, toServer: boolean, isTcp: boolean): Flow {
  const flow = new Flow();
  const client = toServer ? source : destination;
  const [clientPort, serverPort] = portsOf(packet, toServer);
  for (let index = 0; index < 8; index++) flow.words[index] = packet.addresses[(client + index) & 7]!;
  flow.clientPort = clientPort;
  flow.serverPort = serverPort;
  flow.isTcp = isTcp;
  flow.network = packet.network;
  flow.vlan = packet.vlans & 0xfff;
  flow.startedAt = packet.time;
  flow.lastSeenAt = packet.time;
  flow.hash = hashOf(packet, client, clientPort, serverPort, isTcp);
  return flow;
}

function hashOf(
  { addresses }: Packet,
  client: number,
  clientPort: number,
  serverPort: number,
  isTcp: boolean,
): number {
  const hash = mixAddress(
    mixAddress(isTcp ? seed : ~seed, addresses, client),
    addresses,
    client ^ destination,
  );
  return finish(mix(hash, (clientPort << 16) | serverPort));
}

function portsOf(packet: Packet, toServer: boolean): [client: number, server: number] {
  return toServer ? [packet.sourcePort, packet.destinationPort] : [packet.destinationPort, packet.sourcePort];
}
