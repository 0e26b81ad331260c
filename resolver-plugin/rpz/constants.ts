/** The record types are numbers of the DNS registry that a primary of one zone needs. */
export const types = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  AAAA: 28,
  OPT: 41,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
} as const;
export const classes = { IN: 1, ANY: 255 } as const;
export const opcodes = { query: 0, notify: 4 } as const;
export const responseCodes = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  notImplemented: 4,
  refused: 5,
  notAuthoritative: 9,
} as const;
export const headerBytes = 12;
