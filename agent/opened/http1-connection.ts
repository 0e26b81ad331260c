import { messageType, mostBodyBytes, queryIn, type TakeMessage } from './doh-messages.ts';
import { OctetQueue } from './octet-queue.ts';

/** Octets of a head and of a line, chunks of a body and lines behind it, requests that wait for their responses, and interim responses of one, at most. */
const mostHeadBytes = 16 * 1024;
const mostLineBytes = 1_024;
const mostChunks = 250;
const mostRequests = 100;
const mostInterim = 100;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
const headEnd = '\r\n\r\n';
const lineEnd = '\r\n';

/** Tells whether octets begin as a client of HTTP/1.1 does; undefined if they are too few for that. */
export function beginsHttp1(bytes: Uint8Array): boolean | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8)).toString('latin1');
  if (methods.some((method) => text.startsWith(`${method} `))) return true;
  return methods.some((method) => `${method} `.startsWith(text)) ? undefined : false;
}

/** What comes next in one direction: a head, octets of a body, or the parts of one that comes in chunks. */
type Part = 'head' | 'body' | 'chunk_size' | 'chunk' | 'chunk_end' | 'trailer';

interface Direction {
  readonly queue: OctetQueue;
  /** Octets of the queue in which the end of a head was looked for. */
  searched: number;
  part: Part;
  /** Octets of the body, or of the chunk, that are still to come. */
  left: number;
  /** The body so far; undefined if it is no message. */
  body: OctetQueue | undefined;
  chunks: number;
}

interface Request {
  readonly number: number;
  readonly isHead: boolean;
}

/**
 * An HTTP/1.1 connection is read from outside (RFC 9112), and the messages of DNS over HTTPS (RFC 8484) are taken out of it. Responses belong to
 * requests in their order. What has no end but that of the connection is not read on.
 */
export class Http1Connection {
  readonly #take: TakeMessage;
  readonly #directions: readonly [Direction, Direction] = [beginning(), beginning()];
  /** Requests whose responses have not come. */
  readonly #waiting: Request[] = [];
  #requests = 0;
  #interim = 0;
  #isEnded = false;
  /** Whether it has carried a message; others are connections of the web. */
  carriesMessages = false;

  constructor(take: TakeMessage) {
    this.#take = take;
  }

  /** Whether it carried messages and can be read no more. */
  get isBroken(): boolean {
    return this.#isEnded && this.carriesMessages;
  }

  /** Takes octets of one direction, in their order. */
  add(fromClient: boolean, bytes: Uint8Array): void {
    if (this.#isEnded) return;
    const direction = this.#directions[fromClient ? 0 : 1];
    const rest =
      direction.part === 'body' && direction.body === undefined
        ? this.#skip(fromClient, direction, bytes)
        : bytes;
    if (rest.length === 0) return;
    direction.queue.add(rest);
    while (!this.#isEnded && this.#step(fromClient, direction));
  }

  /** Passes over octets of a body that nobody wants, without keeping them. */
  #skip(fromClient: boolean, direction: Direction, bytes: Uint8Array): Uint8Array {
    const count = Math.min(direction.left, bytes.length);
    direction.left -= count;
    if (direction.left === 0) this.#endBody(fromClient, direction);
    return bytes.subarray(count);
  }

  /** Takes the next part; false if it is not there yet. */
  #step(fromClient: boolean, direction: Direction): boolean {
    const { queue } = direction;
    switch (direction.part) {
      case 'head':
        return this.#head(fromClient, direction);
      case 'body':
      case 'chunk': {
        if (queue.length === 0) return false;
        const octets = queue.take(Math.min(direction.left, queue.length));
        direction.left -= octets.length;
        keep(direction, octets);
        if (direction.left > 0) return false;
        if (direction.part === 'chunk') direction.part = 'chunk_end';
        else this.#endBody(fromClient, direction);
        return true;
      }
      default:
        return this.#line(fromClient, direction);
    }
  }

  /** Takes a line between chunks. */
  #line(fromClient: boolean, direction: Direction): boolean {
    const { queue } = direction;
    const at = queue.bytes.subarray(0, mostLineBytes).indexOf(lineEnd);
    if (at < 0) {
      this.#isEnded = queue.length >= mostLineBytes;
      return false;
    }
    const line = queue.take(at + lineEnd.length).toString('latin1', 0, at);
    if (direction.part === 'chunk_end') {
      this.#isEnded = line !== '';
      direction.part = 'chunk_size';
    } else if (direction.part === 'trailer') {
      if (line === '') this.#endBody(fromClient, direction);
      else this.#isEnded = ++direction.chunks > mostChunks;
    } else {
      const digits = /^[0-9a-fA-F]{1,8}(?=$|[;\s])/.exec(line)?.[0];
      direction.left = Number.parseInt(digits ?? '', 16);
      if (digits === undefined || ++direction.chunks > mostChunks) this.#isEnded = true;
      else direction.part = direction.left === 0 ? 'trailer' : 'chunk';
    }
    return true;
  }

  #head(fromClient: boolean, direction: Direction): boolean {
    const { queue } = direction;
    const at = queue.bytes.indexOf(headEnd, Math.max(0, direction.searched - headEnd.length));
    direction.searched = at < 0 ? queue.length : 0;
    if (at < 0) {
      this.#isEnded = queue.length > mostHeadBytes;
      return false;
    }
    const [first = '', ...lines] = queue
      .take(at + headEnd.length)
      .toString('latin1', 0, at)
      .split(lineEnd);
    const head = { first, value: (name: string) => fieldIn(lines, name) };
    if (fromClient) this.#request(direction, head);
    else this.#response(direction, head);
    return true;
  }

  #request(direction: Direction, head: Head): void {
    const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(head.first) ?? [];
    if (method === undefined || target === undefined || this.#waiting.length >= mostRequests) {
      this.#isEnded = true;
      return;
    }
    const number = ++this.#requests;
    this.#waiting.push({ number, isHead: method === 'HEAD' });
    const query = method === 'GET' ? queryIn(target) : undefined;
    if (query !== undefined) this.#tell(true, query, number);
    this.#beginBody(true, direction, head, false);
  }

  #response(direction: Direction, head: Head): void {
    const code = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(head.first)?.[1];
    const request = this.#waiting[0];
    if (code === undefined || request === undefined || code === '101') {
      this.#isEnded = true;
      return;
    }
    // What is said meanwhile is not yet the response.
    if (code.startsWith('1')) {
      this.#isEnded = ++this.#interim > mostInterim;
      return;
    }
    this.#interim = 0;
    if (request.isHead || code === '204' || code === '304') this.#waiting.shift();
    else this.#beginBody(false, direction, head, true);
  }

  /** Prepares for the body that a head announces (RFC 9112 section 6.3). */
  #beginBody(fromClient: boolean, direction: Direction, head: Head, mayLastToEnd: boolean): void {
    const length = head.value('content-length');
    const coding = head.value('transfer-encoding')?.toLowerCase();
    const type = /^[^;\s]*/.exec(head.value('content-type') ?? '')?.[0].toLowerCase();
    direction.body = type === messageType ? new OctetQueue() : undefined;
    direction.chunks = 0;
    if (coding !== undefined) {
      this.#isEnded = coding !== 'chunked' || length !== undefined;
      direction.part = 'chunk_size';
    } else if (length !== undefined) {
      this.#isEnded = !/^\d{1,15}$/.test(length);
      direction.left = Number(length);
      direction.part = 'body';
      if (direction.left === 0) this.#endBody(fromClient, direction);
    } else if (mayLastToEnd) this.#isEnded = true;
    else direction.body = undefined;
  }

  #endBody(fromClient: boolean, direction: Direction): void {
    const { body } = direction;
    direction.body = undefined;
    direction.part = 'head';
    const number = fromClient ? this.#requests : this.#waiting.shift()?.number;
    if (body !== undefined && body.length > 0 && number !== undefined)
      this.#tell(fromClient, body.bytes, number);
  }

  #tell(fromClient: boolean, message: Uint8Array, request: number): void {
    this.carriesMessages = true;
    this.#take(fromClient, message, request);
  }
}

interface Head {
  /** The first line. */
  readonly first: string;
  readonly value: (name: string) => string | undefined;
}

function beginning(): Direction {
  return { queue: new OctetQueue(), searched: 0, part: 'head', left: 0, body: undefined, chunks: 0 };
}

/** Keeps octets of a message; one that is too long is none. */
function keep(direction: Direction, octets: Buffer): void {
  const { body } = direction;
  if (body === undefined) return;
  if (body.length + octets.length > mostBodyBytes) direction.body = undefined;
  else body.add(octets);
}

/** The value of a field; of several, the first. */
function fieldIn(lines: readonly string[], name: string): string | undefined {
  const { length } = name;
  const line = lines.find((one) => one[length] === ':' && one.slice(0, length).toLowerCase() === name);
  return line?.slice(length + 1).trim();
}
