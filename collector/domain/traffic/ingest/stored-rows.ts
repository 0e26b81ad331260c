import { setImmediate } from 'node:timers/promises';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { addedBytes, copyFormerRow } from '@sonde/shared/batch/former-rows.ts';
import { maxBatchRows } from '@sonde/shared/batch/limits.ts';
import { presentForm, type RowForm } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';

/**
 * Each row in the stored form begins with this many bytes: the location's id and the agent's, 32 bits each,
 * little-endian.
 */
export const storedPrefixBytes = 8;
/** Rows between two pauses in which other requests get their turn, and octets of them. */
const rowsPerTurn = 2_048;
const bytesPerTurn = 512 * 1024;
/** At most this many rejected rows are told one by one. */
export const mostRejectedTold = 100;
/**
 * Days that one batch may spread over: each becomes a part of its own in the store. More than are kept unless somebody says so (90), so
 * that a file in which little was asked is stored as far back as rows are kept.
 */
const maxDays = 100;
const dayMicroseconds = 86_400_000_000;

export interface RejectedRow {
  readonly index: number;
  readonly message: string;
}

export interface StoredRows {
  readonly bytes: Buffer;
  readonly rows: number;
  /** The first of them, and how many there are. */
  readonly rejected: readonly RejectedRow[];
  readonly rejectedCount: number;
}

export interface StoredRowsOptions {
  readonly locationId: number;
  readonly agentId: number;
  /** The form of the body's rows; they are stored in the present one. */
  readonly form: RowForm;
  /** Rows observed before or after these, in microseconds since 1970, are rejected. */
  readonly earliest: number;
  readonly latest: number;
}

/**
 * Checks every row of a body and copies the good ones behind their ids, without making objects of them.
 * Throws a BatchError if the bytes are no rows at all.
 */
export async function storedRows(body: Buffer, options: StoredRowsOptions): Promise<StoredRows> {
  const { form } = options;
  const scanner = new RowScanner(body, 0, form);
  const rejected: RejectedRow[] = [];
  const days = new Set<number>();
  // Room for as many rows as could be in there.
  const isFormer = form !== presentForm;
  const added = storedPrefixBytes + (isFormer ? addedBytes : 0);
  const bytes = Buffer.allocUnsafe(body.length + Math.floor(body.length / form.fixedBytes) * added);
  let size = 0;
  let rows = 0;
  let index = 0;
  let rejectedCount = 0;
  let turnEnds = bytesPerTurn;
  for (; scanner.next(); index++) {
    if (index >= maxBatchRows)
      throw new BatchError('batch_too_large', `A batch may hold ${maxBatchRows} rows.`);
    const message = timeFault(scanner.observedAt, options, days);
    if (message === undefined) {
      size = bytes.writeUInt32LE(options.locationId, size);
      size = bytes.writeUInt32LE(options.agentId, size);
      // Without a view of the row, which would be an object for each.
      if (isFormer) size = copyFormerRow(body, scanner.rowStart, scanner.rowEnd, bytes, size);
      else size += body.copy(bytes, size, scanner.rowStart, scanner.rowEnd);
      rows++;
    } else {
      rejectedCount++;
      if (rejected.length < mostRejectedTold) rejected.push({ index, message });
    }
    if (index % rowsPerTurn === rowsPerTurn - 1 || scanner.rowEnd > turnEnds) {
      turnEnds = scanner.rowEnd + bytesPerTurn;
      await setImmediate();
    }
  }
  return { bytes: bytes.subarray(0, size), rows, rejected, rejectedCount };
}

function timeFault(observedAt: number, options: StoredRowsOptions, days: Set<number>): string | undefined {
  if (observedAt < options.earliest) return 'timestamp: older than what is kept';
  if (observedAt > options.latest) return 'timestamp: in the future';
  days.add(Math.floor(observedAt / dayMicroseconds));
  if (days.size <= maxDays) return undefined;
  days.delete(Math.floor(observedAt / dayMicroseconds));
  return `timestamp: a batch may span ${maxDays} days`;
}
