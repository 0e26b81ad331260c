import { type Certificate, isSelfIssued } from '../x509/certificate.ts';
import { isBoundedKey } from './check-keys.ts';
import { checkCertificate, checkTogether, type PathRules } from './check-path.ts';
import type { Judgement, Role } from './judgement.ts';
import type { TrustAnchors } from './trust-anchors.ts';

/** Bounds of the search: whoever sends a chain could make it a maze. */
const maxSignatures = 200;
const maxPaths = 100;

export interface FoundPath {
  readonly path: readonly Certificate[];
  readonly judgements: readonly Judgement[];
}

export interface SearchResult {
  /** The path with the fewest faults; undefined if none leads to a root. */
  readonly best: FoundPath | undefined;
  /** The longest way up that came to no root, from the server's certificate. */
  readonly stump: readonly Certificate[];
  /** Whether a certificate of the right name was there whose key did not make the signature. */
  readonly wrongSignature: Certificate | undefined;
  readonly tooLong: boolean;
  readonly spent: boolean;
}

export interface SearchRules extends PathRules {
  readonly anchors: TrustAnchors;
  readonly others: readonly Certificate[];
  readonly maxIntermediates: number;
  /** Whether what is merely irregular counts. */
  readonly strict: boolean;
}

/**
 * A path search looks for a way from a certificate to a root that keeps to all rules, trying every other way if one
 * does not.
 */
export class PathSearch {
  readonly #rules: SearchRules;
  readonly #judged = new Map<string, Judgement[]>();
  readonly #signed = new Map<string, boolean>();
  #signatures = 0;
  #paths = 0;
  #best: FoundPath | undefined;
  #stump: readonly Certificate[] = [];
  #wrongSignature: Certificate | undefined;
  #tooLong = false;
  #spent = false;

  constructor(rules: SearchRules) {
    this.#rules = rules;
  }

  run(server: Certificate): SearchResult {
    this.#extend([server]);
    return {
      best: this.#best,
      stump: this.#stump,
      wrongSignature: this.#wrongSignature,
      tooLong: this.#tooLong,
      spent: this.#spent,
    };
  }

  /** Judges a certificate by itself. */
  judge(certificate: Certificate, role: Role): readonly Judgement[] {
    const key = `${role} ${certificate.fingerprint}`;
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const judgements = checkCertificate(certificate, role, this.#rules);
    this.#judged.set(key, judgements);
    return judgements;
  }

  counts(judgements: readonly Judgement[]): number {
    return judgements.filter(({ irregular }) => this.#rules.strict || !irregular).length;
  }

  /** Whether a path without faults was found, so that the search is over. */
  #extend(path: readonly Certificate[]): boolean {
    if (path.length > this.#stump.length) this.#stump = path;
    const { anchors, maxIntermediates } = this.#rules;
    const top = path.at(-1)!;
    if (path.length === 1 && anchors.has(top) && this.#finish(path)) return true;
    for (const { certificate, isAnchor } of this.#issuers(top, path)) {
      if (this.#spent) return false;
      if (!isAnchor && path.length > maxIntermediates) {
        this.#tooLong = true;
        continue;
      }
      if (!this.#isSignedBy(top, certificate)) continue;
      const longer = [...path, certificate];
      if (isAnchor ? this.#finish(longer) : this.#extend(longer)) return true;
    }
    return false;
  }

  #finish(path: readonly Certificate[]): boolean {
    if (++this.#paths > maxPaths) this.#spent = true;
    const own = path.flatMap((certificate, index) => this.judge(certificate, roleOf(index, path.length)));
    const all = [...own, ...checkTogether(path)];
    // A certificate that is trusted as it is needs no signature.
    const judgements = path.length > 1 ? all : all.filter(({ problem }) => problem.code !== 'weak_signature');
    const faults = this.counts(judgements);
    if (this.#best === undefined || faults < this.counts(this.#best.judgements))
      this.#best = { path, judgements };
    return faults === 0;
  }

  /** Who may have issued it, by name; the likeliest first. */
  #issuers(
    top: Certificate,
    path: readonly Certificate[],
  ): { certificate: Certificate; isAnchor: boolean }[] {
    const { anchors, others } = this.#rules;
    // A root may have made a server's certificate of its own name and key: that is no loop.
    const fresh = (one: Certificate) =>
      one.fingerprint !== path[0]?.fingerprint && !path.slice(1).some((other) => isSame(one, other));
    const roots = anchors
      .issuersOf(top)
      .filter(fresh)
      .map((certificate) => ({ certificate, isAnchor: true }));
    const sent = others
      .filter((one) => one.subject.key === top.issuer.key && !anchors.has(one) && fresh(one))
      .map((certificate) => ({ certificate, isAnchor: false }));
    const score = ({ certificate, isAnchor }: { certificate: Certificate; isAnchor: boolean }) =>
      this.counts(this.judge(certificate, isAnchor ? 'root' : 'intermediate')) +
      (namesKey(top, certificate) ? 0 : 0.5);
    return [...roots, ...sent].toSorted((one, other) => score(one) - score(other));
  }

  #isSignedBy(certificate: Certificate, issuer: Certificate): boolean {
    const key = `${certificate.fingerprint} ${issuer.fingerprint}`;
    const known = this.#signed.get(key);
    if (known !== undefined) return known;
    if (++this.#signatures > maxSignatures) {
      this.#spent = true;
      return false;
    }
    const signed = isSignedBy(certificate, issuer);
    if (!signed) this.#wrongSignature ??= certificate;
    this.#signed.set(key, signed);
    return signed;
  }
}

/** Tells whether the issuer's key made the certificate's signature. */
export function isSignedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (issuer.publicKey === undefined || !isBoundedKey(issuer)) return false;
  try {
    return certificate.native.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

export function isSelfSigned(certificate: Certificate): boolean {
  return isSelfIssued(certificate) && isSignedBy(certificate, certificate);
}

function roleOf(index: number, length: number): Role {
  if (index === 0) return 'server';
  return index === length - 1 ? 'root' : 'intermediate';
}

/** The same authority with the same key, in this certificate or another of it (RFC 5280 section 6.1, loops). */
function isSame(one: Certificate, other: Certificate): boolean {
  return one.subject.key === other.subject.key && Buffer.from(one.publicKeyInfo).equals(other.publicKeyInfo);
}

function namesKey(certificate: Certificate, issuer: Certificate): boolean {
  const wanted = certificate.extensions.authorityKeyIdentifier?.value?.keyIdentifier;
  const own = issuer.extensions.subjectKeyIdentifier?.value;
  return wanted !== undefined && own !== undefined && Buffer.from(wanted).equals(own);
}
