import type { Log } from '../../ports/system/log.ts';
import type { HttpContext } from '../request-state.ts';

/** Writes down how a request ended, when its answer is through or its client gone. */
export function noteRequest(context: HttpContext, seconds: number, log: Log): void {
  const { res, state } = context;
  const { caller } = state;
  log.info(
    {
      requestId: state.requestId,
      method: context.method,
      // The path alone: queries may hold what is not for logs.
      path: context.path.slice(0, 512),
      status: res.statusCode,
      code: state.errorCode,
      milliseconds: Math.round(seconds * 1e5) / 100,
      address: state.address,
      caller: caller?.kind,
      account: caller !== undefined && 'accountId' in caller ? caller.accountId : undefined,
      unfinished: res.writableFinished ? undefined : true,
    },
    'request',
  );
}
