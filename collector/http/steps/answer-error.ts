import type { Log } from '../../ports/system/log.ts';
import { describeError } from '../describe-error.ts';
import type { HttpContext } from '../request-state.ts';

/** Told of every fault of ours, besides the log: tests fail by it. */
export type OnFault = (error: unknown) => void;

/** Turns whatever was thrown further in into an answer in the one shape that all failures have. */
export function answerError(context: HttpContext, error: unknown, log: Log, onFault: OnFault): void {
  const { state } = context;
  const described = describeError(error);
  state.errorCode = described.code;
  if (described.status === 500) {
    log.error({ err: error, requestId: state.requestId, route: state.route }, 'fault in a request');
    onFault(error);
  } else if (described.status > 500 || described.code === 'invalid_input') {
    log.debug({ err: error, requestId: state.requestId }, 'request refused');
  }
  Object.assign(state.headers, described.headers);
  state.answer = {
    status: described.status,
    body: JSON.stringify({
      error: described.message,
      code: described.code,
      request_id: state.requestId,
      ...(described.details === undefined ? {} : { details: described.details }),
    }),
  };
}
