import type { RequestListener } from 'node:http';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { andThen } from './and-then.ts';
import type { Answer } from './answer/answer.ts';
import { Compression } from './answer/compression.ts';
import { deliverAnswer } from './answer/deliver-answer.ts';
import { HeadWriter } from './answer/head-writer.ts';
import type { TrustedProxies } from './client-address.ts';
import { isClientGone } from './client-gone.ts';
import type { Exchange } from './exchange.ts';
import type { HttpMetrics } from './http-metrics.ts';
import type { RequestsInFlight } from './limits/requests-in-flight.ts';
import type { RequestsOfCallers } from './limits/requests-of-callers.ts';
import type { OperationTable } from './operations/operation-table.ts';
import { answerOtherMethod } from './operations/other-method.ts';
import { beginExchange } from './steps/begin-exchange.ts';
import { checkRequestLine } from './steps/check-request-line.ts';
import type { AnswerCors } from './steps/cors.ts';
import { errorAnswer, type OnFault } from './steps/error-answer.ts';
import { noteRequest } from './steps/note-request.ts';
import { firstSegment, systemApp } from './system/system-app.ts';
import type { Handler, SystemRoute } from './system/system-route.ts';

export interface FrontDoorParts {
  readonly operations: OperationTable;
  readonly systemRoutes: readonly SystemRoute[];
  readonly page: Handler | undefined;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly inFlight: RequestsInFlight;
  readonly underWay: RequestsOfCallers;
  readonly trustedProxies: TrustedProxies;
  readonly answerCors: AnswerCors;
  readonly onFault: OnFault;
}

/**
 * Makes the front door, which every request goes through in this order. Operations of the table are served here and
 * now, without a framework: its layers cost more than all that they do. The rest is for Koa.
 */
export function frontDoor(parts: FrontDoorParts): RequestListener {
  const { operations, log, metrics, inFlight, underWay, answerCors, onFault } = parts;
  const compression = new Compression();
  const heads = new HeadWriter();

  const fail = (exchange: Exchange, error: unknown): void => {
    if (isClientGone(error)) {
      exchange.response.destroy();
      return;
    }
    const answer = errorAnswer(exchange, error, log, onFault);
    const { response } = exchange;
    if (response.headersSent) response.destroy();
    else deliverAnswer(exchange, answer, heads);
  };

  const attempt = (exchange: Exchange, step: () => Promise<void> | void): void => {
    try {
      step()?.catch((error) => fail(exchange, error));
    } catch (error) {
      fail(exchange, error);
    }
  };

  const serveSystem = systemApp({
    routes: parts.systemRoutes,
    page: parts.page,
    claimed: new Set([...operations.paths, ...parts.systemRoutes.map(({ path }) => path)].map(firstSegment)),
    compression,
    fail,
    onLate: (error) => log.debug({ err: error }, 'answer not delivered'),
  });

  const serveOther = (exchange: Exchange): Promise<void> | void => {
    if (!exchange.path.startsWith('/health/')) inFlight.checkPlace(exchange, false);
    const methods = operations.methodsAt(exchange.path);
    if (methods.length === 0) return serveSystem(exchange);
    return deliverAnswer(exchange, answerOtherMethod(exchange.method, methods), heads);
  };

  const answer = (exchange: Exchange, result: Answer): Promise<void> | void =>
    andThen(compression.apply(exchange, result), (final) => deliverAnswer(exchange, final, heads));

  const serve = (exchange: Exchange): Promise<void> | void => {
    const { method, path } = exchange;
    inFlight.check(exchange);
    const preflight = answerCors(exchange);
    if (preflight !== undefined) return deliverAnswer(exchange, preflight, heads);
    checkRequestLine(exchange);
    const match = operations.find(method, path);
    if (match === undefined) return serveOther(exchange);
    exchange.route = match.operation.path;
    const result = match.operation.serve(exchange, match.parameters);
    if (!(result instanceof Promise)) return answer(exchange, result);
    // Both ways out of one promise: each more costs every request that waits for something.
    result.then(
      (late) => attempt(exchange, () => answer(exchange, late)),
      (error) => fail(exchange, error),
    );
  };

  return (request, response) => {
    const began = performance.now();
    const exchange = beginExchange(request, response, parts.random, parts.trustedProxies);
    inFlight.take(exchange);
    // It closes once. Node's `once` would make two objects more of every request.
    response.on('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      inFlight.leave(exchange);
      underWay.end(exchange);
      metrics.observe(exchange.method, exchange.route, response.statusCode, seconds);
      noteRequest(exchange, seconds, log);
    });
    attempt(exchange, () => serve(exchange));
  };
}
