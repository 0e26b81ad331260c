import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { maxBatchBodyBytes, maxBatchRows } from '@sonde/shared/batch/limits.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { z } from 'zod';
import { spellOwners } from '../detection/rows/spell-owners.ts';
import type { RejectedRow } from './stored-rows.ts';
import { submittedRow } from './submitted-row.ts';

/** Elements between two pauses in which other requests get their turn. */
const elementsPerTurn = 512;
const newline = 0x0a;

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
  readonly indices: number[];
  readonly rejected: RejectedRow[];
}

/** Reads JSON (`{"queries": [...]}`) or NDJSON (an element a line). One bad element does not lose the others. */
export async function readSubmitted(bytes: Buffer, contentType: string): Promise<Submitted> {
  if (contentType === 'application/x-ndjson') return { batchId: undefined, ...(await toRows(lines(bytes))) };
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
  const rejected: RejectedRow[] = [];
  const digest = createHash('sha256');
  let size = 0;
  let index = 0;
  for (const element of elements) {
    if (index >= maxBatchRows)
      throw new BatchError('batch_too_large', `A batch may hold ${maxBatchRows} elements.`);
    const result = element instanceof UnreadableLine ? element : submittedRow(element);
    if ('message' in result) {
      rejected.push({ index, message: result.message });
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
    if (index % elementsPerTurn === 0) await setImmediate();
  }
  return { body: Buffer.concat(parts), digest: digest.digest(), indices, rejected };
}

class UnreadableLine {
  readonly message = 'not JSON';
}

function* lines(bytes: Buffer): Generator<unknown> {
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.toString('utf8', start, end).trim();
    start = end + 1;
    if (line === '') continue;
    try {
      yield JSON.parse(line);
    } catch {
      yield new UnreadableLine();
    }
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BatchError('malformed_batch', 'The body is not JSON.');
  }
}
