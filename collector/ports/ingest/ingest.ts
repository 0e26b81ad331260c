/** An upload is one request of a sender with observed queries: nothing in it is trusted yet but the sender. */
export interface Upload {
  /** The sender that the location key belongs to. */
  readonly sender: {
    readonly accountId: number;
    readonly locationId: number;
    /** The key as presented; a binary batch is signed with it. */
    readonly secret: string;
  };
  /** Media type in lower case, without parameters. */
  readonly contentType: string;
  /** Lower case; `identity` if the request named none. */
  readonly contentEncoding: string;
  /** The header X-Sonde-Signature. */
  readonly signature: string | undefined;
  /** The sender's own id for the upload: the header X-Batch-Id, or else Idempotency-Key. */
  readonly batchId: string | undefined;
  /** The body as sent, still encoded. */
  readonly bytes: Buffer;
  /** Aborts when the client is gone or the time for the answer is over. */
  readonly signal: AbortSignal;
}

/** A receipt states what became of an upload. */
export interface Receipt {
  readonly accepted: number;
  readonly rejected: number;
  /** The first of the rejected elements, and why; bounded, so it may be shorter than `rejected`. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
  readonly batchId: string;
  /** The batch was accepted before; nothing was stored again. */
  readonly duplicate: boolean;
}

/**
 * Ingest is busy if more is waiting than may wait: the sender keeps its batch and tries again after that many seconds.
 */
export class IngestBusyError extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.name = 'IngestBusyError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Ingest is the way in for observed queries. `accept` returns once the rows are durable. It throws a BatchError for
 * bytes that are no valid upload, and a StoreError `unavailable` if the sender should try again later, and an
 * IngestBusyError if the store is behind.
 */
export interface Ingest {
  accept(upload: Upload): Promise<Receipt>;
}
