/** A log writes structured lines: fields first, then a sentence without variables in it. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  /**
   * Writes as `info` does, with fields that are JSON already: `"status":200,"path":"/"`. For lines of every request.
   */
  infoText(fields: string, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}
