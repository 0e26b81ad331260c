import { GraphQLError } from 'graphql';
import type { PlatformNumbers } from '../domain/platform/platform-numbers.ts';
import type { AccountAdministration } from '../ports/accounts/account-administration.ts';
import { type DomainResolverPorts, domainResolvers } from './domain-resolvers.ts';

/** What the resolvers ask for. */
export interface GraphqlPorts extends DomainResolverPorts {
  readonly accountAdministration: Pick<AccountAdministration, 'list'>;
  readonly platform: Pick<PlatformNumbers, 'live'>;
}

/**
 * The resolvers. Scans of addresses are not part of this installation yet: asking for one is answered with the error
 * NOT_AVAILABLE, never with something invented.
 */
export function createResolvers(ports: GraphqlPorts) {
  const domains = domainResolvers(ports);
  return {
    Query: {
      ...domains.Query,
      ipAddress: notAvailable('IP scans'),
      ipScanHistory: notAvailable('IP scans'),
      statistics: async () => {
        const [{ domains: counts }, accounts] = await Promise.all([
          ports.platform.live(),
          ports.accountAdministration.list({ limit: 1, offset: 0 }),
        ]);
        return {
          totalDomains: counts.domains,
          totalIpScans: null,
          dnssecEnabledCount: counts.dnssecEnabled,
          sslValidCount: counts.validCertificates,
          totalUsers: accounts.count,
        };
      },
    },
    Domain: domains.Domain,
    Mutation: {
      ...domains.Mutation,
      scanIpAddress: notAvailable('IP scans'),
    },
  };
}

function notAvailable(what: string) {
  return (): never => {
    throw new GraphQLError(`${what} are not available in this version.`, {
      extensions: { code: 'NOT_AVAILABLE' },
    });
  };
}
