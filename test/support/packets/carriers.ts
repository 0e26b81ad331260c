import { marks } from '../../../shared/batch/row-layout.ts';
import { type Ends, ethernet, fragments, frame, ip, udp, uint16, uint32, vlanTag } from './network.ts';

/** The frames that carry one message of an exchange; `index` is that of the exchange. */
export type Carry = (ends: Ends, message: Buffer, index: number) => Buffer[];

export const outer: Ends = {
  source: '10.9.0.1',
  destination: '10.9.0.2',
  sourcePort: 5_000,
  destinationPort: 0,
};
export const plainPacket = (ends: Ends, message: Buffer): Buffer => ip(ends, 17, udp(ends, message));
const etherTypeOf = (packet: Buffer): number => (packet[0]! >> 4 === 6 ? 0x86dd : 0x0800);
const inPppoe = (ends: Ends, message: Buffer): Buffer => {
  const packet = plainPacket(ends, message);
  return Buffer.concat([Buffer.of(0x11, 0), uint16(1, packet.length + 2, 0x21), packet]);
};
/** LLC and SNAP before a packet. */
const snap = (packet: Buffer): Buffer =>
  Buffer.concat([Buffer.from('aaaa03000000', 'hex'), uint16(etherTypeOf(packet)), packet]);
const wirelessHeader = (kind: number, bits: number): Buffer =>
  Buffer.concat([Buffer.of(kind, bits), Buffer.alloc(22)]);
/** A frame of IEEE 802.11 from an access point. */
const toStation = (ends: Ends, message: Buffer): Buffer =>
  Buffer.concat([wirelessHeader(0x08, 0x02), snap(plainPacket(ends, message))]);
const prismHeader = (isLittleEndian: boolean): Buffer => {
  const words = uint32(0x44, 144);
  return Buffer.concat([isLittleEndian ? words.swap32() : words, Buffer.alloc(136)]);
};
const avsHeader = (version: number, bytes: number): Buffer =>
  Buffer.concat([uint32(0x8021_1000 + version, bytes), Buffer.alloc(bytes - 8)]);
const inUdp = (port: number, payload: Buffer): Buffer =>
  frame(ip(outer, 17, udp({ ...outer, destinationPort: port }, payload)));

export interface Carrier {
  readonly carry: Carry;
  /** Ethernet where it is not given. */
  readonly linkType?: number;
  /** Bits of `marks` that the rows bear. */
  readonly marks?: number;
  /** Whether the filters of libpcap don't find their way through this link type's headers. */
  readonly isUnfiltered?: boolean;
  /** Whether the exchanges are those between IPv6 hosts. */
  readonly ipv6?: boolean;
}

/** Every way of carrying a datagram that packets are taken apart from. */
export const carriers: Readonly<Record<string, Carrier>> = {
  udp: { carry: (ends, message) => [frame(plainPacket(ends, message))] },
  IPv6: { carry: (ends, message) => [frame(plainPacket(ends, message))], ipv6: true },
  VLAN: { carry: (ends, message) => [ethernet(0x8100, vlanTag(7, 0x0800, plainPacket(ends, message)))] },
  QinQ: {
    carry: (ends, message) => [
      ethernet(0x88a8, vlanTag(7, 0x8100, vlanTag(8, 0x0800, plainPacket(ends, message)))),
    ],
  },
  fragments: {
    carry: (ends, message, index) => fragments(ends, 17, udp(ends, message), 24, index).reverse().map(frame),
    marks: marks.reassembled,
  },
  'IPv6 fragments': {
    carry: (ends, message, index) => fragments(ends, 17, udp(ends, message), 24, index).map(frame),
    marks: marks.reassembled,
    ipv6: true,
  },
  PPPoE: {
    carry: (ends, message) => [ethernet(0x8864, inPppoe(ends, message))],
    marks: marks.encapsulated,
  },
  MPLS: {
    carry: (ends, message) => [
      ethernet(0x8847, Buffer.concat([uint32(0x10040, 0x20140), plainPacket(ends, message)])),
    ],
    marks: marks.encapsulated,
  },
  GRE: {
    carry: (ends, message) => [
      frame(ip(outer, 47, Buffer.concat([uint16(0x3000, 0x0800), uint32(9, 1), plainPacket(ends, message)]))),
    ],
    marks: marks.encapsulated,
  },
  'ERSPAN II': {
    carry: (ends, message) => [
      frame(
        ip(
          outer,
          47,
          Buffer.concat([
            uint16(0x1000, 0x88be),
            uint32(1, 0x10010001, 0),
            frame(plainPacket(ends, message)),
          ]),
        ),
      ),
    ],
    marks: marks.encapsulated,
  },
  'ERSPAN III': {
    carry: (ends, message) => [
      frame(
        ip(
          outer,
          47,
          Buffer.concat([
            uint16(0x1000, 0x22eb),
            uint32(1, 0x20010001, 0, 0),
            frame(plainPacket(ends, message)),
          ]),
        ),
      ),
    ],
    marks: marks.encapsulated,
  },
  VXLAN: {
    carry: (ends, message) => [
      inUdp(4_789, Buffer.concat([uint32(0x0800_0000, 0x700), frame(plainPacket(ends, message))])),
    ],
    marks: marks.encapsulated,
  },
  Geneve: {
    carry: (ends, message) => [
      inUdp(
        6_081,
        Buffer.concat([uint16(0x0100, 0x6558), uint32(0x700, 0), frame(plainPacket(ends, message))]),
      ),
    ],
    marks: marks.encapsulated,
  },
  '4in6': {
    carry: (ends, message) => [
      frame(
        ip(
          { ...outer, source: '2001:db8:1::1', destination: '2001:db8:1::2' },
          4,
          plainPacket(ends, message),
        ),
      ),
    ],
    marks: marks.encapsulated,
  },
  '6in4': {
    carry: (ends, message) => [frame(ip(outer, 41, plainPacket(ends, message)))],
    marks: marks.encapsulated,
    ipv6: true,
  },
  Teredo: {
    carry: (ends, message) => [
      inUdp(
        3_544,
        Buffer.concat([uint16(0x0001), Buffer.alloc(11), uint16(0, 1, 2, 3), plainPacket(ends, message)]),
      ),
    ],
    marks: marks.encapsulated,
    ipv6: true,
  },
  SLL: {
    carry: (ends, message) => [Buffer.concat([Buffer.alloc(14), uint16(0x0800), plainPacket(ends, message)])],
    linkType: 113,
  },
  SLL2: {
    carry: (ends, message) => [Buffer.concat([uint16(0x0800), Buffer.alloc(18), plainPacket(ends, message)])],
    linkType: 276,
  },
  RAW: { carry: (ends, message) => [plainPacket(ends, message)], linkType: 101 },
  NULL: {
    carry: (ends, message) => [Buffer.concat([Buffer.of(2, 0, 0, 0), plainPacket(ends, message)])],
    linkType: 0,
  },
  LOOP: {
    carry: (ends, message) => [Buffer.concat([Buffer.of(0, 0, 0, 2), plainPacket(ends, message)])],
    linkType: 108,
  },
  "Cisco's HDLC": {
    carry: (ends, message) => {
      const packet = plainPacket(ends, message);
      return [Buffer.concat([Buffer.of(0x0f, 0), uint16(etherTypeOf(packet)), packet])];
    },
    linkType: 104,
  },
  'PPPoE without Ethernet': {
    carry: (ends, message) => [inPppoe(ends, message)],
    linkType: 51,
    marks: marks.encapsulated,
  },
  'the PROXY protocol': {
    carry: (ends, message) => {
      const proxied = Buffer.from('0d0a0d0a000d0a515549540a2111000cc0000201c633643504d20035', 'hex');
      return [frame(plainPacket(ends, Buffer.concat([proxied, message])))];
    },
  },
  'three VLAN tags': {
    carry: (ends, message) => [
      ethernet(
        0x88a8,
        vlanTag(7, 0x8100, vlanTag(8, 0x8100, vlanTag(9, 0x0800, plainPacket(ends, message)))),
      ),
    ],
  },
  'PPPoE in VLAN': {
    carry: (ends, message) => [ethernet(0x8100, vlanTag(7, 0x8864, inPppoe(ends, message)))],
    marks: marks.encapsulated,
  },
  'PPPoE in QinQ': {
    carry: (ends, message) => [
      ethernet(0x88a8, vlanTag(7, 0x8100, vlanTag(8, 0x8864, inPppoe(ends, message)))),
    ],
    marks: marks.encapsulated,
  },
  'MPLS in VLAN': {
    carry: (ends, message) => [
      ethernet(0x8100, vlanTag(7, 0x8847, Buffer.concat([uint32(0x20140), plainPacket(ends, message)]))),
    ],
    marks: marks.encapsulated,
  },
  'MPLS in IP': {
    carry: (ends, message) => [
      frame(ip(outer, 137, Buffer.concat([uint32(0x20140), plainPacket(ends, message)]))),
    ],
    marks: marks.encapsulated,
  },
  'MPLS in UDP': {
    carry: (ends, message) => [inUdp(6_635, Buffer.concat([uint32(0x20140), plainPacket(ends, message)]))],
    marks: marks.encapsulated,
  },
  'GRE in UDP': {
    carry: (ends, message) => [inUdp(4_754, Buffer.concat([uint16(0, 0x0800), plainPacket(ends, message)]))],
    marks: marks.encapsulated,
  },
  'VXLAN-GPE': {
    carry: (ends, message) => [
      inUdp(4_790, Buffer.concat([uint32(0x0c00_0001, 0x700), plainPacket(ends, message)])),
    ],
    marks: marks.encapsulated,
  },
  'GTP with an extension header': {
    carry: (ends, message) => {
      const packet = plainPacket(ends, message);
      const head = Buffer.concat([Buffer.of(0x34, 255), uint16(packet.length + 8), uint32(7)]);
      const extension = Buffer.of(0, 0, 0, 0x85, 1, 0, 0, 0);
      return [inUdp(2_152, Buffer.concat([head, extension, packet]))];
    },
    marks: marks.encapsulated,
  },
  L2TP: {
    carry: (ends, message) => {
      const packet = plainPacket(ends, message);
      const head = uint16(0x4802, packet.length + 16, 1, 2, 0, 0);
      return [inUdp(1_701, Buffer.concat([head, Buffer.from('ff030021', 'hex'), packet]))];
    },
    marks: marks.encapsulated,
  },
  EtherIP: {
    carry: (ends, message) => [
      frame(ip(outer, 97, Buffer.concat([uint16(0x3000), frame(plainPacket(ends, message))]))),
    ],
    marks: marks.encapsulated,
  },
  'an authentication header': {
    carry: (ends, message) => [
      frame(ip(ends, 51, Buffer.concat([Buffer.of(17, 4, 0, 0), Buffer.alloc(20), udp(ends, message)]))),
    ],
  },
  'an authentication header over IPv6': {
    carry: (ends, message) => [
      frame(ip(ends, 51, Buffer.concat([Buffer.of(17, 4, 0, 0), Buffer.alloc(20), udp(ends, message)]))),
    ],
    ipv6: true,
  },
  'IPv6 extension headers': {
    carry: (ends, message) => {
      const hopByHop = Buffer.from('2b00050200000100', 'hex');
      const routing = Buffer.from('3c00040000000000', 'hex');
      const destination = Buffer.from('1101010c000000000000000000000000', 'hex');
      return [frame(ip(ends, 0, Buffer.concat([hopByHop, routing, destination, udp(ends, message)])))];
    },
    ipv6: true,
  },
  '802.3 with SNAP': {
    carry: (ends, message) => {
      const packet = plainPacket(ends, message);
      return [
        ethernet(
          packet.length + 8,
          Buffer.concat([Buffer.from('aaaa03000000', 'hex'), uint16(etherTypeOf(packet)), packet]),
        ),
      ];
    },
  },
  FDDI: {
    carry: (ends, message) => [
      Buffer.concat([Buffer.of(0x50), Buffer.alloc(12), snap(plainPacket(ends, message))]),
    ],
    linkType: 10,
  },
  'IEEE 802.11': {
    carry: (ends, message) => [Buffer.concat([wirelessHeader(0x08, 0x01), snap(plainPacket(ends, message))])],
    linkType: 105,
  },
  'IEEE 802.11 with QoS, between access points': {
    carry: (ends, message) => [
      Buffer.concat([
        ...[wirelessHeader(0x88, 0x03), Buffer.alloc(6), uint16(0x0600), snap(plainPacket(ends, message))],
        // What some drivers leave at the end: the check sequence.
        uint32(0x0a0b0c0d),
      ]),
    ],
    linkType: 105,
    isUnfiltered: true,
  },
  radiotap: {
    carry: (ends, message) => [
      Buffer.concat([
        // Time and flags, behind two words of bits; the header behind is padded.
        ...[Buffer.from('00001a00030000a000000000', 'hex'), Buffer.alloc(12), Buffer.of(0x20, 0)],
        ...[wirelessHeader(0x88, 0x01), uint16(0x0600, 0), snap(plainPacket(ends, message))],
      ]),
    ],
    linkType: 127,
    isUnfiltered: true,
  },
  Prism: {
    carry: (ends, message) => [Buffer.concat([prismHeader(true), toStation(ends, message)])],
    linkType: 119,
    isUnfiltered: true,
  },
  'Prism of a big-endian machine': {
    carry: (ends, message) => [Buffer.concat([prismHeader(false), toStation(ends, message)])],
    linkType: 119,
    isUnfiltered: true,
  },
  'AVS under the link type of Prism': {
    carry: (ends, message) => [Buffer.concat([avsHeader(1, 64), toStation(ends, message)])],
    linkType: 119,
    isUnfiltered: true,
  },
  AVS: {
    carry: (ends, message) => [Buffer.concat([avsHeader(2, 80), toStation(ends, message)])],
    linkType: 163,
    isUnfiltered: true,
  },
  'PPI with IEEE 802.11': {
    carry: (ends, message) => [
      Buffer.concat([
        // The field 802.11-Common, of 20 octets.
        ...[Buffer.from('0000200069000000' + '02001400', 'hex'), Buffer.alloc(20)],
        toStation(ends, message),
      ]),
    ],
    linkType: 192,
    isUnfiltered: true,
  },
  'PPI with Ethernet': {
    carry: (ends, message) => [
      Buffer.concat([Buffer.from('0000080001000000', 'hex'), frame(plainPacket(ends, message))]),
    ],
    linkType: 192,
    isUnfiltered: true,
  },
  NFLOG: {
    carry: (ends, message) => {
      const packet = plainPacket(ends, message);
      return [
        Buffer.concat([
          ...[
            Buffer.of(2, 0, 0, 7),
            Buffer.from('0800010008000100', 'hex'),
            Buffer.from('05000a0000000000', 'hex'),
          ],
          ...[uint16(packet.length + 4, 9).swap16(), packet, Buffer.alloc(-packet.length & 3)],
        ]),
      ];
    },
    linkType: 239,
  },
  'NFLOG of a big-endian machine': {
    carry: (ends, message) => {
      const packet = plainPacket(ends, message);
      const fields = [uint16(8, 1), uint32(0x0800_0100), uint16(packet.length + 4, 9), packet];
      return [Buffer.concat([Buffer.of(10, 0, 0, 7), ...fields, Buffer.alloc(-packet.length & 3)])];
    },
    linkType: 239,
    ipv6: true,
  },
  IPNET: {
    carry: (ends, message) => [
      Buffer.concat([Buffer.of(1, 2), Buffer.alloc(22), plainPacket(ends, message)]),
    ],
    linkType: 226,
  },
};
