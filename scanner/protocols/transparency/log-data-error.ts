/** What a log served is not what its API says it serves: cut, shifted, or of another form. */
export class LogDataError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'LogDataError';
  }
}
