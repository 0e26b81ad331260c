import {
  tarBlock as blockBytes,
  isUstar,
  paxRecords,
  tarPath,
  tarSum,
  tarText,
} from '../files/tar-header.ts';
import { BackupError } from './backup-error.ts';

/** A tar entry is a file or symbolic link of an archive; its content is to be read before the next one is asked for. */
export interface TarEntry {
  readonly path: string;
  readonly bytes: number;
  /** The target of a symbolic link. */
  readonly link: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Bytes of the records that hold a long path. */
const mostPaxBytes = 16 * 1024;

/**
 * Reads an archive entry by entry: files and symbolic links, with long paths in pax records; all else is refused. Throws a
 * BackupError if it is cut off or damaged where its structure shows it. Reads the source to its end.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = new ByteSource(source);
  try {
    yield* entries(bytes);
  } finally {
    await bytes.close();
  }
}

async function* entries(bytes: ByteSource): AsyncGenerator<TarEntry> {
  let long: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const head = await bytes.exactly(blockBytes);
    if (head.every((byte) => byte === 0)) {
      await bytes.zeros(blockBytes);
      await bytes.end();
      return;
    }
    const size = sizeOf(checked(head));
    const type = head.toString('latin1', 156, 157);
    if (type === 'x') {
      if (size > mostPaxBytes) throw damaged('a path is too long');
      const records = paxRecords(await bytes.exactly(size));
      if (records === undefined) throw damaged('a long path has changed since it was written');
      long = records;
      await bytes.zeros(paddingOf(size));
      continue;
    }
    if (type !== '0' && type !== '2') throw damaged(`an entry has the type ${JSON.stringify(type)}`);
    const path = long.get('path') ?? tarPath(head);
    const link = type === '2' ? (long.get('linkpath') ?? tarText(head, 157, 100)) : undefined;
    long = new Map();
    let left = size;
    async function* content(): AsyncGenerator<Uint8Array> {
      while (left > 0) {
        const piece = await bytes.upTo(left);
        left -= piece.length;
        yield piece;
      }
    }
    yield { path, bytes: size, link, content: content() };
    await bytes.skip(left);
    await bytes.zeros(paddingOf(size));
  }
}

class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Some bytes, one at least. */
  async upTo(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done === true) throw new BackupError('The backup is truncated: its end is missing.');
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async exactly(count: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for (let left = count; left > 0; left -= pieces.at(-1)!.length) pieces.push(await this.upTo(left));
    return Buffer.concat(pieces);
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) left -= (await this.upTo(left)).length;
  }

  /** Padding: what is not zero was changed. */
  async zeros(count: number): Promise<void> {
    const padding = await this.exactly(count);
    if (padding.some((byte) => byte !== 0)) throw damaged('there is unexpected data between two entries');
  }

  /** Whoever writes may have something to do behind the last byte, and says by the end of the stream that it is done. */
  async end(): Promise<void> {
    for (let piece = this.#rest; ; ) {
      if (piece.some((byte) => byte !== 0)) throw damaged('there is unexpected data after its end');
      const { value, done } = await this.#pieces.next();
      if (done === true) return;
      piece = value;
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

function checked(head: Buffer): Buffer {
  const written = `${tarSum(head).toString(8).padStart(6, '0')}\0 `;
  if (head.toString('latin1', 148, 156) === written && isUstar(head)) return head;
  throw damaged('the header of an entry has changed since it was written');
}

function sizeOf(head: Buffer): number {
  const size =
    head[124] === 0x80 ? Number(head.readBigUInt64BE(128)) : Number.parseInt(tarText(head, 124, 12), 8);
  if (Number.isSafeInteger(size) && size >= 0) return size;
  throw damaged('an entry has no size');
}

function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

function damaged(what: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}.`);
}
