import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';
import type { ExaminedBatch, Threat } from '../threats/threats.ts';
import type { SeenCertificate } from './certificates.ts';

/** A match is `own` for a watched domain or below, and `lookalike` for a domain that imitates one. */
export type MatchRelation = 'own' | 'lookalike';

/** A watched match is a certificate that has to do with a domain that a location watches. */
export interface WatchedMatch {
  readonly locationId: number;
  readonly watched: string;
  readonly relation: MatchRelation;
  /** The way in which a look-alike imitates it, and the likelihood that this is meant, 0 to 100. */
  readonly imitation: string | null;
  readonly score: number | null;
  /** The name that matched; of a look-alike its registrable domain. */
  readonly name: string;
  readonly certificate: SeenCertificate;
}

export interface CertificateVerdict {
  /** Unusual facts about it, in words of the trade: `new_issuer`, `not_in_caa`, ... */
  readonly reasons: readonly string[];
  readonly severity: Severity;
  readonly details: { readonly [key: string]: Json };
}

/** A watched certificate is a match as it is kept, with what was made of it once that is known. */
export interface WatchedCertificate extends WatchedMatch {
  readonly id: number;
  readonly seenAt: Date;
  readonly verdict: CertificateVerdict | null;
}

/** A watched past summarises the history of a watched domain, as of a certificate. */
export interface WatchedPast {
  /** Certificates before this one, and how many of them were by the same organisation, wildcards, or short-lived. */
  readonly certificates: number;
  readonly sameOrganization: number;
  readonly wildcards: number;
  readonly shortLived: number;
  /** Names of this one that earlier ones had. */
  readonly knownNames: readonly string[];
}

/** An unrenewed certificate is one that ends soon, and whose names no later one has. */
export interface UnrenewedCertificate {
  readonly watched: string;
  readonly id: string;
  readonly name: string;
  readonly notAfter: Date;
}

export interface WatchedCertificateStore {
  /** Takes matches that nobody has judged yet; nobody else is given them before the lease ends. */
  claim(most: number, leaseSeconds: number): Promise<(WatchedCertificate & { readonly attempt: number })[]>;
  past(match: WatchedCertificate, shortLifeSeconds: number): Promise<WatchedPast>;
  /** Keeps a verdict, and records what it reports, in one transaction; the threats that this opened. */
  settle(id: number, verdict: CertificateVerdict, batches: readonly ExaminedBatch[]): Promise<Threat[]>;
  /** What can't be judged is let go of after so many attempts. */
  list(
    accountId: number,
    filter: {
      readonly watched?: string | undefined;
      readonly relation?: MatchRelation | undefined;
      readonly unusual?: boolean | undefined;
    },
    page: Page,
  ): Promise<{ count: number; certificates: WatchedCertificate[] }>;
  /**
   * Certificates for watched domains that end soon (within a sixth of their life, two weeks at most) or ended within a week, and
   * have a name that no later one has, whoever watches it; in the order of domain and certificate, beginning behind `after`.
   */
  unrenewed(
    limit: number,
    after?: Pick<UnrenewedCertificate, 'watched' | 'id'>,
  ): Promise<UnrenewedCertificate[]>;
  forgetBefore(time: Date): Promise<number>;
}
