import { ancestry, isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Effort } from '../crypto/effort.ts';
import { isDelegation, isUnsignedDelegation, type Nsec3 } from './denial-records.ts';
import { nsec3Hash } from './nsec3-hash.ts';
import { nothing, type Proof, unsignedDelegation } from './proof.ts';

/** The error `TooManyHashes` is thrown if hashing would go beyond the scan's effort. */
export class TooManyHashes extends Error {}

export interface ClosestEncloser {
  readonly encloser: string;
  /** The record that covers the next closer name. */
  readonly cover: Nsec3;
  readonly nextCloser: string;
}

/** An NSEC3 zone finds the NSEC3 records of one answer by name. */
export class Nsec3Zone {
  readonly #records: readonly Nsec3[];
  readonly #zone: string;
  readonly #effort: Effort;
  readonly #hashes = new Map<string, Buffer>();

  constructor(records: readonly Nsec3[], zone: string, effort: Effort) {
    this.#records = records;
    this.#zone = zone;
    this.#effort = effort;
  }

  /** Finds the record of that name. */
  match(name: string): Nsec3 | undefined {
    return this.#records.find((record) => record.ownerHash.equals(this.#hash(name, record)));
  }

  /** Finds a record between whose hashes the name's lies: the name is not there, or is left out by opt-out. */
  cover(name: string): Nsec3 | undefined {
    return this.#records.find((record) => {
      const { ownerHash, nextHash } = record;
      const hash = this.#hash(name, record);
      const isLast = Buffer.compare(ownerHash, nextHash) >= 0;
      const isBehind = Buffer.compare(ownerHash, hash) < 0;
      const isBefore = Buffer.compare(hash, nextHash) < 0;
      return isLast ? isBehind || isBefore : isBehind && isBefore;
    });
  }

  /** Finds the closest encloser (RFC 5155 section 8.3); another proof, as that there is none, if it can't be shown. */
  closestEncloser(name: string): ClosestEncloser | Proof {
    const names = ancestry(name).filter((ancestor) => isAtOrBelow(ancestor, this.#zone));
    const index = names.findIndex((ancestor) => this.match(ancestor) !== undefined);
    if (index < 0) return nothing(`No NSEC3 record shows what of ${name} is there.`);
    if (index === 0) return nothing(`An NSEC3 record shows that ${name} is there.`);
    const encloser = names[index]!;
    const nextCloser = names[index - 1]!;
    const { types } = this.match(encloser)!;
    if (isUnsignedDelegation(types)) return unsignedDelegation(encloser);
    if (types.has(recordTypes.DNAME) || isDelegation(types)) {
      return nothing(`What is below ${encloser} is not for ${this.#zone} to deny.`);
    }
    const cover = this.cover(nextCloser);
    if (cover === undefined) return nothing(`No NSEC3 record covers ${nextCloser}.`);
    return { encloser, cover, nextCloser };
  }

  #hash(name: string, { salt, iterations }: Nsec3): Buffer {
    const key = `${iterations} ${salt.toString('hex')} ${name}`;
    const known = this.#hashes.get(key);
    if (known !== undefined) return known;
    if (!this.#effort.takeHashes(iterations + 1)) throw new TooManyHashes();
    const hash = nsec3Hash(name, salt, iterations);
    this.#hashes.set(key, hash);
    return hash;
  }
}
