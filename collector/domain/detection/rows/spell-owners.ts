import { fixedBytes, formerForm } from '@sonde/shared/batch/row-layout.ts';
import { RecordReader } from './read-records.ts';
import { RowStepper } from './row-stepper.ts';

/**
 * Spells out the owners of a row, which was checked before, with the query name in the place of each empty owner: the
 * same bytes for the same row, whichever way its sender or the store writes owners. A row that has nothing of what version 3 brought is
 * given in the form from before, so that digests from then stay true. Throws a RangeError if the bytes are no row.
 */
export function spellOwners(row: Uint8Array): Uint8Array {
  const stepper = new RowStepper(row, 0);
  stepper.next();
  const { nameStart, nameEnd } = stepper;
  const records = new RecordReader(row);
  records.start(nameEnd, nameStart, nameEnd);
  const parts: Uint8Array[] = [];
  let from = 0;
  while (records.next()) {
    if (records.nameStart !== nameStart) continue;
    // In the place of the length, which is 0, the name with its own.
    parts.push(row.subarray(from, records.typeAt - 1), row.subarray(fixedBytes, nameEnd));
    from = records.typeAt;
  }
  const isFormer = hasNothingNew(row);
  if (parts.length === 0 && !isFormer) return row;
  const spelled = Buffer.concat([...parts, row.subarray(from)]);
  if (!isFormer) return spelled;
  return Buffer.concat([
    spelled.subarray(0, formerForm.fixedBytes),
    spelled.subarray(fixedBytes, spelled.length - 1),
  ]);
}

/** Whether the columns that version 3 added are empty; of a row without facts the last byte is their count. */
function hasNothingNew(row: Uint8Array): boolean {
  for (let at = formerForm.fixedBytes; at < fixedBytes; at++) if (row[at] !== 0) return false;
  const rows = new RowStepper(row, 0);
  rows.next();
  return rows.hasNoFacts;
}
