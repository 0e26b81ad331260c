import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';

/** The kind of an indicator follows from its normal form. */
export type IndicatorKind = 'domain' | 'url' | 'ip' | 'certificate' | 'cve';

/**
 * An indicator is something that an operator or a feed calls bad. `name` is its normal form, which tells its kind: a
 * domain name (it covers everything below, too; `*.name` covers only that), an address, a network (`192.0.2.0/24`), a URL without its scheme
 * (`host/path`), the hex SHA-1 or SHA-256 of a certificate, a CVE number.
 */
export interface Indicator {
  readonly name: string;
  readonly threatType: string;
  readonly severity: Severity;
  /** The source: a feed's name or the operator's file. */
  readonly source: string;
  readonly description: string | null;
  /** A domain name that doesn't cover what is below it. */
  readonly exact?: boolean;
  /** The place in the source's document: the line or element, from 1. */
  readonly row?: number;
  /** When the source first and last saw it; Unix seconds. */
  readonly firstSeenAt?: number;
  readonly lastSeenAt?: number;
  /** When it stops counting, Unix seconds; absent if it never does. */
  readonly expiresAt?: number;
  /** Further facts of the source, such as all fields of a known exploited vulnerability. */
  readonly details?: { readonly [key: string]: Json };
}

/** The facts about a source are known beside its indicators. */
export interface SourceAbout {
  /** 0 to 1: how far its word is trusted. */
  readonly weight: number;
  /** When its document was fetched, milliseconds since 1970, and the document's SHA-256 in hex. */
  readonly fetchedAt: number | null;
  readonly contentHash: string | null;
}

/** A page of one source's indicators has at most `limit` of them, those after the name `after`. */
export interface IndicatorPage {
  /** A part of the name; in any case of letters. */
  readonly contains?: string;
  readonly after?: string;
  readonly limit: number;
}

/** Takes a stretch of some thousand indicators, with what is said of all sources; none is kept for the taker, since there may be millions. */
export type TakeIndicators = (
  indicators: readonly Indicator[],
  about: ReadonlyMap<string, SourceAbout>,
) => Promise<void>;

export interface IndicatorStore {
  /** Replaces all that a source said before by this, in one transaction. Returns how many are kept. */
  replaceSource(source: string, indicators: Iterable<Indicator>, about?: SourceAbout): Promise<number>;
  removeSource(source: string): Promise<number>;
  sources(): Promise<{ source: string; count: number; updatedAt: Date }[]>;
  /** What one source says, in the order of names; nothing if there is no such source. */
  page(source: string, page: IndicatorPage): Promise<Indicator[]>;
  /** Hands over all of them as of one moment, stretch by stretch; returns the version that they are. */
  load(take: TakeIndicators): Promise<number>;
  /** Changes whenever the set does. */
  version(): Promise<number>;
}
