import { fixedBytes } from '@sonde/shared/batch/row-layout.ts';
import { RecordReader } from './read-records.ts';
import { RowStepper } from './row-stepper.ts';

/**
 * Spells out the owners of a row, which was checked before, with the query name in the place of each empty owner: the
 * same bytes for the same row, whichever way its sender or the store writes owners. Throws a RangeError if the bytes
 * are no row.
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
  return parts.length === 0 ? row : Buffer.concat([...parts, row.subarray(from)]);
}
