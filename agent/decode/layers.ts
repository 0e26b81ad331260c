/**
 * The layers are the stages of decoding that a packet is taken through. `done` ends it: another protocol, or nothing
 * left to read.
 */
export const layers = {
  done: 0,
  ethernet: 1,
  vlan: 2,
  linuxCooked: 3,
  linuxCooked2: 4,
  null: 5,
  raw: 6,
  ppp: 7,
  pppoe: 8,
  mpls: 9,
  ipv4: 10,
  ipv6: 11,
  gre: 12,
  vxlan: 13,
  geneve: 14,
  teredo: 15,
  udp: 16,
  tcp: 17,
  erspan2: 18,
  erspan3: 19,
  ciscoHdlc: 20,
  authentication: 21,
  vxlanGpe: 22,
  gtp: 23,
  l2tp: 24,
  etherIp: 25,
  unknown: 26,
  logged: 27,
} as const;
