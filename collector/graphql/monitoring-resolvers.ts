import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import type { BurstLimits } from '../domain/people/quota/burst-limits.ts';
import { listAgents } from '../endpoints/dns-monitoring/list-agents.ts';
import { listLocations } from '../endpoints/dns-monitoring/list-locations.ts';
import { searchQueries } from '../endpoints/dns-monitoring/search-queries.ts';
import { listEncryptedConnections } from '../endpoints/encrypted-dns/list-encrypted-connections.ts';
import { listResolvers } from '../endpoints/resolvers/list-resolvers.ts';
import { getCase } from '../endpoints/threats/get-case.ts';
import { getThreat } from '../endpoints/threats/get-threat.ts';
import { listCases } from '../endpoints/threats/list-cases.ts';
import { listThreats } from '../endpoints/threats/list-threats.ts';
import { compileAccess, compileLocationAccess } from '../http/access/check-access.ts';
import type { Endpoint, PortsOf } from '../http/define-endpoint.ts';
import { validate } from '../http/validate.ts';
import { snakeCase } from './field-names.ts';
import type { GraphqlContext } from './graphql-context.ts';

type Operations = PortsOf<
  [
    typeof searchQueries,
    typeof listEncryptedConnections,
    typeof listThreats,
    typeof getThreat,
    typeof listCases,
    typeof getCase,
    typeof listLocations,
    typeof listAgents,
    typeof listResolvers,
  ]
>;
export type MonitoringResolverPorts = Operations & { readonly burst: Pick<BurstLimits, 'take'> };

/** REST shows all agents at once; here a page is what the limits of a document count. */
const agentPages = z.object(pageParameters(100, 1_000));

type NoParent = undefined;
type Arguments = Readonly<Record<string, unknown>>;
type Shown = Readonly<Record<string, unknown>>;
/** One question to the store takes this much of the caller's burst: one document may have several. */
const questionCost = 1;

/**
 * Resolves DNS monitoring of the caller's account. Each field is an operation of REST under another spelling: access,
 * parameters and answer are declared there alone.
 */
export function monitoringResolvers(ports: MonitoringResolverPorts) {
  const page = (endpoint: Endpoint<MonitoringResolverPorts>, listed: string) => {
    const ask = asked(endpoint, ports);
    return async (_parent: NoParent, given: Arguments, context: GraphqlContext) => {
      const { [listed]: items, ...answer } = await ask({ query: given }, context);
      return { ...answer, items };
    };
  };
  const askAgents = asked(listAgents, ports);
  const askThreat = asked(getThreat, ports);
  const askCase = asked(getCase, ports);
  return {
    Query: {
      queries: page(searchQueries, 'queries'),
      encryptedConnections: page(listEncryptedConnections, 'connections'),
      threats: page(listThreats, 'threats'),
      threat: (_parent: NoParent, given: Arguments, context: GraphqlContext) =>
        askThreat({ params: given }, context),
      cases: page(listCases, 'cases'),
      case: (_parent: NoParent, given: Arguments, context: GraphqlContext) =>
        askCase({ params: given }, context),
      locations: page(listLocations, 'locations'),
      agents: async (_parent: NoParent, { limit, offset, ...given }: Arguments, context: GraphqlContext) => {
        const read = validate(agentPages, { limit, offset }, 'arguments');
        const { count, agents } = await askAgents({ query: given }, context);
        return { count, items: (agents as Shown[]).slice(read.offset, read.offset + read.limit) };
      },
      resolvers: page(listResolvers, 'resolvers'),
    },
  };
}

/** Asks an operation in the name of a document's caller. What it throws is what it answers with over REST. */
function asked(endpoint: Endpoint<MonitoringResolverPorts>, ports: MonitoringResolverPorts) {
  const checkAccess = compileAccess(endpoint);
  const checkLocation = compileLocationAccess(endpoint);
  return async (
    { params, query }: { params?: Arguments; query?: Arguments },
    { caller, signal, origin }: GraphqlContext,
  ): Promise<Shown> => {
    checkAccess(caller);
    const read = {
      params: endpoint.params && validate(endpoint.params, inSnakeCase(params), 'arguments'),
      query: endpoint.query && validate(endpoint.query, inSnakeCase(query), 'arguments'),
      body: undefined,
    };
    checkLocation(caller, read);
    ports.burst.take(caller, questionCost);
    return (await endpoint.run({ ...read, caller, signal, origin }, ports)) as Shown;
  };
}

/** Null is what a client writes for what it does not say. */
function inSnakeCase(given: Arguments = {}): Arguments {
  const said = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [snakeCase(name), value]));
}
