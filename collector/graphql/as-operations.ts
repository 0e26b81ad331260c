import { getAddressHistory } from '../endpoints/addresses/get-address-history.ts';
import { scanAddress } from '../endpoints/addresses/scan-address.ts';
import { getDomain } from '../endpoints/domain/get-domain.ts';
import { getLiveStats } from '../endpoints/domain/get-live-stats.ts';
import { listDomains } from '../endpoints/domain/list-domains.ts';
import { scanDomain } from '../endpoints/domain/scan-domain.ts';
import { searchDomains } from '../endpoints/domain/search-domains.ts';
import { getNameHistory } from '../endpoints/names/get-name-history.ts';
import { resolveWeb3Name } from '../endpoints/names/resolve-web3-name.ts';
import type { RuledEndpoint } from '../http/access/access-rule.ts';
import { compileAccess } from '../http/access/check-access.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** Each field answers as one operation of REST: who may ask for the operation may ask for the field. */
const operations = {
  domain: getDomain,
  domains: listDomains,
  searchDomains,
  certificate: getDomain,
  expiringCertificates: listDomains,
  scanDomain,
  ipAddress: scanAddress,
  ipScanHistory: getAddressHistory,
  scanIpAddress: scanAddress,
  resolveName: resolveWeb3Name,
  nameHistory: getNameHistory,
  statistics: getLiveStats,
} as const satisfies Readonly<Record<string, RuledEndpoint>>;

/** The parameters of each field are its own. */
type Resolver = (parent: undefined, given: never, context: GraphqlContext) => unknown;

/** Puts the check of who may ask for a field before each field. */
export function asOperations<Fields extends Partial<Record<keyof typeof operations, Resolver>>>(
  fields: Fields,
): Readonly<Record<keyof Fields, Resolver>> {
  const checked = Object.entries(fields).map(([name, resolve]) => {
    const checkAccess = compileAccess(operations[name as keyof typeof operations]);
    const field: Resolver = (parent, given, context) => {
      checkAccess(context.caller);
      return resolve(parent, given, context);
    };
    return [name, field];
  });
  return Object.fromEntries(checked);
}
