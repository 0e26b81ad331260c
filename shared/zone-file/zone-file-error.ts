/** A zone file that can't be read, with the line that it happens at, from 1. */
export class ZoneFileError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = 'ZoneFileError';
    this.line = line;
  }
}
