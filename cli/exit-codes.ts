/** The exit codes tell how a command ended; the codes beyond 2 follow sysexits(3). */
export const exitCodes = {
  ok: 0,
  failed: 1,
  /** A scan found what `--fail-on` names; a look at the installation found something wrong. */
  found: 2,
  usage: 64,
  unreachable: 69,
  refused: 77,
  configuration: 78,
} as const;

export const exitCodesHelp = `
sonde COMMAND --help shows the options of a command.

Exit codes:
  0   success
  1   failure
  2   problems were found (scan --fail-on, doctor, validate, resolve)
  64  the command line is not valid
  69  the collector can't be reached
  77  the API key is missing or lacks a permission
  78  a setting is not valid`;
