import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** The accepted encodings are the content encodings that can be decoded here, in the form of a request's header. */
export const acceptedEncodings = 'gzip, deflate, br, zstd';
const decoders = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some servers leave the wrapping out, as RFC 9110 section 8.4.1.2 warns.
  deflate: (first: Uint8Array) => (isZlib(first) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
} as const;

export interface DecodedBody {
  readonly octets: Buffer;
  /** The octets as they came. */
  readonly received: number;
  /** There was more, or the rest could not be had: this is its beginning. */
  readonly cut: boolean;
}

/**
 * Reads a body and undoes its content coding, `most` octets of what comes out and no more, however little goes in. Never
 * rejects for what a server sends: what came before a fault counts.
 */
export async function decodeBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  most: number,
): Promise<DecodedBody> {
  const counted = new Counted(body, most);
  const name = encoding?.trim().toLowerCase() ?? '';
  const parts: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  const take = (chunk: Uint8Array) => {
    parts.push(chunk.subarray(0, most - size));
    size += chunk.length;
    cut ||= size > most;
    return size <= most;
  };
  try {
    if (!Object.hasOwn(decoders, name)) {
      for await (const chunk of counted) if (!take(chunk)) break;
      // Who could not undo the coding has not read the page.
      cut ||= name !== '' && name !== 'identity';
    } else {
      const [first, all] = await peek(counted);
      const decoder = decoders[name as keyof typeof decoders](first);
      await pipeline(Readable.from(all), decoder, async (decoded: AsyncIterable<Uint8Array>) => {
        for await (const chunk of decoded) if (!take(chunk)) return;
      });
    }
  } catch {
    cut = true;
  }
  return { octets: Buffer.concat(parts), received: counted.octets, cut: cut || counted.isCut };
}

/** The first piece of what comes, and all of it. */
async function peek(body: AsyncIterable<Uint8Array>): Promise<[Uint8Array, AsyncIterable<Uint8Array>]> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return [first.done ? new Uint8Array() : first.value, all()];
}

/** Tells whether octets begin as RFC 1950 section 2.2 has it. */
function isZlib([method = 0, flags]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (flags === undefined || (method * 256 + flags) % 31 === 0);
}

/** Counts what comes, and ends if it is more than may come. */
class Counted {
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #most: number;
  octets = 0;
  isCut = false;

  constructor(body: AsyncIterable<Uint8Array>, most: number) {
    this.#body = body;
    this.#most = most;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#body) {
        this.octets += chunk.length;
        yield chunk;
        if (this.octets > this.#most) {
          this.isCut = true;
          return;
        }
      }
    } catch {
      // A connection that broke or took too long: what came is what there is.
      this.isCut = true;
    }
  }
}

/** Decodes the text of a page by the charset that its header, its mark or its first lines name; UTF-8 otherwise. */
export function decodeText(octets: Uint8Array, contentType: string | undefined): string {
  const named = /charset=["']?\s*([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const head = Buffer.from(octets.buffer, octets.byteOffset, Math.min(octets.length, 1_024)).toString(
    'latin1',
  );
  const label = markOf(octets) ?? named ?? /<meta[^>]{1,200}?charset=["']?\s*([\w.:-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(octets);
  } catch {
    return new TextDecoder().decode(octets);
  }
}

/** Gives the encoding that a byte order mark at the beginning names; undefined without one. */
export function markOf(octets: Uint8Array): string | undefined {
  if (octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf) return 'utf-8';
  if (octets[0] === 0xff && octets[1] === 0xfe) return 'utf-16le';
  return octets[0] === 0xfe && octets[1] === 0xff ? 'utf-16be' : undefined;
}
