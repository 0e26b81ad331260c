/** A capture error code states why packets can't be captured. */
export type CaptureErrorCode =
  | 'not_permitted'
  | 'no_such_interface'
  | 'interface_down'
  | 'interface_gone'
  | 'unknown_link_type'
  | 'bad_filter'
  | 'no_such_file'
  | 'bad_file'
  | 'truncated_file'
  | 'capture_failed';

/** A capture error reports a capture that can't start or go on. Its message is a sentence for a person. */
export class CaptureError extends Error {
  readonly code: CaptureErrorCode;

  constructor(code: CaptureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureError';
    this.code = code;
  }
}
