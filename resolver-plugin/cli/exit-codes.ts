/** The exit codes tell how the program ended; scripts and service managers rely on them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  /** Wrong use of the command line (EX_USAGE of sysexits.h). */
  usage: 64,
  /** The configuration is at fault (EX_CONFIG). */
  configuration: 78,
} as const;

export const exitCodesHelp = `
Exit codes: 0 success; 1 failure, or no plugin is running; 64 wrong command line; 78 configuration error.`;
