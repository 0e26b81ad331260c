import * as hashWords from '@sonde/sensor/pairing/hash-words.ts';
import { Networks } from '@sonde/sensor/rows/networks.ts';
import type { RowSink } from '@sonde/sensor/rows/row-writer.ts';
import { SampleBudget } from '@sonde/sensor/rows/sample-budget.ts';
import type { ChangeableOptions } from '@sonde/sensor/rows/transaction-options.ts';
import type { FlowLedger } from '@sonde/shared/batch/metadata.ts';
import type { Packet } from '../decode/packet.ts';
import type { OtherTraffic } from '../decode/packet-decoder.ts';
import { type EncryptedDnsOptions, encryptedDnsPort, httpsPort } from './encrypted-dns-options.ts';
import type { Flow } from './flow.ts';
import { FlowCounts } from './flow-counts.ts';
import { FlowRows } from './flow-rows.ts';
import { FlowTable, flowOf } from './flow-table.ts';
import { HelloReader } from './hello-reader.ts';
import type { LookedUpAddresses } from './looked-up.ts';
import { hasLongHeader, type InitialHeader, readInitialHeader } from './quic-initial.ts';

const { finish, mix } = hashWords;

const second = 1_000_000;
/** A flow is told of when it has lasted so long, then again after each longer stretch in which it carried something. */
const firstTelling = 10 * second;
const furtherTelling = 300 * second;
/** Flows without a packet for so long have ended. */
const idle = { tcp: 600 * second, udp: 120 * second } as const;
/** Packets of one datagram that are looked at. */
const mostCoalesced = 4;
/** Tokens that may be saved up, in seconds of their rate. */
const savedSeconds = 5;

const flags = { fin: 1, syn: 2, reset: 4, acknowledgement: 16 } as const;

/**
 * The encrypted watch sees connections of encrypted DNS from outside: who talks to whom, how long and how much, and what the
 * client's hello tells. Nothing is decrypted but QUIC's first packets, whose keys are no secret.
 */
export class EncryptedWatch implements OtherTraffic {
  readonly #options: EncryptedDnsOptions;
  readonly #lookedUp: LookedUpAddresses;
  readonly #counts = new FlowCounts();
  readonly #rows: FlowRows;
  readonly #tokens: SampleBudget;
  /** The flows that are followed, and apart from them those that a flood may fill a table with: candidates and what is left out. */
  readonly #table: FlowTable;
  readonly #others: FlowTable;
  readonly #hellos: HelloReader;
  #sampling: number;
  #allowClients: Networks;
  #denyClients: Networks;
  #lastLook = 0;

  constructor(
    options: EncryptedDnsOptions,
    recording: ChangeableOptions,
    lookedUp: LookedUpAddresses,
    sink: RowSink,
  ) {
    this.#options = options;
    this.#lookedUp = lookedUp;
    this.#rows = new FlowRows(sink, recording.privacy);
    this.#tokens = new SampleBudget(options.hellosPerSecond, options.hellosPerSecond * savedSeconds);
    this.#table = new FlowTable(options.maxFlows, (flow) => this.#evict(flow));
    this.#others = new FlowTable(options.maxFlows / 4, () => undefined);
    this.#hellos = new HelloReader(options, this.#counts, this.#tokens, (flow) => this.#leaveOut(flow));
    this.#sampling = recording.sampling;
    this.#allowClients = new Networks(recording.filters.allowClients);
    this.#denyClients = new Networks(recording.filters.denyClients);
  }

  configure({ filters, privacy, sampling }: ChangeableOptions): void {
    this.#rows.protect(privacy);
    this.#sampling = sampling;
    this.#allowClients = new Networks(filters.allowClients);
    this.#denyClients = new Networks(filters.denyClients);
  }

  segment(packet: Packet): void {
    const direction = this.#direction(packet);
    if (direction !== undefined) this.#segment(packet, direction);
  }

  datagram(packet: Packet): void {
    const direction = this.#direction(packet);
    if (direction !== undefined) this.#datagram(packet, direction);
  }

  /** Tells of flows that have lasted for a while, and ends those that are silent. */
  tick(now: number): void {
    if (Math.abs(now - this.#lastLook) < second) return;
    this.#lastLook = now;
    this.#hellos.expire(now);
    for (const flow of this.#table) {
      if (Math.abs(now - flow.lastSeenAt) > (flow.isTcp ? idle.tcp : idle.udp)) this.#end(flow);
      else if (this.#isDue(flow, now)) this.#tell(flow, now, true);
    }
    for (const flow of this.#others)
      if (Math.abs(now - flow.lastSeenAt) > idle.udp) this.#others.remove(flow);
  }

  flush(): void {
    this.#rows.flush();
  }

  /** Ends all flows as they stand; those that did not end on the wire are told of as open. */
  end(): void {
    for (const flow of this.#table) this.#finish(flow, true);
    this.flush();
  }

  /** Rows written so far. */
  get rows(): number {
    return this.#counts.rows;
  }

  ledger(): FlowLedger {
    return this.#counts.ledger();
  }

  diagnostics(): Readonly<Record<string, number>> {
    return this.#counts.diagnostics(this.#table.size);
  }

  /** True if the packet goes to a server of encrypted DNS, false if it comes from one, undefined if neither. */
  #direction(packet: Packet): boolean | undefined {
    const { sourcePort, destinationPort, addresses } = packet;
    if (destinationPort === encryptedDnsPort) return true;
    if (sourcePort === encryptedDnsPort) return false;
    const { resolvers } = this.#options;
    if (destinationPort === httpsPort && resolvers.providerOf(addresses, 4) !== undefined) return true;
    if (sourcePort === httpsPort && resolvers.providerOf(addresses, 0) !== undefined) return false;
    return undefined;
  }

  #segment(packet: Packet, toServer: boolean): void {
    const { bytes, position: at } = packet;
    const start = at + (bytes[at + 12]! >> 4) * 4;
    if (start - at < 20 || start > packet.end) return;
    const bits = bytes[at + 13]!;
    const size = packet.end - start;
    const sequence = (packet.uint16(at + 4) << 16) | packet.uint16(at + 6);
    let flow = this.#find(packet, toServer, true);
    const opens = toServer && (bits & (flags.syn | flags.acknowledgement)) === flags.syn;
    if (opens && flow !== undefined && !(flow.isBegun && flow.firstSequence === ((sequence + 1) | 0))) {
      this.#finish(flow, false);
      flow = undefined;
    }
    if (flow === undefined) {
      if (!opens && (size === 0 || (bits & (flags.reset | flags.fin)) !== 0)) return;
      flow = flowOf(packet, toServer, true);
      this.#others.add(flow);
      const begins = toServer && !opens && beginsHello(bytes, start, packet.end);
      if (opens) flow.firstSequence = (sequence + 1) | 0;
      else if (begins) flow.firstSequence = sequence;
      flow.isBegun = opens || begins;
    }
    this.#note(flow, packet, toServer, size);
    if (size > 0) {
      if (!flow.isBegun) this.#joinMidway(flow, looksLikeRecord(bytes, start, packet.end));
      else if (toServer) {
        if (flow.fate === 'candidate') this.#begin(flow);
        // Octets of a SYN itself (RFC 7413) are behind it in the sequence.
        const offset = opens ? 0 : (sequence - flow.firstSequence) | 0;
        if (flow.fate === 'followed' && flow.helloState === 'pending')
          this.#hellos.segment(flow, offset, bytes, start, packet.end);
      }
    }
    if ((bits & flags.fin) !== 0) {
      if (toServer) flow.clientFinished = true;
      else flow.serverFinished = true;
    }
    if ((bits & flags.reset) !== 0 || (flow.clientFinished && flow.serverFinished)) this.#end(flow);
  }

  #datagram(packet: Packet, toServer: boolean): void {
    const { bytes, position: start, end } = packet;
    const size = end - start;
    if (size < 8 || (bytes[start]! & 0x40) === 0) return;
    let flow = this.#find(packet, toServer, false);
    const initial = toServer ? readInitialHeader(bytes, start, end) : undefined;
    if (flow === undefined) {
      flow = flowOf(packet, toServer, false);
      this.#others.add(flow);
      flow.isBegun = initial !== undefined;
    } else if (initial !== undefined && !flow.isBegun && flow.fate === 'candidate') flow.isBegun = true;
    this.#note(flow, packet, toServer, size);
    if (!flow.isBegun) {
      // Packets of other versions are not told from those of no version at all.
      this.#joinMidway(flow, !hasLongHeader(bytes, start, end));
      return;
    }
    if (initial === undefined) return;
    if (flow.fate === 'candidate') this.#begin(flow);
    let header: InitialHeader | undefined = initial;
    for (let count = 0; header !== undefined && count < mostCoalesced; count++) {
      if (flow.fate !== 'followed' || flow.helloState !== 'pending') return;
      this.#hellos.initial(flow, header, bytes, packet.time);
      header = readInitialHeader(bytes, header.end, end);
    }
  }

  #find(packet: Packet, toServer: boolean, isTcp: boolean): Flow | undefined {
    return this.#table.find(packet, toServer, isTcp) ?? this.#others.find(packet, toServer, isTcp);
  }

  #note(flow: Flow, packet: Packet, toServer: boolean, size: number): void {
    flow.lastSeenAt = packet.time;
    if (toServer) flow.octetsToServer += size;
    else flow.octetsToClient += size;
    if (flow.network === 0) {
      flow.network = packet.network;
      flow.vlan = packet.vlans & 0xfff;
    }
  }

  /** A connection whose beginning was not seen is one when both sides have sent something that looks right. */
  #joinMidway(flow: Flow, looksRight: boolean): void {
    if (flow.fate !== 'candidate') return;
    flow.looksRight ||= looksRight;
    if (!flow.looksRight || flow.octetsToServer === 0 || flow.octetsToClient === 0) return;
    if (this.#begin(flow)) this.#hellos.settle(flow, 'unseen');
  }

  /** Decides what becomes of a flow that has shown that it is one, and counts it. Returns whether it is followed. */
  #begin(flow: Flow): boolean {
    const counts = this.#counts;
    const { resolvers } = this.#options;
    counts.seen++;
    flow.fate = 'leftOut';
    const client = new Uint8Array(flow.words.buffer, 0, 16);
    if (
      this.#denyClients.contains(client, 0) ||
      (!this.#allowClients.isEmpty && !this.#allowClients.contains(client, 0))
    ) {
      counts.filtered++;
      return false;
    }
    if (this.#sampling > 1 && sampleHash(flow) % this.#sampling !== 0) {
      counts.sampled++;
      return false;
    }
    if (!this.#tokens.take(flow.lastSeenAt)) {
      counts.overRate++;
      return false;
    }
    flow.fate = 'followed';
    this.#others.remove(flow);
    this.#table.add(flow);
    counts.pending++;
    const isHttps = flow.serverPort === httpsPort;
    flow.transport = flow.isTcp ? (isHttps ? 'doh' : 'dot') : isHttps ? 'doh3' : 'doq';
    flow.provider = resolvers.providerOf(flow.words, 4);
    const lookedUp = this.#lookedUp.tell(flow.words, 0, 4, Math.floor(flow.startedAt / second));
    // Of the answers that were sampled out nothing is known.
    flow.lookedUp = lookedUp === 'no' && this.#sampling > 1 ? 'unknown' : lookedUp;
    return true;
  }

  /** Takes back that a flow is followed: it speaks no TLS. */
  #leaveOut(flow: Flow): void {
    flow.fate = 'leftOut';
    this.#table.remove(flow);
    this.#others.add(flow);
    this.#counts.pending--;
    this.#counts.foreign++;
  }

  #isDue(flow: Flow, now: number): boolean {
    if (flow.helloState === 'pending') return false;
    if (flow.tellings === 0) return Math.abs(now - flow.startedAt) >= firstTelling;
    return (
      Math.abs(now - flow.toldAt) >= furtherTelling &&
      flow.octetsToServer + flow.octetsToClient > flow.toldOctets
    );
  }

  #tell(flow: Flow, now: number, isOpen: boolean): void {
    if (flow.tellings++ === 0) {
      this.#counts.pending--;
      this.#counts.stored++;
    }
    flow.toldAt = now;
    flow.toldOctets = flow.octetsToServer + flow.octetsToClient;
    this.#counts.rows++;
    this.#rows.write(flow, isOpen);
  }

  #end(flow: Flow): void {
    this.#finish(flow, false);
  }

  #evict(flow: Flow): void {
    if (flow.fate === 'followed') this.#counts.evicted++;
    this.#finish(flow, true);
  }

  #finish(flow: Flow, isOpen: boolean): void {
    if (flow.fate === 'followed') {
      if (flow.helloState === 'pending') this.#hellos.giveUp(flow, 'incomplete');
      this.#tell(flow, flow.lastSeenAt, isOpen);
    }
    this.#table.remove(flow);
    this.#others.remove(flow);
  }
}

/** The same in every process, so that all agents of a site sample the same flows. */
function sampleHash(flow: Flow): number {
  let hash = 0x2545f491;
  for (const word of flow.words) hash = mix(hash, word);
  return finish(mix(hash, (flow.clientPort << 16) | flow.serverPort)) >>> 0;
}

/** Whether a segment begins with a record of TLS that holds a ClientHello. */
function beginsHello(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start > 5 && bytes[start] === 22 && bytes[start + 1] === 3 && bytes[start + 5] === 1;
}

/** Whether a segment begins like a record of TLS: type, version and a length that one may have. */
function looksLikeRecord(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 5) return false;
  const type = bytes[start]!;
  return (
    type >= 20 && type <= 24 && bytes[start + 1] === 3 && bytes[start + 2]! <= 4 && bytes[start + 3]! <= 0x41
  );
}
