import type { ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { Exchange } from '../exchange.ts';
import type { Answer } from './answer.ts';

/** Sends an answer: one that is there whole in one write, head and body together, and a stream as it comes. */
export function deliverAnswer({ method, response, headers }: Exchange, answer: Answer): void {
  const { status, type, body } = answer;
  if (type !== undefined) headers.set('Content-Type', type);
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  if (isWhole) headers.set('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, answer.headers === undefined ? headers.list : headers.listWith(answer.headers));
  if (body === undefined || isWhole) response.end(body);
  else deliverStream(method, response, body);
}

function deliverStream(method: string, response: ServerResponse, body: Readable): void {
  if (method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  // A stream that breaks off breaks off the answer, which is all that a client can be told by then.
  pipeline(body, response, () => {});
}
