import { UpstreamFailed } from '@sonde/shared/errors.ts';
import type { RouterLookup } from '../../ports/router-lookup.ts';
import type { FoundName } from '../name-answer.ts';
import type { NameNetwork } from '../name-system.ts';
import { type AddressBook, destinationHash } from './i2p-name.ts';

interface Entry {
  readonly book: string;
  readonly destination: string;
  readonly hash: string;
  readonly address: string;
}

const router = 'router';

/**
 * Resolves a name of I2P in the address books and at the router: names of I2P are local, and each may know another
 * destination, so that all are told. For an address in base32 the router looks for its lease set. Throws
 * UpstreamFailed.
 */
export async function resolveI2p(
  name: string,
  { books, lookup }: { readonly books: readonly AddressBook[]; readonly lookup: RouterLookup | undefined },
  { signal }: NameNetwork,
): Promise<FoundName> {
  const isAddress = name.endsWith('.b32.i2p');
  const found = await lookup?.(name, signal);
  const answered = entry(router, found?.destination ?? undefined);
  const wrong =
    isAddress && answered.some(({ address }) => name.length === address.length && name !== address);
  if (wrong) throw new UpstreamFailed('The router of I2P answered with the destination of another address.');
  const entries: Entry[] = [
    ...(isAddress ? [] : books).flatMap((book) => entry(book.name, book.hosts.get(name))),
    ...answered,
  ];
  const [first] = entries;
  const differ = new Set(entries.map(({ hash }) => hash)).size > 1;
  return {
    resolved: first === undefined ? null : { hash: first.hash, address: first.address, entries },
    sources: [
      ...(isAddress ? [] : books.map((book) => book.name)),
      ...(lookup === undefined ? [] : [router]),
    ],
    blocks: [],
    agreement: null,
    errors: differ
      ? [{ source: 'i2p', code: 'ambiguous', message: `The books know different destinations of ${name}.` }]
      : [],
  };
}

function entry(book: string, destination: string | undefined): Entry[] {
  return destination === undefined ? [] : [{ book, destination, ...destinationHash(destination) }];
}
