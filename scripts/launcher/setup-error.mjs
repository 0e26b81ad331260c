/**
 * A setup error reports a fault that the user has to know or mend before Sonde can run. `logTail` is what the failed
 * step said last.
 */
export class SetupError extends Error {
  constructor(message, { logTail = [], exitCode = 1 } = {}) {
    super(message);
    this.name = 'SetupError';
    this.logTail = logTail;
    this.exitCode = exitCode;
  }
}
