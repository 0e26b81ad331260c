import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../batch-rows.ts';
import { sectionNumbers } from '../rows/read-records.ts';

/**
 * The kind of an answer is `verdict` for an address in 127/8, which is how lists answer, and `none` for no record in
 * the answer section.
 */
export type AnswerKind = 'none' | 'verdict' | 'other';

/** Gives the kind of a row's answer, by its first address or other record. */
export function answersOf(row: BatchRows): AnswerKind {
  let kind: AnswerKind = 'none';
  row.records((record) => {
    if (record.section !== sectionNumbers.answer || kind === 'verdict') return;
    kind =
      record.type === recordTypes.A && row.text(record.dataStart, record.dataStart + 4) === '127.'
        ? 'verdict'
        : 'other';
  });
  return kind;
}
