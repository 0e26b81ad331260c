/**
 * The link types are the LINKTYPE values that are understood (https://www.tcpdump.org/linktypes.html), and the BSD
 * numbers that libpcap gives live.
 */
export const linkTypes = {
  null: 0,
  ethernet: 1,
  pppSerial: 50,
  rawBsd: 12,
  rawOpenBsd: 14,
  ppp: 9,
  fddi: 10,
  pppoe: 51,
  raw: 101,
  ciscoHdlc: 104,
  wireless: 105,
  loop: 108,
  linuxCooked: 113,
  prism: 119,
  radiotap: 127,
  avs: 163,
  ppi: 192,
  ipnet: 226,
  ipv4: 228,
  ipv6: 229,
  nflog: 239,
  linuxCooked2: 276,
} as const;

const understood: ReadonlySet<number> = new Set(Object.values(linkTypes));

/** Tells whether packets of this link type can be taken apart. */
export function isUnderstood(linkType: number): boolean {
  return understood.has(linkType);
}
