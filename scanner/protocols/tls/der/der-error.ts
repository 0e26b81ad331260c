/** The octets are not the DER that is due there. */
export class DerError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DerError';
  }
}
