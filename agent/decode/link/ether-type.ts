import * as layerNumbers from '../layers.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;

/** Returns the layer behind an EtherType (https://www.iana.org/assignments/ieee-802-numbers). */
export function layerOfEtherType(type: number): number {
  switch (type) {
    case 0x0800:
      return layers.ipv4;
    case 0x86dd:
      return layers.ipv6;
    case 0x8100: // IEEE 802.1Q
    case 0x88a8: // IEEE 802.1ad, the outer tag of QinQ
    case 0x9100: // the same before it had a number of its own
    case 0x9200:
      return layers.vlan;
    case 0x8864:
      return layers.pppoe;
    case 0x8847:
    case 0x8848:
      return layers.mpls;
    case 0x6558: // transparent Ethernet bridging, inside GRE and Geneve
      return layers.ethernet;
    default:
      return layers.done;
  }
}
