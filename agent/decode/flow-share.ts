import * as addressWords from '@sonde/sensor/pairing/address-words.ts';
import * as hashWords from '@sonde/sensor/pairing/hash-words.ts';
import type { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { mappedWord } = addressWords;
const { finish, mix } = hashWords;

/** Octets of Ethernet, IPv6 and the ports of UDP or TCP. */
const leastFrame = 58;

/** The share options state which of the flows are one decoder's, of several that see the same packets. */
export interface ShareOptions {
  /** The number of the decoder, from 0 on, and how many there are. */
  readonly index: number;
  readonly of: number;
  /** The same for all of them; nobody outside can choose flows that fall to one. */
  readonly seed: number;
  /** Whether all flows of a client fall to one decoder, which knows then what the client looked up. */
  readonly byClient: boolean;
}

/**
 * A flow share tells which flows are one decoder's, of several that see the same packets. Both directions of a flow fall to the
 * same one, and what belongs to no flow to the first.
 */
export class FlowShare {
  /** Whether what belongs to no flow is told of here. */
  readonly isFirst: boolean;
  readonly #index: number;
  readonly #of: number;
  readonly #seed: number;
  readonly #byClient: boolean;
  readonly #words = new Int32Array(8);

  constructor({ index, of, seed, byClient }: ShareOptions) {
    this.isFirst = index === 0;
    this.#index = index;
    this.#of = of;
    this.#seed = seed;
    this.#byClient = byClient;
  }

  /** Tells whether the flow of a packet, whose addresses and ports have been read, falls to this decoder. */
  owns({ addresses, sourcePort, destinationPort }: MessageOrigin): boolean {
    return this.#isOwn(addresses, sourcePort, destinationPort);
  }

  /**
   * Tells of a frame of Ethernet, whose `bytes[start, end)` `view` has, that it is of a flow that falls to another decoder: at a glance,
   * before anything else is done about it. False also of whatever takes more than a glance.
   */
  isForeign(
    view: DataView,
    start: number,
    end: number,
    carriesDns: (a: number, b: number) => boolean,
  ): boolean {
    if (end - start < leastFrame) return false;
    const words = this.#words;
    const type = view.getUint16(start + 12);
    let at = start + 34;
    if (type === 0x0800) {
      // Without options, and no fragment, whose ports are not known.
      if (view.getUint8(start + 14) !== 0x45 || (view.getUint16(start + 20) & 0x3fff) !== 0) return false;
      if (!hasPorts(view.getUint8(start + 23))) return false;
      words[0] = 0;
      words[1] = 0;
      words[2] = mappedWord;
      words[3] = view.getInt32(start + 26, true);
      words[4] = 0;
      words[5] = 0;
      words[6] = mappedWord;
      words[7] = view.getInt32(start + 30, true);
    } else if (type === 0x86dd) {
      if (!hasPorts(view.getUint8(start + 20)) || view.getUint8(start + 14) >> 4 !== 6) return false;
      for (let word = 0; word < 8; word++) words[word] = view.getInt32(start + 22 + word * 4, true);
      at = start + 54;
    } else return false;
    const sourcePort = view.getUint16(at);
    const destinationPort = view.getUint16(at + 2);
    return carriesDns(sourcePort, destinationPort) && !this.#isOwn(words, sourcePort, destinationPort);
  }

  #isOwn(words: Int32Array, sourcePort: number, destinationPort: number): boolean {
    if (isOfGroup(sourcePort) || isOfGroup(destinationPort)) return this.isFirst;
    let hash = this.#seed;
    const first = words[2] === mappedWord ? 3 : 0;
    if (this.#byClient && sourcePort !== destinationPort) {
      // The end with the higher port is the client's.
      const client = sourcePort > destinationPort ? 0 : 4;
      for (let word = first; word < 4; word++) hash = mix(hash, words[client + word]!);
    } else {
      // The same for both directions: of each pair of words what does not depend on their order.
      for (let word = first; word < 4; word++) {
        const one = words[word]!;
        const other = words[4 + word]!;
        hash = mix(mix(hash, one ^ other), (one + other) | 0);
      }
      hash = mix(hash, ((sourcePort ^ destinationPort) << 16) ^ (sourcePort + destinationPort));
    }
    return (finish(hash) >>> 0) % this.#of === this.#index;
  }
}

/** Whether a protocol of IP is UDP or TCP. */
function hasPorts(protocol: number): boolean {
  return protocol === 17 || protocol === 6;
}

/** Whether queries on this port go to a group, whose members respond: those of mDNS, LLMNR and NetBIOS. */
function isOfGroup(port: number): boolean {
  return port === 5_353 || port === 5_355 || port === 137;
}
