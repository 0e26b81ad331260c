import { BatchError } from './batch-error.ts';
import { fixedBytes, formerForm, presentForm, type RowForm } from './row-layout.ts';
import { RowScanner } from './row-scanner.ts';

const addedFixedBytes = fixedBytes - formerForm.fixedBytes;
/** The added bytes are what a row of the former form takes more in the present form: the new columns, and a list of no facts. */
export const addedBytes = addedFixedBytes + 1;

/** Copies a row of the former form, `source[start, end)`, in the present form to `at` of the target. Returns the offset behind it. */
export function copyFormerRow(
  source: Buffer,
  start: number,
  end: number,
  target: Buffer,
  at: number,
): number {
  const behindFixed = start + formerForm.fixedBytes;
  let to = at + source.copy(target, at, start, behindFixed);
  target.fill(0, to, to + addedFixedBytes);
  to += addedFixedBytes;
  to += source.copy(target, to, behindFixed, end);
  target[to] = 0;
  return to + 1;
}

/** Gives a row in the present form: a view of it if it has that already. */
export function presentRowOf(bytes: Buffer, start: number, end: number, form: RowForm): Buffer {
  if (form === presentForm) return bytes.subarray(start, end);
  const row = Buffer.alloc(end - start + addedBytes);
  copyFormerRow(bytes, start, end, row, 0);
  return row;
}

/**
 * Brings rows of the former form, with so many bytes before each, to the present form. Returns undefined if the bytes are no such rows.
 */
export function upgradeRows(bytes: Buffer, prefixBytes: number): Buffer | undefined {
  try {
    const rows = new RowScanner(bytes, prefixBytes, formerForm);
    let count = 0;
    while (rows.next()) count++;
    const upgraded = Buffer.allocUnsafe(bytes.length + count * addedBytes);
    const again = new RowScanner(bytes, prefixBytes, formerForm);
    let at = 0;
    while (again.next()) {
      at += bytes.copy(upgraded, at, again.rowStart - prefixBytes, again.rowStart);
      at = copyFormerRow(bytes, again.rowStart, again.rowEnd, upgraded, at);
    }
    return upgraded;
  } catch (error) {
    if (error instanceof BatchError) return undefined;
    throw error;
  }
}
