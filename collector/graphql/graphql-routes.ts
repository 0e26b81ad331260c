import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import type { Caller } from '../domain/access/caller.ts';
import { ClientGone } from '../http/client-gone.ts';
import { lateAnswer } from '../http/http-error.ts';
import type { HttpContext, SystemRoute } from '../http/system/system-route.ts';
import type { TrackedDomainStore } from '../ports/scans/tracked-domains.ts';
import type { Log } from '../ports/system/log.ts';
import { explorerRoutes } from './explorer.ts';
import { createGraphqlContext, type GraphqlContext } from './graphql-context.ts';
import { presentError } from './present-error.ts';
import { limitQueries, queryLimits } from './query-limits.ts';
import { createResolvers, type GraphqlPorts } from './resolvers.ts';
import { typeDefs } from './type-defs.ts';

export interface GraphqlParts {
  readonly ports: GraphqlPorts & { readonly trackedDomains: Pick<TrackedDomainStore, 'findAll'> };
  readonly log: Log;
  /** Who calls; counts the call. Throws what any endpoint would answer with. */
  readonly admit: (context: HttpContext) => Promise<Caller>;
  readonly readJson: (context: HttpContext) => Promise<unknown>;
  /** Milliseconds that an answer may take. */
  readonly timeLimit: number;
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
    // Before all rules: several of graphql's own take time with the square of what they look at.
    parseOptions: { maxTokens: queryLimits.tokens },
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
  const signals = new WeakMap<object, AbortSignal>();
  const execute = koaMiddleware(server, {
    context: async ({ ctx }) =>
      createGraphqlContext((ctx.state as { caller: Caller }).caller, signals.get(ctx)!, parts.ports),
  });
  const post: SystemRoute = {
    method: 'POST',
    path: '/graphql',
    handle: async (context) => {
      context.state.caller = await parts.admit(context);
      const request = context.request as typeof context.request & { body: unknown };
      request.body = await parts.readJson(context);
      await withinTime(context, parts.timeLimit, (signal) => {
        signals.set(context, signal);
        return execute(context as never, async () => {});
      });
    },
  };
  return {
    routes: [post, ...(parts.explorer ? await explorerRoutes() : [])],
    stop: () => server.stop(),
  };
}

/** Gives the work up when the time is over or the client gone. */
async function withinTime(
  context: HttpContext,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  const end = (error: Error) => {
    controller.abort(error);
    over.reject(error);
  };
  const timer = setTimeout(() => end(lateAnswer()), milliseconds);
  const onClose = () => end(new ClientGone());
  context.res.once('close', onClose);
  try {
    await Promise.race([work(controller.signal), over.promise]);
  } finally {
    clearTimeout(timer);
    context.res.off('close', onClose);
  }
}

/** What Apollo would print; refusals are answered and counted like any other request. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };
