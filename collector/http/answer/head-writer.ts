import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { AnswerHeaders } from './answer-headers.ts';

/** Node.js keeps these parts of a head until it goes out with the body. It is no part of its documented interface. */
interface KeptHead {
  _header: string | null;
  readonly _keepAliveTimeout: number;
}

/** A head writer writes the heads of answers. */
export class HeadWriter {
  #second = 0;
  #date = '';

  /** As `writeHead` writes it, which is the way for all that is out of the ordinary. */
  write(response: ServerResponse, status: number, headers: AnswerHeaders): void {
    response.writeHead(status, headers.list);
  }

  /**
   * The head of an answer that is there whole, its length among the headers: the same as `write`, in a third of its time. That
   * looks through every name and every value at each answer, most of which are our own and always the same. Should a later
   * Node.js keep its heads elsewhere, it writes one of its own, with this status; a test compares the two.
   */
  writeWhole(response: ServerResponse, status: number, headers: AnswerHeaders): void {
    const kept = response as ServerResponse & KeptHead;
    const keptAlive = Math.floor(kept._keepAliveTimeout / 1_000);
    const text = isOrdinary(response, status) && keptAlive > 0 ? headers.text : undefined;
    if (text === undefined) {
      this.write(response, status, headers);
      return;
    }
    response.statusCode = status;
    kept._header =
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${text}Date: ${this.#now()}\r\n` +
      `Connection: keep-alive\r\nKeep-Alive: timeout=${keptAlive}\r\n\r\n`;
  }

  /** The date of heads (RFC 9110 section 5.6.7), which changes by the second. */
  #now(): string {
    const now = Date.now();
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(now).toUTCString();
    }
    return this.#date;
  }
}

/** With a body, over a connection that goes on, and without anything that was set on the way. */
function isOrdinary(response: ServerResponse, status: number): boolean {
  const { req, shouldKeepAlive, maxRequestsOnConnectionReached } = response as ServerResponse & {
    readonly maxRequestsOnConnectionReached?: boolean;
  };
  return (
    shouldKeepAlive &&
    maxRequestsOnConnectionReached !== true &&
    status >= 200 &&
    status !== 204 &&
    status !== 304 &&
    req.httpVersionMinor === 1
  );
}
