import type { ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { Exchange } from '../exchange.ts';
import type { Answer } from './answer.ts';
import type { HeadWriter } from './head-writer.ts';

/** Sends an answer: one that is there whole in one write, head and body together, and a stream as it comes. */
export function deliverAnswer(exchange: Exchange, answer: Answer, heads: HeadWriter): void {
  const { method, response } = exchange;
  const { status, type, body } = answer;
  const headers = answer.headers === undefined ? exchange.headers : exchange.headers.with(answer.headers);
  if (type !== undefined) headers.set('Content-Type', type);
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const length = Buffer.byteLength(body);
    headers.set('Content-Length', String(length));
    heads.writeWhole(response, status, headers);
    // Text of ASCII alone is the same in both encodings; in that one it is copied, in the other converted.
    response.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  heads.write(response, status, headers);
  if (body === undefined) response.end();
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
