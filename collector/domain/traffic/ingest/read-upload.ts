import { readBody } from '@sonde/shared/batch/body.ts';
import { decodeFlows, type EncryptedFlow } from '@sonde/shared/batch/encrypted-flow.ts';
import { batchContentType, decodeBatch, flowBatchVersion } from '@sonde/shared/batch/envelope.ts';
import type { BatchMetadata } from '@sonde/shared/batch/metadata.ts';
import { formOf, presentForm, type RowForm } from '@sonde/shared/batch/row-layout.ts';
import { verifyBatch } from '@sonde/shared/batch/signature.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { uuidOf, uuidOfDigest } from '@sonde/shared/text/uuid-of-digest.ts';
import type { Upload } from '../../../ports/ingest/ingest.ts';
import { inflateUpload } from './inflate-upload.ts';
import type { ReadSubmitted } from './read-submitted.ts';
import type { RejectedRow } from './stored-rows.ts';

/** A read upload is an upload taken apart: rows as bytes, whatever form they came in. */
export interface ReadUpload {
  /** The sender's own id for it, or a random one. */
  readonly batchId: string;
  readonly sender: { readonly uuid: string; readonly software: string; readonly host: string };
  readonly run: {
    readonly runId: string;
    readonly sequence: number;
    readonly metadata: BatchMetadata;
  } | null;
  /** Microseconds since 1970; null if the form has none. */
  readonly createdAt: number | null;
  readonly body: Buffer;
  /** What it holds instead of rows; null if it holds rows. */
  readonly flows: readonly EncryptedFlow[] | null;
  /** The form of its rows. */
  readonly form: RowForm;
  /** A digest of the body if the sender chose the id; null if an agent or we made it up. */
  readonly content: string | null;
  /** Rows that the sender says the body has; null if the form does not say. */
  readonly promisedRows: number | null;
  /** For each row of the body its index among the elements as sent; null if they are the same. */
  readonly indices: Uint32Array | null;
  /** The first of the elements that are no rows, and how many there are. */
  readonly rejected: readonly RejectedRow[];
  readonly rejectedCount: number;
}

/** Names the lane of an upload: uploads of one lane wait for each other. */
export function laneOf({ sender }: Upload): string {
  return `account ${sender.accountId}`;
}

/** Reads an upload of any of the accepted forms. Throws a BatchError. */
export async function readUpload(
  upload: Upload,
  { random, readSubmitted }: { random: Random; readSubmitted: ReadSubmitted },
): Promise<ReadUpload> {
  if (upload.contentType === batchContentType)
    return await readBinary(upload, await inflateUpload(upload.bytes, upload.contentEncoding));
  const submitted = await readSubmitted(upload.bytes, upload, laneOf(upload));
  const chosenId = submitted.batchId ?? upload.batchId;
  return {
    batchId: chosenId ?? random.uuid(),
    sender: { uuid: locationSender(upload.sender.locationId), software: 'json', host: '' },
    run: null,
    createdAt: null,
    body: submitted.body,
    flows: null,
    form: presentForm,
    content: chosenId === undefined ? null : uuidOfDigest(submitted.digest, 8),
    promisedRows: null,
    indices: submitted.indices,
    rejected: submitted.rejected,
    rejectedCount: submitted.rejectedCount,
  };
}

async function readBinary(upload: Upload, bytes: Buffer): Promise<ReadUpload> {
  verifyBatch(bytes, upload.sender.secret, upload.signature);
  const batch = decodeBatch(bytes);
  const { header, metadata } = batch;
  const body = await readBody(batch);
  const isOfFlows = batch.version === flowBatchVersion;
  return {
    batchId: header.batchId,
    sender: { uuid: header.agentId, software: metadata.software, host: metadata.host },
    run: { runId: header.runId, sequence: header.sequence, metadata },
    createdAt: header.createdAt,
    body,
    flows: isOfFlows ? await decodeFlows(body) : null,
    form: isOfFlows ? presentForm : formOf(batch.version),
    content: null,
    promisedRows: header.rows,
    indices: null,
    rejected: [],
    rejectedCount: 0,
  };
}

/** The identity that a location's JSON road goes by among its agents. */
function locationSender(locationId: number): string {
  return uuidOf(`location ${locationId}`);
}
