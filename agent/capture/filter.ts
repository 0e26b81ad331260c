import { tunnelPorts } from '../decode/tunnel/tunnel-ports.ts';
import { encryptedDnsPort, httpsPort } from '../encrypted/encrypted-dns-options.ts';

/** IP protocols that carry packets: IPv4 and IPv6 in IP, GRE, the authentication header, EtherIP, MPLS in IP. */
const carryingProtocols = [4, 41, 47, 51, 97, 137];
/** Headers that may stand between that of IPv6 and UDP or TCP; `port` of a filter looks at what follows IPv6 itself only. */
const extensionHeaders = [0, 43, 44, 60, 135, 139, 140];

/**
 * Writes expressions of pcap-filter(7) for all packets that may hold a DNS message on these ports: UDP and TCP, all
 * fragments (only the first has ports), and every tunnel, since its content is beyond the filter. `narrowing`, an
 * expression of the operator's, applies on top. The widest comes first; a link type without VLAN tags or without
 * EtherTypes refuses it and takes one of the later; the last, for one that takes no expression at all, is empty. With `resolvers`, encrypted DNS passes too: its own port, and HTTPS of
 * these addresses.
 */
export function captureFilters(
  ports: readonly number[],
  narrowing = '',
  resolvers?: readonly string[],
): string[] {
  const anyOf = (values: readonly (number | string)[], what: string): string =>
    values.map((value) => `${what} ${value}`).join(' or ');
  const inIp = `${anyOf(carryingProtocols, 'ip proto')} or ${anyOf([...carryingProtocols, ...extensionHeaders], 'ip6 proto')}`;
  // HTTPS is let through for these alone: a site's whole traffic on that port would be too much.
  const encrypted =
    resolvers === undefined
      ? ''
      : `((udp or tcp) and (port ${encryptedDnsPort}${resolvers.length === 0 ? '' : ` or (port ${httpsPort} and (${anyOf(resolvers, 'host')}))`})) or `;
  // Errors of ICMP that quote a datagram of these ports, behind headers without options.
  const ended = (from: string): string =>
    ports.map((port) => `${from}:2] = ${port} or ${from} + 2:2] = ${port}`).join(' or ');
  const quoted = `((icmp[0] = 3 or icmp[0] = 11 or icmp[0] = 12) and icmp[17] = 17 and (${ended('icmp[28')})) or (ip6 proto 58 and ip6[40] < 5 and ip6[54] = 17 and (${ended('ip6[88')}))`;
  const own = `(${quoted} or ${encrypted}((udp or tcp) and (${anyOf(ports, 'port')})) or (udp and (${anyOf(tunnelPorts, 'port')})) or (ip[6:2] & 0x3fff != 0) or ${inIp})`;
  const base = narrowing.trim() === '' ? own : `(${own} and (${narrowing}))`;
  // PPPoE and MPLS, whose insides are beyond the filter, and IEEE 802.3 with SNAP.
  const typed = `${base} or ${['0x8864', '0x8847', '0x8848'].map((type) => `(ether proto ${type})`).join(' or ')}`;
  const snap = '(ether[12:2] < 0x600 and ether[14:2] = 0xaaaa)';
  // A VLAN tag moves the offsets, so that the whole is repeated behind one and two of them, and three pass in any case;
  // `vlan` changes the offsets of all that follows it, so it stands last.
  const filters = [
    `${typed} or ${snap} or (vlan and (${typed} or (vlan and (${typed} or vlan))))`,
    typed,
    base,
  ];
  // What netfilter logs can't be filtered, since the rule that logs it has chosen already.
  return narrowing.trim() === '' ? [...filters, ''] : filters;
}
