/** A batch error code states why a batch can't be taken. The codes are those that the collector answers with. */
export type BatchErrorCode =
  | 'malformed_batch'
  | 'unsupported_batch_version'
  | 'batch_too_large'
  | 'malformed_rows'
  | 'batch_too_old'
  | 'bad_signature';

/**
 * A batch error reports bytes that are no valid batch. Its message is a sentence for a person and says nothing secret.
 */
export class BatchError extends Error {
  readonly code: BatchErrorCode;

  constructor(code: BatchErrorCode, message: string) {
    super(message);
    this.name = 'BatchError';
    this.code = code;
  }
}
