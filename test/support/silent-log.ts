import type { Log } from '../../shared/system/log.ts';

/** A log that nobody reads. */
export const silentLog: Log = {
  debug() {},
  info() {},
  infoText() {},
  warn() {},
  error() {},
  child: () => silentLog,
};
