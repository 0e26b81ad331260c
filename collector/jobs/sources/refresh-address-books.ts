import type { SubscribedBooks } from '@sonde/scanner/names/i2p/subscribed-books.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { defineJob } from '../define-job.ts';

interface RefreshAddressBooksPorts {
  readonly addressBooks: Pick<SubscribedBooks, 'refresh'>;
  readonly log: Log;
}

export const refreshAddressBooks = defineJob<RefreshAddressBooksPorts>({
  name: 'refresh-address-books',
  summary: 'Fetches the address books of I2P that are subscribed to.',
  everySeconds: 12 * 3_600,
  firstSeconds: 10,
  run: async ({ addressBooks, log }, signal) => {
    for (const outcome of await addressBooks.refresh(signal)) {
      if (outcome.state === 'failed') log.warn({ ...outcome }, 'an address book of I2P could not be fetched');
      else log.info({ ...outcome }, 'an address book of I2P was looked at');
    }
  },
});
