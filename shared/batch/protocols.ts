import type { Transport } from './row-layout.ts';

/** The protocols are transports as people call them, and as submissions and answers name them. */
export const protocols: Readonly<Record<Transport, string>> = {
  unknown: 'unknown',
  udp: 'udp',
  tcp: 'tcp',
  tls: 'dot',
  https: 'doh',
  quic: 'doq',
  dnscrypt_udp: 'dnscrypt-udp',
  dnscrypt_tcp: 'dnscrypt-tcp',
};

export const protocolNames: readonly string[] = Object.values(protocols);

const transports = new Map(
  Object.entries(protocols).map(([transport, name]) => [name, transport as Transport]),
);

/** Finds the transport of a protocol's name, in any case of letters; undefined if there is no such protocol. */
export function transportOfProtocol(name: string): Transport | undefined {
  return transports.get(name.toLowerCase());
}
