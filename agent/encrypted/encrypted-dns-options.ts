import type { ResolverList } from './resolver-list.ts';

/** The port of DNS over TLS (RFC 7858) and over QUIC (RFC 9250), and that of HTTPS. */
export const encryptedDnsPort = 853;
export const httpsPort = 443;

/** The options of encrypted DNS control what is followed, and how much of it. */
export interface EncryptedDnsOptions {
  readonly resolvers: ResolverList;
  /** Hellos that are read in a second; five seconds' worth may come at once. */
  readonly hellosPerSecond: number;
  /** Flows followed at once, and bytes of unfinished hellos kept, in all. */
  readonly maxFlows: number;
  readonly maxHelloBytes: number;
}

export const defaultEncryptedDnsBounds = { maxFlows: 16_384, maxHelloBytes: 8 * 1024 * 1024 } as const;
