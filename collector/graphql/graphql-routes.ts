import type { Caller } from '../domain/people/access/caller.ts';
import { ClientGone } from '../http/client-gone.ts';
import { lateAnswer } from '../http/http-error.ts';
import type { HttpContext, SystemRoute } from '../http/system/system-route.ts';
import type { ExecutorParts, GraphqlExecutor } from './executor.ts';
import { explorerRoutes } from './explorer.ts';

export interface GraphqlParts extends ExecutorParts {
  /** Admits a caller; counts the call. Throws what any endpoint would answer with. */
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

/**
 * Creates the GraphQL face: POST executes, GET shows the explorer. One operation a request; batches of them are
 * refused. What executes is loaded with the first operation, which waits for it, since a start of the collector would
 * take longer.
 */
export async function createGraphqlFace(parts: GraphqlParts): Promise<GraphqlFace> {
  let executor: Promise<GraphqlExecutor> | undefined;
  const loadExecutor = async (): Promise<GraphqlExecutor> => {
    const { createExecutor } = await import('./executor.ts');
    return createExecutor(parts);
  };
  const post: SystemRoute = {
    method: 'POST',
    path: '/graphql',
    handle: async (context) => {
      context.state.caller = await parts.admit(context);
      const request = context.request as typeof context.request & { body: unknown };
      request.body = await parts.readJson(context);
      await withinTime(context, parts.timeLimit, async (signal) => {
        executor ??= loadExecutor();
        await (await executor).execute(context, signal);
      });
    },
  };
  return {
    routes: [post, ...(parts.explorer ? await explorerRoutes() : [])],
    stop: async () => (await executor)?.stop(),
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
