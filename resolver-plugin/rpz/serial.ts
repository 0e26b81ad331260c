const modulus = 0x1_0000_0000;

/** Tells whether `left` comes after `right` in serial number arithmetic (RFC 1982). */
export function isLater(left: number, right: number): boolean {
  const distance = (left - right + modulus) % modulus;
  return distance !== 0 && distance < modulus / 2;
}

/**
 * Computes the next serial: Unix time in seconds if that is later, else the next number. A zone that starts anew
 * without knowing what it gave out before is thus still ahead.
 */
export function nextSerial(serial: number, now: number): number {
  const seconds = firstSerial(now);
  return isLater(seconds, serial) ? seconds : (serial + 1) % modulus;
}

/** Returns the serial of a zone that never gave one out. */
export function firstSerial(now: number): number {
  return Math.floor(now / 1_000) % modulus;
}
