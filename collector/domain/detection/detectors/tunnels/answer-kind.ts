import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressScope } from '../../addresses.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { sectionNumbers } from '../../rows/read-records.ts';

/** A word or two, with the quotation marks around them. */
const shortText = 24;

/**
 * The kind of an answer is `none` for no record in the answer section; `verdict` for an address in 127/8, which is how lists
 * answer; `private` for an address of a network within; `short` for a text of a word or two, as services answer that say more
 * than yes or no.
 */
export type AnswerKind = 'none' | 'verdict' | 'private' | 'short' | 'other';

/** Gives the kind of a row's answer, by its addresses or its other records. */
export function answersOf(row: BatchRows): AnswerKind {
  if (row.answerCount === 0) return 'none';
  const { addresses } = row;
  if (addresses.count > 0) return kindOfAddresses(addresses);
  let kind: AnswerKind = 'none';
  row.records(({ section, type, dataStart, dataEnd }) => {
    if (section !== sectionNumbers.answer || kind === 'other') return;
    kind = type === recordTypes.TXT && dataEnd - dataStart <= shortText ? 'short' : 'other';
  });
  return kind;
}

function kindOfAddresses({ bytes, count }: BatchRows['addresses']): AnswerKind {
  let kind: AnswerKind = 'other';
  for (let at = 0; at < count * 16; at += 16) {
    if (bytes[at + 12] === 127 && addressScope(bytes, at) === 'null') return 'verdict';
    if (addressScope(bytes, at) === 'private') kind = 'private';
  }
  return kind;
}
