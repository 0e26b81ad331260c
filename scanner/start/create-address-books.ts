import { join } from 'node:path';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { SubscribedBooks } from '../names/i2p/subscribed-books.ts';
import { AddressPolicy } from '../network/address-policy.ts';
import { createGuardedFetch } from '../network/guarded-fetch.ts';
import { createSystemResolver } from '../network/system-resolver.ts';
import type { ScannerConfig } from '../settings.ts';

/**
 * Creates the address books of I2P that are subscribed to, with the copies that an earlier process has kept in the data
 * directory.
 */
export async function createAddressBooks(
  config: Pick<ScannerConfig, 'allowedNetworks'> & { readonly i2pSubscriptions: readonly string[] },
  dataDirectory: string,
  userAgent: string,
): Promise<SubscribedBooks> {
  const policy = new AddressPolicy(config.allowedNetworks);
  const books = new SubscribedBooks({
    urls: config.i2pSubscriptions,
    fetch: createGuardedFetch({ resolver: createSystemResolver(), policy, userAgent }),
    folder: join(dataDirectory, 'i2p'),
    clock,
    userAgent,
  });
  await books.load();
  return books;
}
