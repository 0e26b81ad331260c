import { FairTurns } from '@sonde/shared/async/fair-turns.ts';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { uuidOf } from '@sonde/shared/text/uuid-of-digest.ts';
import type { AgentStore } from '../../../ports/ingest/agents.ts';
import type { BatchSpool, SpooledBatch } from '../../../ports/ingest/batch-spool.ts';
import type { BatchRegistry } from '../../../ports/ingest/batches.ts';
import { type Ingest, IngestBusyError, type Receipt, type Upload } from '../../../ports/ingest/ingest.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { AcceptFlows } from '../encrypted/accept-flows.ts';
import { Claims, otherContent } from './claims.ts';
import { freeBytes } from './free-bytes.ts';
import { isLight, type ReadSubmitted, readSubmitted as readHere } from './read-submitted.ts';
import { laneOf, type ReadUpload, readUpload } from './read-upload.ts';
import { mostRejectedTold, type RejectedRow, type StoredRows, storedRows } from './stored-rows.ts';

/** Uploads that are decompressed at once; each takes up to twice the bound of a batch's body. */
const uploadsAtOnce = 4;
/** One account may have this many uploads at once, so that another's need not wait until one of them is done. */
const uploadsOfAccount = 3;
const hourMicroseconds = 3_600_000_000;
const dayMicroseconds = 24 * hourMicroseconds;

export interface IngestPorts {
  readonly spool: BatchSpool;
  readonly registry: BatchRegistry;
  readonly agents: Pick<AgentStore, 'identify'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly meter: Meter;
  readonly acceptFlows: AcceptFlows;
  /** In a thread of its own if uploads come from outside; in this one if absent. */
  readonly readSubmitted?: ReadSubmitted;
}

export interface IngestOptions {
  /** This collector's lasting identity among those that share a registry. */
  readonly collectorId: string;
  /** Bytes that may wait on disk; and as many may lie aside. */
  readonly maxSpoolBytes: number;
  /** Bytes of uploads that may be in memory at once. */
  readonly maxUploadBytes: number;
  /** Batches that wait to be stored, and how many may. */
  readonly backlog: () => number;
  readonly maxBacklog: number;
  /** Days that the registry remembers batches; an older batch can't be told from a repeated one and is refused. */
  readonly registryDays: number;
  /** Days that rows are kept; older rows would be gone at once and are rejected instead. */
  readonly retentionDays: number;
  /** Called with each batch that is now this collector's to store. */
  readonly onAccepted: (batch: SpooledBatch) => void;
}

/**
 * Makes the way in: an upload is read and checked, made durable, claimed in the registry, and only then acknowledged. A
 * batch that was claimed before, here or by another collector, is acknowledged again and stored once.
 */
export function createIngest(ports: IngestPorts, options: IngestOptions): Ingest {
  const claims = new Claims(ports, options.collectorId, options.onAccepted);
  const { random, readSubmitted = readHere } = ports;
  const turns = new FairTurns(uploadsAtOnce, uploadsOfAccount);
  const underWay = new Map<string, { content: string | null; receipt: Promise<Receipt> }>();
  let uploadBytes = 0;

  const rows = ports.meter.counter('sonde_ingest_rows_total', 'Rows of uploads, by what became of them.', [
    'result',
  ]);
  const batches = ports.meter.counter('sonde_ingest_batches_total', 'Uploads, by what became of them.', [
    'result',
  ]);
  ports.meter.gauge('sonde_ingest_upload_bytes', 'Bytes of uploads in memory.', () => uploadBytes);

  const store = async (upload: Upload, read: ReadUpload, claimId: string): Promise<Receipt> => {
    const agentId = await ports.agents.identify({ locationId: upload.sender.locationId, ...read.sender });
    const now = ports.clock.now() * 1_000;
    const earliest = now - options.retentionDays * dayMicroseconds;
    const latest = now + hourMicroseconds;
    if (read.flows !== null) {
      if (read.promisedRows !== read.flows.length) throw brokenPromise(read);
      const { locationId, accountId } = upload.sender;
      const claim = { batchId: claimId, locationId, agentId, run: read.run };
      const taken = await ports.acceptFlows({ accountId, flows: read.flows, earliest, latest, claim });
      return { ...taken, batchId: read.batchId };
    }
    const stored = await storedRows(read.body, {
      locationId: upload.sender.locationId,
      agentId,
      form: read.form,
      earliest,
      latest,
    });
    // Rows that are not part of the upload were unpacked out of it, for this alone.
    if (read.body.buffer !== upload.bytes.buffer) freeBytes(read.body);
    if (read.promisedRows !== null && read.promisedRows !== stored.rows + stored.rejectedCount) {
      throw brokenPromise(read);
    }
    const rejected = allRejected(read, stored);
    const rejectedRows = read.rejectedCount + stored.rejectedCount;
    const receipt = receiptOf(read.batchId, stored.rows, rejected, rejectedRows);
    if (stored.rows === 0 && read.run === null) return receipt;

    const staged = await ports.spool.stage(claimId, stored.bytes);
    freeBytes(stored.bytes);
    const ours = await claims.settle(staged, {
      batchId: claimId,
      locationId: upload.sender.locationId,
      agentId,
      run: read.run,
      rows: stored.rows,
      rejectedRows,
      content: read.content,
    });
    return ours ? receipt : { ...receipt, duplicate: true };
  };

  const accept = async (upload: Upload): Promise<Receipt> => {
    const read = await readUpload(upload, { random, readSubmitted });
    if (read.createdAt !== null) checkAge(read.createdAt, ports.clock, options.registryDays);
    const claimId = uuidOf(`batch ${upload.sender.locationId} ${read.batchId}`);
    const other = underWay.get(claimId);
    if (other !== undefined) {
      if (other.content !== read.content) throw otherContent();
      return { ...(await other.receipt), duplicate: true };
    }
    const receipt = store(upload, read, claimId);
    underWay.set(claimId, { content: read.content, receipt });
    try {
      return await receipt;
    } finally {
      underWay.delete(claimId);
    }
  };

  return {
    accept: async (upload) => {
      if (ports.spool.bytes > options.maxSpoolBytes || options.backlog() >= options.maxBacklog) {
        batches.add(1, { result: 'busy' });
        throw new IngestBusyError('The store is behind.', 5);
      }
      if (ports.spool.asideBytes > options.maxSpoolBytes) {
        batches.add(1, { result: 'busy' });
        throw new IngestBusyError('The store refuses too much of what is accepted.', 60);
      }
      // Its memory may be given away meanwhile.
      const { length } = upload.bytes;
      if (uploadBytes + length > options.maxUploadBytes) {
        batches.add(1, { result: 'busy' });
        throw new IngestBusyError('Too many uploads are under way.', 1);
      }
      uploadBytes += length;
      try {
        // What is light takes no memory that others would have to wait for.
        const receipt = isLight(upload.bytes, upload)
          ? await accept(upload)
          : await turns.take(laneOf(upload), () => accept(upload));
        batches.add(1, { result: receipt.duplicate ? 'duplicate' : 'accepted' });
        if (!receipt.duplicate) {
          rows.add(receipt.accepted, { result: 'accepted' });
          rows.add(receipt.rejected, { result: 'rejected' });
        }
        return receipt;
      } catch (error) {
        batches.add(1, { result: failure(error) });
        throw error;
      } finally {
        uploadBytes -= length;
      }
    },
  };
}

function brokenPromise({ promisedRows }: ReadUpload): BatchError {
  return new BatchError(
    'malformed_batch',
    `The batch does not hold the ${promisedRows} rows that it promises.`,
  );
}

function checkAge(createdAt: number, clock: Clock, registryDays: number): void {
  if (createdAt >= clock.now() * 1_000 - registryDays * dayMicroseconds) return;
  throw new BatchError('batch_too_old', `A batch may be at most ${registryDays} days old when it arrives.`);
}

function allRejected(read: ReadUpload, stored: StoredRows): RejectedRow[] {
  const late = stored.rejected.map(({ index, message }) => ({
    index: read.indices?.[index] ?? index,
    message,
  }));
  return [...read.rejected, ...late].sort((a, b) => a.index - b.index);
}

function receiptOf(
  batchId: string,
  accepted: number,
  first: readonly RejectedRow[],
  rejected: number,
): Receipt {
  return { accepted, rejected, errors: first.slice(0, mostRejectedTold), batchId, duplicate: false };
}

function failure(error: unknown): string {
  if (error instanceof BatchError) return error.code;
  if (error instanceof IngestBusyError) return 'busy';
  return error instanceof StoreError ? error.kind : 'failed';
}
