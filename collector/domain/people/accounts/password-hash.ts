import { argon2, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Overloaded } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import limitConcurrency from 'p-limit';

/**
 * A hash cost states what a hash takes: Argon2id (RFC 9106; `memory` in KiB), or scrypt (RFC 7914), as passwords were
 * hashed before.
 */
export type HashCost =
  | { readonly kind: 'argon2id'; readonly memory: number; readonly passes: number; readonly lanes: number }
  | { readonly kind: 'scrypt'; readonly N: number; readonly r: number; readonly p: number };

/** OWASP's password storage cheat sheet has both, as equals. A login waits some 30 ms for the one and 350 for the other. */
const argonCost: HashCost = { kind: 'argon2id', memory: 19_456, passes: 2, lanes: 1 };
const scryptCost: HashCost = { kind: 'scrypt', N: 2 ** 16, r: 8, p: 2 };
/** Node.js has Argon2 since 24.7. */
const ordinaryCost = typeof argon2 === 'function' ? argonCost : scryptCost;
const hashBytes = 32;
const saltBytes = 16;
/** Hashes made at once: each takes a thread and its memory. */
const atOnce = 2;
/** Hashes that may wait; beyond it a login is asked to come back. */
const mostWaiting = 100;

const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** A stored hash, taken apart. */
interface StoredHash {
  readonly cost: HashCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** A password hasher hashes and checks passwords, a few at a time, so that logins can't take the machine's memory. */
export class PasswordHasher {
  readonly #random: Random;
  readonly #cost: HashCost;
  readonly #turn = limitConcurrency(atOnce);
  #decoy: Promise<string> | undefined;

  constructor(random: Random, cost = ordinaryCost) {
    this.#random = random;
    this.#cost = cost;
  }

  /** `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`, or `scrypt$N$r$p$SALT$HASH`. */
  async hash(password: string): Promise<string> {
    const salt = this.#random.bytes(saltBytes);
    return writeHash({ cost: this.#cost, salt, hash: await this.#derive(password, salt, this.#cost) });
  }

  /** Tells whether the password is the one that was hashed. Without a hash it takes as long, and says no. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    this.#decoy ??= this.hash('nobody has this password');
    const { cost, salt, hash } = readHash(stored ?? (await this.#decoy));
    const actual = await this.#derive(password, salt, cost);
    return actual.length === hash.length && timingSafeEqual(actual, hash) && stored !== null;
  }

  /** Tells whether a password would be hashed otherwise today. */
  isDated(stored: string): boolean {
    return JSON.stringify(readHash(stored).cost) !== JSON.stringify(this.#cost);
  }

  #derive(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
    if (this.#turn.pendingCount >= mostWaiting) throw new Overloaded('Too many logins are under way.');
    // The same characters typed on another keyboard may arrive composed otherwise (RFC 8265 section 4.2).
    const normal = password.normalize('NFC');
    return this.#turn(() =>
      cost.kind === 'scrypt' ? byScrypt(normal, salt, cost) : byArgon(normal, salt, cost),
    );
  }
}

function byScrypt(password: string, salt: Buffer, { N, r, p }: Extract<HashCost, { kind: 'scrypt' }>) {
  return deriveScrypt(password, salt, hashBytes, { N, r, p, maxmem: 256 * N * r });
}

function byArgon(
  message: string,
  nonce: Buffer,
  { memory, passes, lanes }: Extract<HashCost, { kind: 'argon2id' }>,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  argon2(
    'argon2id',
    { message, nonce, parallelism: lanes, tagLength: hashBytes, memory, passes },
    (error, hash) => (error === null ? resolve(hash) : reject(error)),
  );
  return promise;
}

function writeHash({ cost, salt, hash }: StoredHash): string {
  const parts =
    cost.kind === 'scrypt'
      ? ['scrypt', cost.N, cost.r, cost.p]
      : ['', 'argon2id', 'v=19', `m=${cost.memory},t=${cost.passes},p=${cost.lanes}`];
  return [...parts, base64(salt), base64(hash)].join('$');
}

/** Unpadded, as other programs write such hashes; both forms are read. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function readHash(stored: string): StoredHash {
  const parts = stored.split('$');
  const [salt, hash] = parts.slice(-2).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  if (parts[0] === 'scrypt') {
    const [N, r, p] = parts.slice(1, 4).map(Number) as [number, number, number];
    return { cost: { kind: 'scrypt', N, r, p }, salt, hash };
  }
  const [memory, passes, lanes] = (/^m=(\d+),t=(\d+),p=(\d+)$/.exec(parts[3] ?? '') ?? [])
    .slice(1)
    .map(Number);
  if (parts[1] !== 'argon2id' || lanes === undefined)
    throw new Error('A password hash is of no kind that is known here.');
  return { cost: { kind: 'argon2id', memory: memory!, passes: passes!, lanes }, salt, hash };
}
