import { stepAt, totpCode } from '../../../collector/domain/people/second-factor/totp.ts';
import { base32Octets } from '../../../shared/zone-file/octets.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The octets of a secret as an app is told it: its alphabet is not that of zone files. */
export function secretOctets(text: string): Buffer {
  return base32Octets([...text.trim()].map((digit) => letters.indexOf(digit).toString(32)).join(''))!;
}

/** The code that an app with that secret shows so many steps from now. */
export function shownCode(secret: string, ahead = 0, now = Date.now()): string {
  return totpCode(secretOctets(secret), stepAt(now) + ahead);
}
