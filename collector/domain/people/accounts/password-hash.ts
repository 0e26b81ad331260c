import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Overloaded } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import limitConcurrency from 'p-limit';

/**
 * Passwords are stored as `scrypt$N$r$p$salt$hash` (RFC 7914), salt and hash in base64. The cost is that of OWASP's
 * password storage cheat sheet: 64 MiB for each hash, twice.
 */
const ordinaryCost: HashCost = { N: 2 ** 16, r: 8, p: 2 };
const hashBytes = 32;
const saltBytes = 16;
/** Hashes made at once: each takes a thread and its memory. */
const atOnce = 2;
/** Hashes that may wait; beyond it a login is asked to come back. */
const mostWaiting = 100;

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes and checks passwords, a few at a time, so that logins can't take the machine's memory. */
export class PasswordHasher {
  readonly #random: Random;
  readonly #cost: HashCost;
  readonly #turn = limitConcurrency(atOnce);
  #decoy: Promise<string> | undefined;

  constructor(random: Random, cost = ordinaryCost) {
    this.#random = random;
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const salt = this.#random.bytes(saltBytes);
    const { N, r, p } = this.#cost;
    const hash = await this.#derive(password, salt, this.#cost);
    return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
  }

  /** Whether the password is the one that was hashed. Without a hash it takes as long, and says no. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    this.#decoy ??= this.hash('nobody has this password');
    const [, N, r, p, salt = '', hash = ''] = (stored ?? (await this.#decoy)).split('$');
    const expected = Buffer.from(hash, 'base64');
    const options = { N: Number(N), r: Number(r), p: Number(p) };
    const actual = await this.#derive(password, Buffer.from(salt, 'base64'), options);
    return timingSafeEqual(actual, expected) && stored !== null;
  }

  #derive(password: string, salt: Buffer, options: HashCost): Promise<Buffer> {
    if (this.#turn.pendingCount >= mostWaiting) throw new Overloaded('Too many logins are under way.');
    // The same characters typed on another keyboard may arrive composed otherwise (RFC 8265 section 4.2).
    const normal = password.normalize('NFC');
    const maxmem = 256 * options.N * options.r;
    return this.#turn(() => derive(normal, salt, hashBytes, { ...options, maxmem }));
  }
}
