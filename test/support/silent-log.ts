import type { Log } from '../../collector/ports/system/log.ts';

/** A log that nobody reads. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
};
