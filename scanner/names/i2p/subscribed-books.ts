import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import type { LookPorts } from '../../datasets/refresh/look-at-source.ts';
import {
  type DocumentOutcome,
  fileNameOf,
  SubscribedDocument,
} from '../../datasets/refresh/subscribed-document.ts';
import { type AddressBook, AddressBookReader } from './i2p-name.ts';

export interface SubscribedBooksParts extends LookPorts {
  readonly urls: readonly string[];
  /** The directory in which the last good book of each is kept. */
  readonly folder: string;
}

/** A book outcome states the result of fetching one subscription. */
export interface BookOutcome extends DocumentOutcome {
  readonly url: string;
  readonly hosts: number;
}

/** The subscribed books are address books of I2P that others publish. */
export class SubscribedBooks {
  readonly #parts: SubscribedBooksParts;
  readonly #subscriptions: readonly {
    readonly url: string;
    readonly document: SubscribedDocument<AddressBook>;
  }[];

  constructor(parts: SubscribedBooksParts) {
    const { urls, folder } = parts;
    this.#parts = parts;
    this.#subscriptions = urls.map((url) => ({
      url,
      document: new SubscribedDocument({
        url,
        file: join(folder, `${fileNameOf(url)}.txt`),
        what: 'address book',
        unit: 'hosts',
        read: (path) => readBook(url, path),
        size: ({ hosts }) => hosts.size,
      }),
    }));
  }

  /** One for each subscription, empty as long as none could be had. */
  get books(): readonly AddressBook[] {
    return this.#subscriptions.map(
      ({ url, document }) => document.content ?? { name: url, hosts: new Map() },
    );
  }

  /** Reads what an earlier process kept. */
  async load(): Promise<void> {
    for (const { document } of this.#subscriptions) await document.load();
  }

  /** Looks at each, one after the other. */
  async refresh(signal: AbortSignal): Promise<BookOutcome[]> {
    const outcomes: BookOutcome[] = [];
    for (const { url, document } of this.#subscriptions) {
      const outcome = await document.refresh(this.#parts, signal);
      outcomes.push({ url, ...outcome, hosts: document.content?.hosts.size ?? 0 });
    }
    return outcomes;
  }
}

/** Piece by piece, so that a large book holds up nobody. Throws a DocumentError if it has no hosts. */
async function readBook(name: string, path: string): Promise<AddressBook> {
  const reader = new AddressBookReader(name);
  for await (const lines of readLines(createReadStream(path))) {
    for (const { text } of lines) reader.line(text);
  }
  const { book } = reader;
  if (book.hosts.size === 0) throw new DocumentError('There is no line of an address book in it.');
  return book;
}
