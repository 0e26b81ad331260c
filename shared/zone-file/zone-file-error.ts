/**
 * A zone file error reports a zone file that can't be read, with the place that it happens at: line and column, from 1.
 */
export class ZoneFileError extends Error {
  readonly line: number;
  readonly column: number;

  constructor({ line, column }: { readonly line: number; readonly column: number }, message: string) {
    super(`line ${line}, column ${column}: ${message}`);
    this.name = 'ZoneFileError';
    this.line = line;
    this.column = column;
  }
}
