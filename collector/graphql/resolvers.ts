import { GraphQLError } from 'graphql';
import type { AccountAdministration } from '../ports/accounts/account-administration.ts';

/** What the resolvers ask for. */
export interface GraphqlPorts {
  readonly accountAdministration: Pick<AccountAdministration, 'list'>;
}

/**
 * The resolvers. Scans of domains and addresses are not part of this installation yet: asking for one is answered with
 * the error NOT_AVAILABLE, never with something invented.
 */
export function createResolvers(ports: GraphqlPorts) {
  return {
    Query: {
      domain: notAvailable('Domain scans'),
      domains: notAvailable('Domain scans'),
      searchDomains: notAvailable('Domain scans'),
      ipAddress: notAvailable('IP scans'),
      ipScanHistory: notAvailable('IP scans'),
      certificate: notAvailable('Certificate scans'),
      expiringCertificates: notAvailable('Certificate scans'),
      statistics: async () => ({
        totalDomains: null,
        totalIpScans: null,
        dnssecEnabledCount: null,
        sslValidCount: null,
        totalUsers: (await ports.accountAdministration.list({ limit: 1, offset: 0 })).count,
      }),
    },
    Mutation: {
      scanDomain: notAvailable('Domain scans'),
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
