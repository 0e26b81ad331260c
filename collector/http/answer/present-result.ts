import { Readable } from 'node:stream';
import { z } from 'zod';
import { ConditionalAnswer, namesTag } from '../conditional-answer.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { dialects } from '../dialects.ts';
import type { Exchange } from '../exchange.ts';
import { HeadedAnswer } from '../headed-answer.ts';
import type { RequestSessions } from '../session/request-sessions.ts';
import { SessionAnswer } from '../session-answer.ts';
import { StreamedAnswer } from '../streamed-answer.ts';
import { type Answer, jsonType } from './answer.ts';
import { compileFit } from './compile-fit.ts';

/** Bytes of a stream that are made before a client has read those before them. */
const readAhead = 256 * 1024;

type Contract = Pick<Endpoint<never>, 'method' | 'path' | 'response' | 'status' | 'dialect'>;

/**
 * A contract breach states that an answer does not fit its own contract: a fault of ours, told to the log and not to
 * the client.
 */
export class ContractBreach extends Error {
  constructor(endpoint: { method: string; path: string }, cause: z.ZodError) {
    super(
      `the answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${z.prettifyError(cause)}`,
      { cause },
    );
    this.name = 'ContractBreach';
  }
}

/**
 * Prepares making answers of an endpoint's results: only this function knows how. What does not fit the contract as it is, is
 * parsed by it, so that nothing undeclared leaves.
 */
export function compilePresenter(
  endpoint: Contract,
  sessions: Pick<RequestSessions, 'setCookie'>,
): (exchange: Exchange, result: unknown) => Answer | Promise<Answer> {
  const { response, status = 200 } = endpoint;
  const type = endpoint.dialect === undefined ? jsonType : dialects[endpoint.dialect].type;
  const fits = compileFit(response);
  const contracted = (result: unknown): unknown => {
    if (fits?.(result) === true) return result;
    const parsed = response.safeParse(result);
    if (!parsed.success) throw new ContractBreach(endpoint, parsed.error);
    return parsed.data;
  };
  return ({ request }, result) => {
    if (result instanceof StreamedAnswer) return presentStream(endpoint, result);
    if (result instanceof ConditionalAnswer)
      return presentUnlessKnown(request.headers['if-none-match'], result);
    if (result instanceof SessionAnswer) {
      const headers = { 'Set-Cookie': sessions.setCookie(request, result.token) };
      return { status, headers, type: jsonType, body: JSON.stringify(contracted(result.body)) };
    }
    if (result instanceof HeadedAnswer) {
      return { status, headers: result.headers, type, body: JSON.stringify(contracted(result.body)) };
    }
    if (status === 204) return { status };
    return { status, type, body: JSON.stringify(contracted(result)) };
  };
}

function presentStream(
  { status = 200 }: Contract,
  { contentType, fileName, chunks, bytes }: StreamedAnswer,
): Answer {
  return {
    status,
    headers: {
      'Content-Disposition': `attachment; filename="${fileName}"`,
      ...(bytes === undefined ? {} : { 'Content-Length': String(bytes) }),
    },
    type: contentType,
    body: Readable.from(chunks, { objectMode: false, highWaterMark: readAhead }),
  };
}

async function presentUnlessKnown(
  known: string | undefined,
  { entityTag, content }: ConditionalAnswer,
): Promise<Answer> {
  if (namesTag(known, entityTag)) return { status: 304, headers: { ETag: entityTag } };
  const { bytes, entityTag: tag, headers } = await content();
  return { status: 200, headers: { ...headers, ETag: tag }, type: jsonType, body: bytes };
}
