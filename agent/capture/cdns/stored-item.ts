import type { Signature } from './block-tables.ts';
import type { CborCursor } from './cbor-cursor.ts';
import { absent, FieldReader, type Fields } from './field-reader.ts';
import { extendedKeys, itemKeys, signatureFlags } from './keys.ts';

const itemFields = new FieldReader(itemKeys);
const extendedFields = new FieldReader(extendedKeys);

/** The lists of a message's sections, by their places in the tables. */
export type StoredSections = Fields<typeof extendedKeys>;

const noSections: StoredSections = {
  questions: absent,
  answers: absent,
  authorities: absent,
  additionals: absent,
};

/** A stored item states a query, its response, or both, as C-DNS has them (RFC 8618 section 7.3.2.4). */
export interface StoredItem {
  readonly fields: Fields<typeof itemKeys>;
  /** Ticks from the query to the response; undefined if they are not told. It may be below 0. */
  readonly delay: number | undefined;
  readonly query: StoredSections;
  readonly response: StoredSections;
}

/** Reads an item. Throws a CaptureError if it is none. */
export function readItem(cursor: CborCursor): StoredItem {
  let delay: number | undefined;
  let query = noSections;
  let response = noSections;
  const fields = itemFields.read(cursor, (key) => {
    if (key === itemKeys.responseDelay) delay = cursor.integer();
    else if (key === itemKeys.queryExtended) query = extendedFields.read(cursor);
    else if (key === itemKeys.responseExtended) response = extendedFields.read(cursor);
  });
  return { fields, delay, query, response };
}

/** Tells which messages an item stands for: as it says, or as follows from what it has (RFC 8618 appendix D.2). */
export function messagesOf(
  item: StoredItem,
  signature: Signature,
): { hasQuery: boolean; hasResponse: boolean } {
  const { flags } = signature;
  if (flags !== absent)
    return {
      hasQuery: (flags & signatureFlags.hasQuery) !== 0,
      hasResponse: (flags & signatureFlags.hasResponse) !== 0,
    };
  const { fields, delay, query, response } = item;
  const hasResponse =
    delay !== undefined ||
    fields.responseSize !== absent ||
    signature.responseCode !== absent ||
    response !== noSections;
  const hasQuery =
    delay !== undefined ||
    fields.querySize !== absent ||
    signature.queryCode !== absent ||
    signature.udpSize !== absent ||
    query !== noSections;
  return { hasQuery: hasQuery || !hasResponse, hasResponse };
}
