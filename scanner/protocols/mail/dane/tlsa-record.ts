/** A TLSA record holds the fields of RFC 6698 section 2.1. */
export interface Tlsa {
  readonly usage: number;
  readonly selector: number;
  readonly matching: number;
  readonly data: Uint8Array;
}

/** Reads TLSA RDATA; undefined if it is too short. */
export function readTlsa(rdata: Uint8Array): Tlsa | undefined {
  if (rdata.length < 4) return undefined;
  return { usage: rdata[0]!, selector: rdata[1]!, matching: rdata[2]!, data: rdata.subarray(3) };
}

/**
 * Tells whether senders of mail can use a record (RFC 7672 section 3.1): usages 2 and 3 only, known parameters, data of
 * the length that goes with them.
 */
export function isUsable({ usage, selector, matching, data }: Tlsa): boolean {
  if (usage !== 2 && usage !== 3) return false;
  if (selector !== 0 && selector !== 1) return false;
  if (matching === 0) return data.length > 0;
  return (matching === 1 && data.length === 32) || (matching === 2 && data.length === 64);
}
