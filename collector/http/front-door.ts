import type Koa from 'koa';
import type { Log } from '../ports/system/log.ts';
import type { Random } from '../ports/system/random.ts';
import type { TrustedProxies } from './client-address.ts';
import { deliverAnswer } from './deliver-answer.ts';
import type { HttpMetrics } from './http-metrics.ts';
import type { HttpContext, RequestState } from './request-state.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';
import { answerError, type OnFault } from './steps/answer-error.ts';
import { beginRequest } from './steps/begin-request.ts';
import { checkRequestLine } from './steps/check-request-line.ts';
import { compressAnswers } from './steps/compress-answers.ts';
import type { AnswerCors } from './steps/cors.ts';
import { noteRequest } from './steps/note-request.ts';

export interface FrontDoorParts {
  readonly random: Random;
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly inFlight: RequestsInFlight;
  readonly trustedProxies: TrustedProxies;
  readonly answerCors: AnswerCors;
  readonly onFault: OnFault;
}

/**
 * What every request goes through, in this order, around the route that serves it. One step after the other in one
 * function: as nested middlewares they cost more than all that they do.
 */
export function frontDoor(parts: FrontDoorParts): Koa.Middleware<RequestState> {
  const { random, log, metrics, inFlight, trustedProxies, answerCors, onFault } = parts;
  const compress = compressAnswers();

  const serve = async (context: HttpContext, next: Koa.Next): Promise<void> => {
    if (answerCors(context)) return;
    checkRequestLine(context);
    await next();
    const compressing = compress(context);
    if (compressing !== undefined) await compressing;
  };

  return async (context, next) => {
    const began = performance.now();
    beginRequest(context, random, trustedProxies);
    inFlight.begin();
    context.res.once('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      inFlight.end();
      metrics.observe(context.method, context.state.route, context.res.statusCode, seconds);
      noteRequest(context, seconds, log);
    });
    try {
      inFlight.check(context.path);
      await serve(context, next);
    } catch (error) {
      answerError(context, error, log, onFault);
    }
    deliverAnswer(context);
  };
}
