import type { Ingest, Receipt, Upload } from '../../../../collector/ports/ingest/ingest.ts';

/** Takes every upload and keeps it; the same id from the same location is a duplicate. */
export class FakeIngest implements Ingest {
  readonly uploads: Upload[] = [];
  /** Thrown instead of an answer. */
  failure: Error | undefined;

  async accept(upload: Upload): Promise<Receipt> {
    if (this.failure !== undefined) throw this.failure;
    const batchId = upload.batchId ?? `upload-${this.uploads.length + 1}`;
    const duplicate = this.uploads.some(
      (other) => other.batchId === batchId && other.sender.locationId === upload.sender.locationId,
    );
    if (!duplicate) this.uploads.push({ ...upload, batchId });
    return { accepted: 1, rejected: 0, errors: [], batchId, duplicate };
  }
}
