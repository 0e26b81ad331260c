import { transports } from '@sonde/shared/batch/row-layout.ts';

/** The message types are `Message.Type` of dnstap.proto: they state who saw the message, and which way it went. */
export const messageTypes = {
  AUTH_QUERY: 1,
  AUTH_RESPONSE: 2,
  RESOLVER_QUERY: 3,
  RESOLVER_RESPONSE: 4,
  CLIENT_QUERY: 5,
  CLIENT_RESPONSE: 6,
  FORWARDER_QUERY: 7,
  FORWARDER_RESPONSE: 8,
  STUB_QUERY: 9,
  STUB_RESPONSE: 10,
  TOOL_QUERY: 11,
  TOOL_RESPONSE: 12,
  UPDATE_QUERY: 13,
  UPDATE_RESPONSE: 14,
} as const;
export const messageTypeCount = Object.keys(messageTypes).length;

/** The socket families are `SocketFamily` of dnstap.proto; 0 if the message does not say. */
export const socketFamilies = { INET: 1, INET6: 2 } as const;

/** The transport of a row by `SocketProtocol`: UDP, TCP, DOT, DOH, DNSCryptUDP, DNSCryptTCP, DOQ. */
const transportByProtocol = [
  transports.unknown,
  transports.udp,
  transports.tcp,
  transports.tls,
  transports.https,
  transports.dnscrypt_udp,
  transports.dnscrypt_tcp,
  transports.quic,
];

/** Returns the transport number that rows keep; protocols that came after this table are `unknown`. */
export function transportOf(socketProtocol: number): number {
  return transportByProtocol[socketProtocol] ?? transports.unknown;
}

/** The policy actions are `Policy.Action` of dnstap.proto: they state what the resolver's policy did. */
export const policyActions = {
  NXDOMAIN: 1,
  NODATA: 2,
  PASS: 3,
  DROP: 4,
  TRUNCATE: 5,
  LOCAL_DATA: 6,
} as const;
