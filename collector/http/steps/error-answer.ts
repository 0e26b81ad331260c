import type { Log } from '@sonde/shared/system/log.ts';
import { type Answer, jsonType } from '../answer/answer.ts';
import { describeError } from '../describe-error.ts';
import { dialects } from '../dialects.ts';
import type { Exchange } from '../exchange.ts';

/** A function of this type is told of every fault of ours, besides the log: tests fail by it. */
export type OnFault = (error: unknown) => void;

/** Turns whatever was thrown further in into an answer in the one shape that all failures have. */
export function errorAnswer(exchange: Exchange, error: unknown, log: Log, onFault: OnFault): Answer {
  const { requestId, route } = exchange;
  const { status, code, message, details, headers, ticket } = describeError(error);
  exchange.errorCode = code;
  if (status === 500) {
    log.error({ err: error, requestId, route }, 'fault in a request');
    onFault(error);
  } else if (status > 500 || code === 'invalid_input') {
    log.debug({ err: error, requestId }, 'request refused');
  }
  const body = {
    error: message,
    code,
    request_id: requestId,
    ...(details === undefined ? {} : { details }),
    ...(ticket === undefined ? {} : { ticket }),
  };
  if (exchange.dialect === undefined) return { status, headers, type: jsonType, body: JSON.stringify(body) };
  const { type, describeFailure } = dialects[exchange.dialect];
  const own = describeFailure({ status, code, message, requestId });
  return { status, headers, type, body: JSON.stringify({ ...own, ...body }) };
}
