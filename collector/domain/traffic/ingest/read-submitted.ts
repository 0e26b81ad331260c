import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { batchContentType } from '@sonde/shared/batch/envelope.ts';
import { maxBatchBodyBytes, maxBatchRows } from '@sonde/shared/batch/limits.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { z } from 'zod';
import { spellOwners } from '../../detection/rows/spell-owners.ts';
import { inflateUpload } from './inflate-upload.ts';
import { mostRejectedTold, type RejectedRow } from './stored-rows.ts';
import { submittedRow } from './submitted-row.ts';

/** Elements between two pauses in which other requests get their turn, and octets of rows. */
const elementsPerTurn = 256;
const bytesPerTurn = 64 * 1024;
/** Lines with nothing on them, at most: each costs time, and a packed upload holds millions of them in a few octets. */
const mostEmptyLines = maxBatchRows;
/** A document may have this many objects and values: values of JSON take many times their length in memory. */
const mostObjects = 16 * maxBatchRows;
const mostValues = 96 * maxBatchRows;
/** Octets of an upload that takes next to nothing. */
const lightBytes = 16 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;

const uploadSchema = z.object({
  batch_id: z.string().min(1).max(200).optional(),
  queries: z.array(z.unknown()).max(maxBatchRows),
});

export interface Submitted {
  readonly batchId: string | undefined;
  readonly body: Buffer;
  /** SHA-256 of the rows with their owners spelled out: the same as before owners were spared. */
  readonly digest: Buffer;
  /** The element that each row of the body comes from. */
  readonly indices: Uint32Array;
  /** Elements that are no rows: the first of them, and how many there are. */
  readonly rejected: readonly RejectedRow[];
  readonly rejectedCount: number;
}

/**
 * A function of this type reads JSON or NDJSON, here or elsewhere; it may keep the octets' memory. If uploads wait for
 * each other, lanes are served in turn. Throws a BatchError.
 */
export type ReadSubmitted = (bytes: Buffer, form: SubmittedForm, lane: string) => Promise<Submitted>;

export interface SubmittedForm {
  readonly contentType: string;
  readonly contentEncoding: string;
}

/**
 * Tells whether an upload is read sooner than a thread is told of it. A packed upload may be thousands of times as
 * much.
 */
export function isLight(bytes: Buffer, { contentType, contentEncoding }: SubmittedForm): boolean {
  return contentEncoding === 'identity' && contentType !== batchContentType && bytes.length <= lightBytes;
}

/** Reads JSON (`{"queries": [...]}`) or NDJSON (an element a line). One bad element does not lose the others. */
export async function readSubmitted(
  packed: Buffer,
  { contentType, contentEncoding }: SubmittedForm,
): Promise<Submitted> {
  const bytes = await inflateUpload(packed, contentEncoding);
  if (contentType === 'application/x-ndjson') return { batchId: undefined, ...(await toRows(lines(bytes))) };
  checkStructure(bytes);
  const parsed = uploadSchema.safeParse(parseJson(bytes));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BatchError(
      'malformed_batch',
      `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`,
    );
  }
  return { batchId: parsed.data.batch_id, ...(await toRows(parsed.data.queries)) };
}

async function toRows(elements: Iterable<unknown>): Promise<Omit<Submitted, 'batchId'>> {
  const parts: Buffer[] = [];
  const indices: number[] = [];
  let rejectedCount = 0;
  let turnEnds = 0;
  const rejected: RejectedRow[] = [];
  const digest = createHash('sha256');
  let size = 0;
  let index = 0;
  for (const element of elements) {
    if (index >= maxBatchRows)
      throw new BatchError('batch_too_large', `A batch may hold ${maxBatchRows} elements.`);
    const result = element instanceof UnreadableLine ? element : submittedRow(element);
    if ('message' in result) {
      rejectedCount++;
      if (rejected.length < mostRejectedTold) rejected.push({ index, message: result.message });
    } else {
      const row = encodeRow(result.row);
      const spelled = spellOwners(row);
      digest.update(spelled);
      size += spelled.length;
      if (size > maxBatchBodyBytes)
        throw new BatchError('batch_too_large', 'The batch holds too many bytes of rows.');
      parts.push(row);
      indices.push(index);
    }
    index++;
    if (index % elementsPerTurn === 0 || size > turnEnds) {
      turnEnds = size + bytesPerTurn;
      await setImmediate();
    }
  }
  return {
    body: Buffer.concat(parts),
    digest: digest.digest(),
    indices: Uint32Array.from(indices),
    rejected,
    rejectedCount,
  };
}

class UnreadableLine {
  readonly message = 'not JSON';
}

function* lines(bytes: Buffer): Generator<unknown> {
  let start = 0;
  let empty = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    const isEmpty = end === start || (end === start + 1 && bytes[start] === carriageReturn);
    const line = isEmpty ? '' : bytes.toString('utf8', start, end).trim();
    const own = bytes.subarray(start, end);
    start = end + 1;
    if (line === '') {
      if (++empty > mostEmptyLines)
        throw new BatchError('batch_too_large', `A batch may hold ${mostEmptyLines} empty lines.`);
      continue;
    }
    if (own.length > 64 * 1024) checkStructure(own);
    try {
      yield JSON.parse(line);
    } catch {
      yield new UnreadableLine();
    }
  }
}

/** Throws if a document would take much more memory than its rows do. */
function checkStructure(bytes: Buffer): void {
  let objects = 0;
  let values = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte === 0x7b || byte === 0x5b) objects++;
    else if (byte === 0x2c) values++;
  }
  if (objects > mostObjects || values > mostValues)
    throw new BatchError('batch_too_large', 'The batch holds more values than its rows need: split it.');
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BatchError('malformed_batch', 'The body is not JSON.');
  }
}
