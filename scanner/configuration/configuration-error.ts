/** A configuration error reports input that can't be judged at all: the server is not known, or the file is no text. */
export class ConfigurationError extends Error {
  /** Of the form. */
  readonly field: 'file' | 'server_type' | 'main';

  constructor(field: ConfigurationError['field'], message: string) {
    super(message);
    this.name = 'ConfigurationError';
    this.field = field;
  }
}
