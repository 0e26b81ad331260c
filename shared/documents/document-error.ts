/**
 * A document error reports that a document from elsewhere is not of the expected form. Its message is for the operator.
 */
export class DocumentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DocumentError';
  }
}
