import type { PortsOf } from '../http/define-endpoint.ts';
import { addressEndpoints } from './addresses.ts';
import { detectionEndpoints } from './detection.ts';
import { domainEndpoints } from './domains.ts';
import { organisationEndpoints } from './organisations.ts';
import { outgoingEndpoints } from './outgoing.ts';
import { peopleEndpoints } from './people.ts';
import { resolverEndpoints } from './resolvers.ts';
import { trafficEndpoints } from './traffic.ts';

/** The list has every operation of the API, by subject. A file below this folder that is in none of these lists fails a test. */
export const endpoints = [
  ...peopleEndpoints,
  ...trafficEndpoints,
  ...detectionEndpoints,
  ...resolverEndpoints,
  ...domainEndpoints,
  ...addressEndpoints,
  ...outgoingEndpoints,
  ...organisationEndpoints,
] as const;

/** All endpoints together need these ports. */
export type EndpointPorts = PortsOf<typeof endpoints>;
