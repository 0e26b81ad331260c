import type { Log } from '@sonde/shared/system/log.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import type { Exchange } from '../exchange.ts';

/** Characters of a path that are written down, at most. */
const longestPath = 512;

/** Writes down how a request ended, when its answer is through or its client gone. */
export function noteRequest(exchange: Exchange, seconds: number, log: Log): void {
  const { requestId, method, path, route, address, response, errorCode, caller } = exchange;
  // The path alone: queries may hold what is not for logs. It is all that may hold what JSON has to escape, unless it is as
  // the table writes it.
  const pathText =
    path === route
      ? `"${path}"`
      : JSON.stringify(path.length > longestPath ? path.slice(0, longestPath) : path);
  log.infoText(
    `"requestId":"${requestId}","method":"${method}","path":${pathText},"status":${response.statusCode}` +
      `${errorCode === undefined ? '' : `,"code":"${errorCode}"`},"milliseconds":${Math.round(seconds * 1e5) / 100}` +
      `,"address":"${address}"${caller === undefined ? '' : callerFields(caller)}` +
      `${response.writableFinished ? '' : ',"unfinished":true'}`,
    'request',
  );
}

function callerFields(caller: Caller): string {
  const account = caller.kind === 'anonymous' ? '' : `,"account":${caller.accountId}`;
  return `,"caller":"${caller.kind}"${account}`;
}
