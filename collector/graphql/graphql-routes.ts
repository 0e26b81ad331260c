import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import type { Caller } from '../domain/access/caller.ts';
import type { HttpContext, SystemRoute } from '../http/system/system-route.ts';
import type { TrackedDomainStore } from '../ports/scans/tracked-domains.ts';
import type { Log } from '../ports/system/log.ts';
import { explorerRoutes } from './explorer.ts';
import { createGraphqlContext, type GraphqlContext } from './graphql-context.ts';
import { presentError } from './present-error.ts';
import { limitQueries } from './query-limits.ts';
import { createResolvers, type GraphqlPorts } from './resolvers.ts';
import { typeDefs } from './type-defs.ts';

export interface GraphqlParts {
  readonly ports: GraphqlPorts & { readonly trackedDomains: Pick<TrackedDomainStore, 'findAll'> };
  readonly log: Log;
  /** Who calls; counts the call. Throws what any endpoint would answer with. */
  readonly admit: (context: HttpContext) => Promise<Caller>;
  readonly readJson: (context: HttpContext) => Promise<unknown>;
  /** Whether the explorer is served on GET. */
  readonly explorer: boolean;
}

export interface GraphqlFace {
  readonly routes: readonly SystemRoute[];
  stop(): Promise<void>;
}

/** The GraphQL face: POST executes, GET shows the explorer. One operation a request; batches of them are refused. */
export async function createGraphqlFace(parts: GraphqlParts): Promise<GraphqlFace> {
  const server = new ApolloServer<GraphqlContext>({
    typeDefs,
    resolvers: createResolvers(parts.ports),
    validationRules: [limitQueries],
    // The schema is public, as it is in the documentation; introspection tells nothing more.
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    plugins: [ApolloServerPluginLandingPageDisabled()],
    formatError: (formatted, error) => presentError(formatted, error, parts.log),
    stopOnTerminationSignals: false,
    logger: silent,
  });
  await server.start();
  const execute = koaMiddleware(server, {
    context: async ({ ctx }) => {
      const leaving = new AbortController();
      ctx.res.once('close', () => leaving.abort(new Error('the client is gone')));
      return createGraphqlContext((ctx.state as { caller: Caller }).caller, leaving.signal, parts.ports);
    },
  });
  const post: SystemRoute = {
    method: 'POST',
    path: '/graphql',
    handle: async (context) => {
      context.state.caller = await parts.admit(context);
      const request = context.request as typeof context.request & { body: unknown };
      request.body = await parts.readJson(context);
      await execute(context as never, async () => {});
    },
  };
  return {
    routes: [post, ...(parts.explorer ? await explorerRoutes() : [])],
    stop: () => server.stop(),
  };
}

/** What Apollo would print; refusals are answered and counted like any other request. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };
