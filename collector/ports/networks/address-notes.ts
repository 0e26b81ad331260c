import type { AddressNote } from '@sonde/shared/schemas/address-note.ts';

/** Address notes state what datasets on this machine know of the addresses that an answer names. */
export interface AddressNotes {
  /** Each address once, in the order of their first mention; texts that are none are passed over. Null without datasets. */
  of(texts: Iterable<string>): AddressNote[] | null;
}
