import * as layerNumbers from '../layers.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;

/** Returns the layer behind an IP protocol number. */
export function layerOfProtocol(protocol: number): number {
  switch (protocol) {
    case 17:
      return layers.udp;
    case 6:
      return layers.tcp;
    case 4:
      return layers.ipv4;
    case 41:
      return layers.ipv6;
    case 47:
      return layers.gre;
    case 51:
      return layers.authentication;
    case 97:
      return layers.etherIp;
    case 137:
      return layers.mpls;
    case 1:
      return layers.icmp;
    case 58:
      return layers.icmpv6;
    default:
      return layers.done;
  }
}

/** Tells whether the layer is a packet within a packet. */
export function isTunnel(protocol: number): boolean {
  return protocol === 4 || protocol === 41;
}
