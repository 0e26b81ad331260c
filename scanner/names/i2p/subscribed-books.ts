import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import {
  type LookPorts,
  lookAtSource,
  pendingSource,
  type Source,
  taken,
} from '../../datasets/refresh/look-at-source.ts';
import type { SourceState } from '../../ports/source-state.ts';
import { type AddressBook, AddressBookReader } from './i2p-name.ts';

/** Of one book: some 25,000 hosts. */
const maxBytes = 16 * 1024 * 1024;
/** A book of which only so much is left is taken for a broken one. */
const leastShare = 0.5;
const leastSeconds = 3_600;

interface Subscription {
  readonly url: string;
  readonly file: string;
  state: SourceState;
  book: AddressBook;
}

export interface SubscribedBooksParts extends LookPorts {
  readonly urls: readonly string[];
  /** The directory in which the last good book of each is kept, so that a start without a network has it. */
  readonly folder: string;
}

/** A book outcome states the result of fetching one subscription. */
export interface BookOutcome {
  readonly url: string;
  readonly state: 'taken' | 'unchanged' | 'failed';
  readonly hosts: number;
  readonly reason?: string;
}

/**
 * The subscribed books are address books of I2P that others publish. The last good one of each counts, whatever comes
 * after it.
 */
export class SubscribedBooks {
  readonly #parts: SubscribedBooksParts;
  readonly #subscriptions: readonly Subscription[];

  constructor(parts: SubscribedBooksParts) {
    this.#parts = parts;
    this.#subscriptions = parts.urls.map((url) => ({
      url,
      file: join(parts.folder, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.txt`),
      state: pendingSource,
      book: { name: url, hosts: new Map() },
    }));
  }

  /** One for each subscription, empty as long as none could be had. */
  get books(): readonly AddressBook[] {
    return this.#subscriptions.map(({ book }) => book);
  }

  /** Reads what an earlier process kept. */
  async load(): Promise<void> {
    for (const subscription of this.#subscriptions) {
      try {
        subscription.book = await readBook(subscription.url, createReadStream(subscription.file));
      } catch {
        // There is none yet, or it can't be read: the next refresh brings it.
      }
    }
  }

  /** Looks at each, one after the other. A book that can't be had, or shrinks by more than half, leaves the known one. */
  async refresh(signal: AbortSignal): Promise<BookOutcome[]> {
    const outcomes: BookOutcome[] = [];
    for (const subscription of this.#subscriptions) {
      outcomes.push(
        await this.#refreshOne(subscription, signal).catch((error: unknown) => ({
          url: subscription.url,
          state: 'failed' as const,
          hosts: subscription.book.hosts.size,
          reason: error instanceof Error ? error.message : String(error),
        })),
      );
    }
    return outcomes;
  }

  async #refreshOne(subscription: Subscription, signal: AbortSignal): Promise<BookOutcome> {
    const { url, book: known } = subscription;
    const source: Source = {
      what: 'address book',
      urls: [url],
      keySetting: undefined,
      leastSeconds,
      maxBytes,
    };
    const { state } = subscription;
    const next = await lookAtSource(
      source,
      state,
      this.#parts,
      async (answer) => {
        subscription.book = await this.#take(subscription, answer.body);
        return taken(state, answer, '', this.#parts.clock.now());
      },
      signal,
    );
    subscription.state = next;
    const { book } = subscription;
    const hosts = book.hosts.size;
    if (next.status !== 'active') return { url, state: 'failed', hosts, reason: next.note ?? next.status };
    return { url, state: book === known ? 'unchanged' : 'taken', hosts };
  }

  /** Throws a DocumentError if the book is not to be trusted. */
  async #take(
    { url, file, book: known }: Subscription,
    body: AsyncIterable<Uint8Array>,
  ): Promise<AddressBook> {
    await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 });
    const coming = `${file}.coming`;
    try {
      await pipeline(Readable.from(body), createWriteStream(coming, { mode: 0o600 }));
      const book = await readBook(url, createReadStream(coming));
      const { size } = book.hosts;
      if (size === 0) throw new DocumentError('There is no line of an address book in it.');
      if (size < known.hosts.size * leastShare)
        throw new DocumentError(`It has ${size} hosts where it had ${known.hosts.size}.`);
      await rename(coming, file);
      return book;
    } finally {
      await rm(coming, { force: true });
    }
  }
}

/** Piece by piece, so that a large book holds up nobody. */
async function readBook(name: string, document: AsyncIterable<Uint8Array>): Promise<AddressBook> {
  const reader = new AddressBookReader(name);
  for await (const lines of readLines(document)) for (const { text } of lines) reader.line(text);
  return reader.book;
}
