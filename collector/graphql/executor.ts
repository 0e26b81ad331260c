import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpContext } from '../http/system/system-route.ts';
import type { TrackedDomainStore } from '../ports/scans/tracked-domains.ts';
import { encryptedTypeDefs } from './encrypted-type-defs.ts';
import { fieldOfEitherName } from './field-names.ts';
import { createGraphqlContext, type GraphqlContext } from './graphql-context.ts';
import { monitoringTypeDefs } from './monitoring-type-defs.ts';
import { nameTypeDefs } from './name-type-defs.ts';
import { presentError } from './present-error.ts';
import { limitQueries, queryLimits } from './query-limits.ts';
import { createResolvers, type GraphqlPorts } from './resolvers.ts';
import { typeDefs } from './type-defs.ts';

export interface ExecutorParts {
  readonly ports: GraphqlPorts & { readonly trackedDomains: Pick<TrackedDomainStore, 'findAll'> };
  readonly log: Log;
}

export interface GraphqlExecutor {
  /** Answers the operation in the request's parsed body. */
  execute(context: HttpContext, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the schema with what resolves it. It brings some 350 modules, so it is loaded by whoever needs it. */
export async function createExecutor({ ports, log }: ExecutorParts): Promise<GraphqlExecutor> {
  const server = new ApolloServer<GraphqlContext>({
    typeDefs: [typeDefs, monitoringTypeDefs, encryptedTypeDefs, nameTypeDefs],
    resolvers: createResolvers(ports),
    fieldResolver: fieldOfEitherName,
    // Before all rules: several of graphql's own take time with the square of what they look at.
    parseOptions: { maxTokens: queryLimits.tokens },
    validationRules: [limitQueries],
    // The schema is public, as it is in the documentation; introspection tells nothing more.
    introspection: true,
    csrfPrevention: true,
    // They would keep documents of strangers in memory, and no client of this interface sends them.
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    plugins: [ApolloServerPluginLandingPageDisabled()],
    formatError: (formatted, error) => presentError(formatted, error, log),
    stopOnTerminationSignals: false,
    logger: silent,
  });
  await server.start();
  const signals = new WeakMap<object, AbortSignal>();
  const execute = koaMiddleware(server, {
    context: async ({ ctx }) => {
      const { caller, origin } = ctx.state as Exchange;
      return createGraphqlContext({ caller: caller!, origin, signal: signals.get(ctx)! }, ports);
    },
  });
  return {
    execute: async (context, signal) => {
      signals.set(context, signal);
      await execute(context as never, async () => {});
    },
    stop: () => server.stop(),
  };
}

/** Apollo prints nothing with this logger; refusals are answered and counted like any other request. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };
