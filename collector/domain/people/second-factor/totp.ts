import { createHmac, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './base32.ts';

/** Seconds that a code is for (RFC 6238 section 4.1). */
const stepSeconds = 30;
/** Steps that a clock may be ahead or behind (section 5.2). */
const skew = 1;
const codeDigits = 6;

/** A secret has this many octets: as many as the hash has (RFC 4226 section 4). */
export const secretBytes = 20;

/** Finds the step that a moment, in milliseconds, is in. */
export function stepAt(now: number): number {
  return Math.floor(now / 1_000 / stepSeconds);
}

/**
 * Computes the code of a step (RFC 4226 section 5.3), with SHA-1: some apps pass over any other hash that the address
 * names.
 */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0');
}

/** Finds the step of a code among those that are good now; undefined if the code is of none. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const given = Buffer.from(code);
  let found: number | undefined;
  // All are compared, so that the time tells nothing.
  for (let step = stepAt(now) - skew; step <= stepAt(now) + skew; step++) {
    if (timingSafeEqual(given, Buffer.from(totpCode(secret, step)))) found = step;
  }
  return found;
}

/** Writes the address that apps read from a QR code (Key URI Format). */
export function otpauthUrl(secret: Uint8Array, email: string): string {
  const label = `Sonde:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Sonde&algorithm=SHA1&digits=${codeDigits}&period=${stepSeconds}`;
}
