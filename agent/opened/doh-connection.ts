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
    // Frames are many where they are small: nothing is made for each but what it needs.
    const queued = queue.bytes;
    let at = 0;
    while (!this.isBroken && queued.length - at >= frameHeadBytes) {
      const length = queued.readUIntBE(at, 3);
      const end = at + frameHeadBytes + length;
      if (length > mostFrameBytes) this.isBroken = true;
      if (this.isBroken || end > queued.length) break;
      this.#frame(fromClient ? 0 : 1, queued, at, end);
      at = end;
    }
    queue.take(at);
  }

  /** Takes the frame whose header is at `at`. */
  #frame(side: 0 | 1, bytes: Buffer, at: number, frameEnd: number): void {
    const type = bytes[at + 3]!;
    const bits = bytes[at + 4]!;
    const request = bytes.readUInt32BE(at + 5) & 0x7fff_ffff;
    const block = this.#blocks[side];
    if (block !== undefined && (type !== frames.continuation || request !== block.request))
      this.isBroken = true;
    else if (type === frames.continuation)
      this.#goOn(side, block, bits, bytes, at + frameHeadBytes, frameEnd);
    else if (type === frames.reset) this.#forget(request);
    else if (type === frames.data || type === frames.headers || type === frames.pushPromise) {
      const isPadded = (bits & flags.padded) !== 0;
      const isPush = type === frames.pushPromise;
      const hasPriority = type === frames.headers && (bits & flags.priority) !== 0;
      const start = at + frameHeadBytes + (isPadded ? 1 : 0) + (isPush ? 4 : hasPriority ? 5 : 0);
      // The padding's length stands in front; of a frame without content that is what follows it.
      const end = frameEnd - (isPadded && at + frameHeadBytes < frameEnd ? bytes[at + frameHeadBytes]! : 0);
      if (start > end) this.isBroken = true;
      else if (type === frames.data) this.#data(side, request, bytes, start, end, bits);
      else this.#block(side, request, bytes.subarray(start, end), isPush, bits);
    }
  }

  /** Takes a header block, or the beginning of one. */
  #block(side: 0 | 1, request: number, bytes: Buffer, isPush: boolean, bits: number): void {
    const ends = (bits & flags.endStream) !== 0;
    if ((bits & flags.endHeaders) !== 0) this.#fields(side, request, bytes, isPush, ends);
    else {
      const block = { request, bytes: new OctetQueue(), isPush, ends };
      block.bytes.add(bytes);
      this.#blocks[side] = block;
    }
  }

  /** Takes more of a header block. */
  #goOn(
    side: 0 | 1,
    block: Block | undefined,
    bits: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    if (block === undefined || block.bytes.length + end - start > mostBlockBytes) {
      this.isBroken = true;
      return;
    }
    if (end > start) block.bytes.add(bytes.subarray(start, end));
    if ((bits & flags.endHeaders) === 0) return;
    this.#blocks[side] = undefined;
    this.#fields(side, block.request, block.bytes.bytes, block.isPush, block.ends);
  }

  #fields(side: 0 | 1, request: number, bytes: Buffer, isPush: boolean, ends: boolean): void {
    const fields = this.#headers[side].read(bytes);
    if (fields === undefined) this.isBroken = true;
    else if (!isPush) this.#header(side, request, fields, ends);
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
    const type = value('content-type');
    // Trailers have no type, and end a body that has begun.
    if (type !== undefined && isMessageType(type) && !request.isTold[side])
      request.bodies[side] ??= new OctetQueue();
    if (side === 0 && value(':method') === 'GET') {
      const query = queryIn(value(':path') ?? '');
      if (query !== undefined) this.#tell(side, number, request, query);
    }
    if (ends) this.#end(side, number, request);
  }

  #data(side: 0 | 1, number: number, bytes: Buffer, start: number, end: number, bits: number): void {
    const request = this.#requests.get(number);
    if (request === undefined) return;
    const body = request.bodies[side];
    const length = end - start;
    if (body !== undefined && length > 0) {
      // One that is longer is no message; others have to make room for too many of them.
      if (body.length + length > mostBodyBytes) this.#drop(side, request);
      else if (this.#bodyBytes + length > mostBodies) this.isBroken = true;
      else {
        body.add(bytes.subarray(start, end));
        this.#bodyBytes += length;
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

/** Parameters may follow the type, and capitals are as good. */
function isMessageType(text: string): boolean {
  const end = /[;\s]|$/.exec(text)!.index;
  return end === messageType.length && text.slice(0, end).toLowerCase() === messageType;
}
