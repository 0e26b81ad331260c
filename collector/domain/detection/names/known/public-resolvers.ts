import list from '@sonde/shared/dns/public-resolvers.json' with { type: 'json' };
import { defineKnown, type KnownService } from './define-known.ts';

const resolvers: readonly {
  readonly provider: string;
  readonly addresses: readonly string[];
  readonly clear_addresses?: readonly string[];
  readonly names: readonly string[];
}[] = list.resolvers;

/**
 * Names of public resolvers that speak DNS over TLS, HTTPS or QUIC: clients look them up before they go round the resolver that
 * they were given.
 */
const encrypted: readonly KnownService[] = resolvers
  .filter(({ names }) => names.length > 0)
  .map(({ provider, names }) => ({
    kind: 'resolver',
    operator: provider,
    source: 'https://github.com/curl/curl/wiki/DNS-over-HTTPS',
    names,
  }));

/** What browsers and systems ask to learn whether, and where, they may go round the resolver that they were given. */
const signs = [
  ...defineKnown('canary', 'https://support.mozilla.org/kb/canary-domain-use-application-dnsnet', {
    Firefox: 'use-application-dns.net',
  }),
  ...defineKnown(
    'canary',
    'https://developer.apple.com/support/prepare-your-network-for-icloud-private-relay/',
    {
      'iCloud Private Relay': 'mask.icloud.com mask-h2.icloud.com mask-canary.icloud.com',
    },
  ),
  ...defineKnown('discovery', 'https://www.rfc-editor.org/rfc/rfc9462', {
    'designated resolvers': '_dns.resolver.arpa',
  }),
];

export const publicResolvers: readonly KnownService[] = [...encrypted, ...signs];

/** The operator of a public resolver by its address. */
export const resolverOperators: ReadonlyMap<string, string> = new Map(
  resolvers.flatMap(({ provider, addresses, clear_addresses: others = [] }) =>
    [...addresses, ...others].map((address) => [address, provider] as const),
  ),
);
