import * as linkTypeNumbers from '../../capture/link-types.ts';
import { loggedLinkType } from '../../capture/logs/logged-packet.ts';
import * as layerNumbers from '../layers.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { layers } = layerNumbers;
const { linkTypes } = linkTypeNumbers;

/** Finds the layer that packets of a link type begin with; `unknown` if there is none. */
export function layerOfLinkType(linkType: number): number {
  switch (linkType) {
    case linkTypes.ethernet:
      return layers.ethernet;
    case linkTypes.linuxCooked:
      return layers.linuxCooked;
    case linkTypes.linuxCooked2:
      return layers.linuxCooked2;
    case linkTypes.null:
    case linkTypes.loop:
      return layers.null;
    case linkTypes.raw:
    case linkTypes.rawBsd:
    case linkTypes.rawOpenBsd:
    case linkTypes.ipv4:
    case linkTypes.ipv6:
      return layers.raw;
    case linkTypes.ppp:
    case linkTypes.pppSerial:
      return layers.ppp;
    case linkTypes.pppoe:
      return layers.pppoe;
    case linkTypes.ciscoHdlc:
      return layers.ciscoHdlc;
    case linkTypes.fddi:
      return layers.fddi;
    case linkTypes.wireless:
      return layers.wireless;
    case linkTypes.radiotap:
      return layers.radiotap;
    case linkTypes.prism:
      return layers.prism;
    case linkTypes.avs:
      return layers.avs;
    case linkTypes.ppi:
      return layers.ppi;
    case linkTypes.nflog:
      return layers.nflog;
    case linkTypes.ipnet:
      return layers.ipnet;
    case loggedLinkType:
      return layers.logged;
    default:
      return layers.unknown;
  }
}
