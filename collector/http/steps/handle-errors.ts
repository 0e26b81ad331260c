import type Koa from 'koa';
import type { Log } from '../../ports/system/log.ts';
import { describeError } from '../describe-error.ts';
import type { RequestState } from '../request-state.ts';

/** Told of every fault of ours, besides the log: tests fail by it. */
export type OnFault = (error: unknown) => void;

/** Turns whatever is thrown further in into an answer in the one shape that all failures have. */
export function handleErrors(log: Log, onFault: OnFault): Koa.Middleware<RequestState> {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      const described = describeError(error);
      context.state.errorCode = described.code;
      if (described.status === 500) {
        log.error(
          { err: error, requestId: context.state.requestId, route: context.state.route },
          'fault in a request',
        );
        onFault(error);
      } else if (described.status > 500 || described.code === 'invalid_input') {
        log.debug({ err: error, requestId: context.state.requestId }, 'request refused');
      }
      context.set(described.headers);
      context.status = described.status;
      context.type = 'application/json';
      context.body = JSON.stringify({
        error: described.message,
        code: described.code,
        request_id: context.state.requestId,
        ...(described.details === undefined ? {} : { details: described.details }),
      });
    }
  };
}
