import { messageType, mostBodyBytes, queryIn, type TakeMessage } from './doh-messages.ts';
import { HeaderDecoder, type HeaderField } from './hpack.ts';
import { OctetQueue } from './octet-queue.ts';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const frameHeadBytes = 9;
const frames = { data: 0, headers: 1, reset: 3, pushPromise: 5, continuation: 9 } as const;
const flags = { endStream: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;
/** Octets of a frame and of a header block, requests under way, and octets of all bodies of a connection, at most. */
const mostFrameBytes = 256 * 1024;
const mostBlockBytes = 64 * 1024;
const mostRequests = 1_000;
const mostBodies = 2 * 1024 * 1024;

interface Request {
  /** By direction, the client's first: the octets of a body that is a message; undefined if there is none, or it is none. */
  readonly bodies: [OctetQueue | undefined, OctetQueue | undefined];
  /** Whether its query was told, and its response. */
  readonly isTold: [boolean, boolean];
}

/** Tells whether octets begin as a client of HTTP/2 does (RFC 9113 section 3.4); undefined if they are too few for that. */
export function beginsHttp2(bytes: Uint8Array): boolean | undefined {
  const count = Math.min(bytes.length, preface.length);
  if (!preface.subarray(0, count).equals(bytes.subarray(0, count))) return false;
  return count === preface.length ? true : undefined;
}

/** A DoH connection reads HTTP/2 from outside, and takes the messages of DNS over HTTPS (RFC 8484) out of it. */
export class DohConnection {
  readonly #take: TakeMessage;
  readonly #queues = [new OctetQueue(), new OctetQueue()] as const;
  readonly #headers = [new HeaderDecoder(), new HeaderDecoder()] as const;
  /** A header block that goes on in the next frame, by direction. */
  readonly #blocks: [Block | undefined, Block | undefined] = [undefined, undefined];
  readonly #requests = new Map<number, Request>();
  #hasPreface = false;
  #bodyBytes = 0;
  /** Whether it is one of DNS, as far as is known: of its kind nothing else is told apart. */
  readonly carriesMessages = true;
  /** Whether it can be read no more: it breaks the rules, or is beyond a bound. */
  isBroken = false;

  constructor(take: TakeMessage) {
    this.#take = take;
  }

  /** Takes octets of one direction, in their order. */
  add(fromClient: boolean, bytes: Uint8Array): void {
    if (this.isBroken) return;
    const queue = this.#queues[fromClient ? 0 : 1];
    queue.add(bytes);
    if (fromClient && !this.#hasPreface) {
      if (queue.length < preface.length) return;
      queue.take(preface.length);
      this.#hasPreface = true;
    }
    while (!this.isBroken && queue.length >= frameHeadBytes) {
      const length = queue.bytes.readUIntBE(0, 3);
      if (length > mostFrameBytes) this.isBroken = true;
      if (this.isBroken || queue.length < frameHeadBytes + length) return;
      const frame = queue.take(frameHeadBytes + length);
      this.#frame(
        fromClient,
        frame[3]!,
        frame[4]!,
        frame.readUInt32BE(5) & 0x7fff_ffff,
        frame.subarray(frameHeadBytes),
      );
    }
  }

  #frame(fromClient: boolean, type: number, bits: number, request: number, payload: Buffer): void {
    const side = fromClient ? 0 : 1;
    const block = this.#blocks[side];
    if (block !== undefined && (type !== frames.continuation || request !== block.request))
      this.isBroken = true;
    else if (type === frames.continuation) {
      if (block === undefined || block.bytes.length + payload.length > mostBlockBytes) this.isBroken = true;
      else {
        block.bytes.add(payload);
        this.#block(side, block, bits);
      }
    } else if (type === frames.reset) this.#forget(request);
    else if (type === frames.data) this.#data(side, request, withoutPadding(payload, bits, 0), bits);
    else if (type === frames.headers || type === frames.pushPromise) {
      const isPush = type === frames.pushPromise;
      const before = isPush ? 4 : (bits & flags.priority) !== 0 ? 5 : 0;
      const bytes = withoutPadding(payload, bits, before);
      if (bytes === undefined) this.isBroken = true;
      else {
        const block = { request, bytes: new OctetQueue(), isPush, ends: (bits & flags.endStream) !== 0 };
        block.bytes.add(bytes);
        this.#block(side, block, bits);
      }
    }
  }

  #block(side: 0 | 1, block: Block, bits: number): void {
    if ((bits & flags.endHeaders) === 0) {
      this.#blocks[side] = block;
      return;
    }
    this.#blocks[side] = undefined;
    const fields = this.#headers[side].read(block.bytes.bytes);
    if (fields === undefined) this.isBroken = true;
    else if (!block.isPush) this.#header(side, block.request, fields, block.ends);
  }

  #header(side: 0 | 1, number: number, fields: readonly HeaderField[], ends: boolean): void {
    let request = this.#requests.get(number);
    if (request === undefined) {
      // Of a response whose request was not seen nothing can be told.
      if (side === 1) return;
      if (this.#requests.size >= mostRequests) {
        this.isBroken = true;
        return;
      }
      request = { bodies: [undefined, undefined], isTold: [false, false] };
      this.#requests.set(number, request);
    }
    const value = (name: string): string | undefined => fields.find(([own]) => own === name)?.[1];
    const type = /^[^;\s]*/.exec(value('content-type') ?? '')?.[0].toLowerCase();
    // Trailers have no type, and end a body that has begun.
    if (type === messageType && !request.isTold[side]) request.bodies[side] ??= new OctetQueue();
    if (side === 0 && value(':method') === 'GET') {
      const query = queryIn(value(':path') ?? '');
      if (query !== undefined) this.#tell(side, number, request, query);
    }
    if (ends) this.#end(side, number, request);
  }

  #data(side: 0 | 1, number: number, payload: Buffer | undefined, bits: number): void {
    if (payload === undefined) {
      this.isBroken = true;
      return;
    }
    const request = this.#requests.get(number);
    if (request === undefined) return;
    const body = request.bodies[side];
    if (body !== undefined && payload.length > 0) {
      // One that is longer is no message; others have to make room for too many of them.
      if (body.length + payload.length > mostBodyBytes) this.#drop(side, request);
      else if (this.#bodyBytes + payload.length > mostBodies) this.isBroken = true;
      else {
        body.add(payload);
        this.#bodyBytes += payload.length;
      }
    }
    if ((bits & flags.endStream) !== 0) this.#end(side, number, request);
  }

  #end(side: 0 | 1, number: number, request: Request): void {
    const body = this.#drop(side, request);
    if (body !== undefined && body.length > 0) this.#tell(side, number, request, body.bytes);
    if (side === 1) this.#forget(number);
  }

  #tell(side: 0 | 1, number: number, request: Request, message: Uint8Array): void {
    if (request.isTold[side]) return;
    request.isTold[side] = true;
    this.#take(side === 0, message, number);
  }

  #forget(number: number): void {
    const request = this.#requests.get(number);
    if (request === undefined) return;
    this.#drop(0, request);
    this.#drop(1, request);
    this.#requests.delete(number);
  }

  #drop(side: 0 | 1, request: Request): OctetQueue | undefined {
    const body = request.bodies[side];
    request.bodies[side] = undefined;
    if (body !== undefined) this.#bodyBytes -= body.length;
    return body;
  }
}

interface Block {
  readonly request: number;
  readonly bytes: OctetQueue;
  readonly isPush: boolean;
  /** Whether nothing follows the header. */
  readonly ends: boolean;
}

/** A payload without its padding, and without so many octets before its content; undefined if it is shorter than they say. */
function withoutPadding(payload: Buffer, bits: number, before: number): Buffer | undefined {
  const isPadded = (bits & flags.padded) !== 0;
  const start = before + (isPadded ? 1 : 0);
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  return start <= end ? payload.subarray(start, end) : undefined;
}
