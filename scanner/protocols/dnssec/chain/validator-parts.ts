import type { KeyObject } from 'node:crypto';
import { dnssecAlgorithms } from '@sonde/shared/dns/dnssec-algorithms.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import { Effort } from '../crypto/effort.ts';
import { schemeOf } from '../crypto/public-key.ts';
import { VerifiedSignatures } from '../crypto/verified-signatures.ts';
import type { VerifyParts } from '../crypto/verify-set.ts';
import type { Dnskey } from '../records/dnskey.ts';
import type { TrustAnchor } from './trust-anchor.ts';

export interface ValidatorParts {
  readonly anchors: readonly TrustAnchor[];
  readonly clock: Clock;
  /** Looks up unvalidated answers: for DS and DNSKEY, with signatures and proofs. */
  readonly lookUp: (name: string, type: number) => Promise<DnsAnswer>;
  /** Asks other servers the same question, if that can be found out. */
  readonly otherAnswers?: (answer: DnsAnswer) => AsyncIterable<DnsAnswer>;
  /**
   * Whether RSASHA1 and RSASHA1-NSEC3-SHA1 count: operators must treat them as unsupported, programs must still know them
   * (RFC 9905 section 2). `insecure` unless said otherwise.
   */
  readonly sha1?: Sha1Treatment;
  /** Shared by all scans if it is given. */
  readonly verified?: VerifiedSignatures;
}

export type Sha1Treatment = 'insecure' | 'accept';

const sha1Algorithms: readonly number[] = dnssecAlgorithms
  .filter(({ mnemonic }) => mnemonic.includes('SHA1'))
  .map(({ number }) => number);

/** A verify context holds the effort, keys and verified signatures of validation, for the time of one scan. */
export class VerifyContext implements VerifyParts {
  readonly effort = new Effort();
  readonly ready = new Map<Dnskey, KeyObject | undefined>();
  readonly verified: VerifiedSignatures;
  readonly #clock: Clock;
  readonly #sha1: Sha1Treatment;

  constructor({
    clock,
    sha1 = 'insecure',
    verified = new VerifiedSignatures(),
  }: Pick<ValidatorParts, 'clock' | 'sha1' | 'verified'>) {
    this.verified = verified;
    this.#clock = clock;
    this.#sha1 = sha1;
  }

  get now(): number {
    return Math.floor(this.#clock.now() / 1_000);
  }

  readonly supports = (algorithm: number): boolean =>
    schemeOf(algorithm) !== undefined && (this.#sha1 === 'accept' || !sha1Algorithms.includes(algorithm));
}
