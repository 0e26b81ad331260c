import { inputShift } from '@sonde/sensor/pairing/slot.ts';
import { transports } from '@sonde/shared/batch/row-layout.ts';
import { malformed } from '@sonde/shared/message/malformed.ts';
import type { PacketSink } from '../capture/capture-source.ts';
import * as linkTypeNumbers from '../capture/link-types.ts';
import { loggedKinds } from '../capture/logs/logged-packet.ts';
import type { FlowShare } from './flow-share.ts';
import * as layerNumbers from './layers.ts';
import * as ethernetLayers from './link/ethernet.ts';
import { fddi } from './link/fddi.ts';
import { layerOfLinkType } from './link/layer-of-link-type.ts';
import { linuxCooked, linuxCooked2 } from './link/linux-cooked.ts';
import { LoggedParts } from './link/logged.ts';
import { mpls } from './link/mpls.ts';
import { nflog } from './link/nflog.ts';
import { ppi } from './link/ppi.ts';
import { ciscoHdlc, ppp, pppoe } from './link/ppp.ts';
import { avs, prism } from './link/radio-headers.ts';
import { ipnet, loopback, raw } from './link/raw.ts';
import { radiotap, wireless } from './link/wireless.ts';
import type { MessageHandler } from './message-handler.ts';
import { authentication } from './network/authentication.ts';
import { type FragmentLimits, Fragments } from './network/fragments.ts';
import { quotedPacket } from './network/icmp.ts';
import * as ipv4Layer from './network/ipv4.ts';
import * as ipv6Layer from './network/ipv6.ts';
import { Packet } from './packet.ts';
import { proxyHeaderBytes } from './proxy-header.ts';
import { type StreamLimits, Tcp } from './tcp/tcp.ts';
import { erspan2, erspan3, gre } from './tunnel/gre.ts';
import { gtp } from './tunnel/gtp.ts';
import { l2tp } from './tunnel/l2tp.ts';
import { teredo } from './tunnel/teredo.ts';
import { layerOfPorts } from './tunnel/tunnel-ports.ts';
import { geneve, vxlan, vxlanGpe } from './tunnel/vxlan.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;
const { linkTypes } = linkTypeNumbers;
const { etherIp, ethernet, vlan } = ethernetLayers;
const { ipv4 } = ipv4Layer;
const { ipv6 } = ipv6Layer;

const udpProtocol = 17;
/** Link types that are counted by number, at most. */
const maxUnknownLinkTypes = 16;
/** Layers that one packet may have. Tunnels within tunnels beyond that are left alone. */
const maxLayers = 32;

export interface DecoderOptions extends FragmentLimits, StreamLimits {
  readonly ports: readonly number[];
}

/** Other traffic is what comes on ports that are not said to carry DNS; who asks is told of it. */
export interface OtherTraffic {
  /** Takes a UDP datagram; the packet stands at its payload. */
  datagram(packet: Packet): void;
  /** Takes a TCP segment; the packet stands at its header, of 20 octets at least. */
  segment(packet: Packet): void;
}

/** A packet decoder takes packets apart down to the DNS messages that they carry. */
export class PacketDecoder implements PacketSink {
  readonly fragments: Fragments;
  readonly tcp: Tcp;
  /** Packets of link types that are not understood, by the number of the type. */
  readonly unknownLinkTypes = new Map<number, number>();
  readonly #packet = new Packet();
  readonly #loggedParts = new LoggedParts();
  readonly #handler: MessageHandler;
  readonly #others: OtherTraffic | undefined;
  /** Undefined if all flows are this decoder's. */
  readonly #share: FlowShare | undefined;
  /** A bit for each port that carries DNS messages: few enough bytes to stay in the processor's nearest cache. */
  readonly #ports = new Int32Array(65_536 / 32);
  readonly #isOnDnsPort = (one: number, other: number): boolean =>
    this.#carriesDns(one) || this.#carriesDns(other);

  constructor(options: DecoderOptions, handler: MessageHandler, others?: OtherTraffic, share?: FlowShare) {
    this.#handler = handler;
    this.#others = others;
    this.#share = share;
    // Fragments have no ports: each decoder puts all datagrams together, and the first tells of those that are lost.
    const tellsOfLost = share?.isFirst ?? true;
    this.fragments = new Fragments(options, {
      holdsMessage: (packet, protocol) =>
        protocol === udpProtocol && packet.has(8) && this.#hasDnsPort(packet),
      lostDatagram: () => {
        if (tellsOfLost) handler.lostMessage(malformed.datagramCut);
      },
    });
    this.tcp = new Tcp(options, handler);
    for (const port of options.ports) this.#ports[port >> 5]! |= 1 << (port & 31);
  }

  /** Takes the number that tells the interface of the packets from now on. */
  useInput(number: number): void {
    this.#packet.input = number << inputShift;
  }

  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    const packet = this.#packet;
    const share = this.#share;
    if (share !== undefined && linkType === linkTypes.ethernet) {
      packet.use(bytes);
      if (share.isForeign(packet.view, start, end, this.#isOnDnsPort)) return;
    }
    packet.start(bytes, start, end, microseconds, originalLength > end - start);
    packet.layer = layerOfLinkType(linkType);
    // The road of nearly all packets, straight on; what is left then takes the loop.
    if (packet.layer === layers.ethernet) ethernet(packet);
    if (packet.layer === layers.ipv4) ipv4(packet, this.fragments);
    else if (packet.layer === layers.ipv6) ipv6(packet, this.fragments);
    if (packet.layer === layers.udp) this.#udp(packet);
    else if (packet.layer === layers.unknown) this.#countUnknown(linkType);
    for (let count = 0; count < maxLayers && packet.layer !== layers.done; count++) this.#step(packet);
  }

  /** Gives up fragments and connections that waited too long. */
  expire(now: number): void {
    this.fragments.expire(now);
    this.tcp.expire(now);
  }

  end(): void {
    this.fragments.end();
    this.tcp.end();
  }

  #step(packet: Packet): void {
    switch (packet.layer) {
      case layers.ethernet:
        ethernet(packet);
        break;
      case layers.ipv4:
        ipv4(packet, this.fragments);
        break;
      case layers.ipv6:
        ipv6(packet, this.fragments);
        break;
      case layers.udp:
        this.#udp(packet);
        break;
      case layers.tcp:
        this.#tcp(packet);
        break;
      case layers.vlan:
        vlan(packet);
        break;
      case layers.linuxCooked:
        linuxCooked(packet);
        break;
      case layers.linuxCooked2:
        linuxCooked2(packet);
        break;
      case layers.null:
        loopback(packet);
        break;
      case layers.raw:
        raw(packet);
        break;
      case layers.ppp:
        ppp(packet);
        break;
      case layers.pppoe:
        pppoe(packet);
        break;
      case layers.ciscoHdlc:
        ciscoHdlc(packet);
        break;
      case layers.mpls:
        mpls(packet);
        break;
      case layers.gre:
        gre(packet);
        break;
      case layers.erspan2:
        erspan2(packet);
        break;
      case layers.erspan3:
        erspan3(packet);
        break;
      case layers.vxlan:
        vxlan(packet);
        break;
      case layers.geneve:
        geneve(packet);
        break;
      case layers.teredo:
        teredo(packet);
        break;
      case layers.authentication:
        authentication(packet);
        break;
      case layers.vxlanGpe:
        vxlanGpe(packet);
        break;
      case layers.gtp:
        gtp(packet);
        break;
      case layers.l2tp:
        l2tp(packet);
        break;
      case layers.etherIp:
        etherIp(packet);
        break;
      case layers.logged:
        this.#logged(packet);
        break;
      case layers.fddi:
        fddi(packet);
        break;
      case layers.wireless:
        wireless(packet);
        break;
      case layers.radiotap:
        radiotap(packet);
        break;
      case layers.prism:
        prism(packet);
        break;
      case layers.avs:
        avs(packet);
        break;
      case layers.ppi:
        this.#ppi(packet);
        break;
      case layers.nflog:
        nflog(packet);
        break;
      case layers.ipnet:
        ipnet(packet);
        break;
      case layers.icmp:
      case layers.icmpv6:
        this.#icmp(packet);
        break;
      default:
        packet.layer = layers.done;
    }
  }

  #ppi(packet: Packet): void {
    const linkType = ppi(packet);
    if (packet.layer === layers.unknown) this.#countUnknown(linkType);
  }

  #countUnknown(linkType: number): void {
    const counts = this.unknownLinkTypes;
    if (!counts.has(linkType) && counts.size >= maxUnknownLinkTypes) return;
    counts.set(linkType, (counts.get(linkType) ?? 0) + 1);
  }

  #udp(packet: Packet): void {
    packet.layer = layers.done;
    if (!packet.has(8)) return;
    const at = packet.position;
    packet.sourcePort = packet.uint16(at);
    packet.destinationPort = packet.uint16(at + 2);
    const length = packet.uint16(at + 4);
    const isDns = this.#isDns(packet);
    if (length >= 8 && at + length <= packet.end) {
      packet.end = at + length;
      packet.cut = false;
    }
    packet.position = at + 8;
    const share = this.#share;
    if (isDns) {
      if (share?.owns(packet) === false) return;
      // No message begins like a PROXY header does: 3,338 questions and no room for them.
      if (packet.has(16) && packet.uint16(packet.position) === 0x0d0a)
        packet.position += proxyHeaderBytes(packet.bytes, packet.position, packet.end);
      this.#handler.message(packet, packet.bytes, packet.position, packet.end, packet.cut, false, 0);
      return;
    }
    packet.layer = layerOfPorts(packet.sourcePort, packet.destinationPort);
    if (packet.layer === layers.done && share?.owns(packet) !== false) this.#others?.datagram(packet);
  }

  #tcp(packet: Packet): void {
    packet.layer = layers.done;
    if (!packet.has(20)) return;
    packet.sourcePort = packet.uint16(packet.position);
    packet.destinationPort = packet.uint16(packet.position + 2);
    if (this.#share?.owns(packet) === false) return;
    if (this.#isDns(packet)) this.tcp.segment(packet);
    else this.#others?.segment(packet);
  }

  /** What an ICMP error quotes is no message of its own: it tells what became of one. */
  #icmp(packet: Packet): void {
    if (quotedPacket(packet) !== udpProtocol || !packet.has(8)) return;
    packet.sourcePort = packet.uint16(packet.position);
    packet.destinationPort = packet.uint16(packet.position + 2);
    if (!this.#isDns(packet) || this.#share?.owns(packet) === false) return;
    this.#handler.undelivered(packet, packet.bytes, packet.position + 8, packet.end);
  }

  /** A message that the log of another sensor, or a file of transactions, tells of. */
  #logged(packet: Packet): void {
    const kind = this.#loggedParts.read(packet);
    const share = this.#share;
    if (kind === loggedKinds.unreadable && share?.isFirst !== false)
      this.#handler.lostMessage(malformed.logLine);
    if ((kind === loggedKinds.message || kind === loggedKinds.payload) && share?.owns(packet) !== false) {
      const { bytes, position, end } = packet;
      const overTcp = packet.transport === transports.tcp;
      // These are told by `overTcp`, as of packets.
      if (overTcp || packet.transport === transports.udp) packet.transport = -1;
      this.#handler.message(packet, bytes, position, end, kind === loggedKinds.message, overTcp, 0);
    }
    packet.transport = -1;
    packet.exchange = 0;
    packet.told = undefined;
  }

  /** Whether the UDP header at the packet's position names a port of ours. */
  #hasDnsPort(packet: Packet): boolean {
    return (
      this.#carriesDns(packet.uint16(packet.position)) || this.#carriesDns(packet.uint16(packet.position + 2))
    );
  }

  #isDns(packet: Packet): boolean {
    const { sourcePort, destinationPort } = packet;
    // The lower one is the server's in nearly all packets, so that the other needs no look.
    return (
      this.#carriesDns(Math.min(sourcePort, destinationPort)) ||
      this.#carriesDns(Math.max(sourcePort, destinationPort))
    );
  }

  #carriesDns(port: number): boolean {
    return ((this.#ports[port >> 5]! >>> (port & 31)) & 1) === 1;
  }
}
