/** A log data error reports that a log served other data than its API promises: cut, shifted, or of another form. */
export class LogDataError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'LogDataError';
  }
}
