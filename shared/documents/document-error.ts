/** A document that came from elsewhere is not what it should be. Its message is for the operator. */
export class DocumentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DocumentError';
  }
}
