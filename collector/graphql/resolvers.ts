import { GraphQLScalarType } from 'graphql';
import type { PlatformNumbers } from '../domain/traffic/platform/platform-numbers.ts';
import type { AccountAdministration } from '../ports/accounts/account-administration.ts';
import type { AddressScanStore } from '../ports/addresses/address-scans.ts';
import { type AddressResolverPorts, addressResolvers } from './address-resolvers.ts';
import { asOperations } from './as-operations.ts';
import { type DomainResolverPorts, domainResolvers } from './domain-resolvers.ts';
import { type MonitoringResolverPorts, monitoringResolvers } from './monitoring-resolvers.ts';
import { type NameResolverPorts, nameResolvers } from './name-resolvers.ts';

/** The resolvers need these ports. */
export interface GraphqlPorts
  extends DomainResolverPorts,
    AddressResolverPorts,
    MonitoringResolverPorts,
    NameResolverPorts {
  readonly addressScans: AddressResolverPorts['addressScans'] & Pick<AddressScanStore, 'count'>;
  readonly accountAdministration: Pick<AccountAdministration, 'list'>;
  readonly platform: Pick<PlatformNumbers, 'live'>;
}

export function createResolvers(ports: GraphqlPorts) {
  const domains = domainResolvers(ports);
  const addressing = addressResolvers(ports);
  return {
    JSON: new GraphQLScalarType({
      name: 'JSON',
      description: 'An object of any shape, as in the REST API.',
    }),
    Query: {
      ...monitoringResolvers(ports).Query,
      ...asOperations({
        ...domains.Query,
        ...addressing.Query,
        ...nameResolvers(ports).Query,
        statistics: () => statistics(ports),
      }),
    },
    Domain: domains.Domain,
    Mutation: asOperations({ ...domains.Mutation, ...addressing.Mutation }),
  };
}

/** Numbers of the whole platform. */
async function statistics(ports: GraphqlPorts) {
  const [{ domains }, accounts, addresses] = await Promise.all([
    ports.platform.live(),
    ports.accountAdministration.list({ limit: 1, offset: 0 }),
    ports.addressScans.count(),
  ]);
  return {
    totalDomains: domains.domains,
    totalIpScans: addresses.scans,
    dnssecEnabledCount: domains.dnssecEnabled,
    sslValidCount: domains.validCertificates,
    totalUsers: accounts.count,
  };
}
