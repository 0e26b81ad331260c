/** The exit codes tell how the program ended; scripts and service managers rely on them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  /** The agent may not capture (EX_NOPERM of sysexits.h). */
  notPermitted: 77,
  /** The configuration is at fault (EX_CONFIG). */
  configuration: 78,
} as const;

export const exitCodesHelp = `
Exit codes: 0 success; 1 failure, or no agent is running; 64 invalid command line; 77 capture is not permitted;
78 invalid configuration.`;
