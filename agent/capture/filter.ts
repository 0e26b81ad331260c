/** Ports of tunnels over UDP that the decoder looks into: VXLAN and its older Linux port, Geneve, Teredo. */
const tunnelPorts = [4789, 8472, 6081, 3544];

/**
 * Expressions of pcap-filter(7) for all that may hold a DNS message on these ports: UDP and TCP, all fragments (only the
 * first has ports), and every tunnel, since what is inside is beyond the filter. `narrowing`, an expression of the
 * operator's, applies on top. The widest comes first; a link type without VLAN tags or without EtherTypes refuses it
 * and takes one of the later.
 */
export function captureFilters(ports: readonly number[], narrowing = ''): string[] {
  const direct = ports.map((port) => `port ${port}`).join(' or ');
  const tunnels = tunnelPorts.map((port) => `udp port ${port}`).join(' or ');
  const fragments = '(ip[6:2] & 0x3fff != 0) or (ip6 proto 44)';
  // Protocols 4, 41 and 47 are IPv4 in IP, IPv6 in IP and GRE.
  const inIp = 'ip proto 4 or ip proto 41 or ip proto 47 or ip6 proto 4 or ip6 proto 41 or ip6 proto 47';
  const own = `(((udp or tcp) and (${direct})) or ${tunnels} or ${fragments} or ${inIp})`;
  const base = narrowing.trim() === '' ? own : `(${own} and (${narrowing}))`;
  const typed = `${base} or (ether proto 0x8864) or (ether proto 0x8847)`;
  // A VLAN tag moves the offsets, so that the whole is repeated behind one and two of them; `vlan` changes the offsets
  // of all that follows it, so it stands last.
  return [`${typed} or (vlan and (${base} or (vlan and ${base})))`, typed, base];
}
