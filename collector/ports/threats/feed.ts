import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { IndicatorKind } from './indicators.ts';

/** A feed's type states what the feed holds, as the API names it. */
export type FeedType = 'cve' | 'url' | 'ip' | 'ioc' | 'botnet_c2' | 'ssl_certificate';

/** A feed entry is one entry as the feed writes it; nothing in it is checked yet. */
export interface FeedEntry {
  /** The line or element of the document, from 1. */
  readonly row: number;
  readonly value: string;
  /** If the feed holds several kinds; the feed's own kind if absent. */
  readonly kind?: IndicatorKind | undefined;
  readonly threatType?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly description?: string | undefined;
  /** A date in any usual form, UTC if no zone is named, or Unix seconds. */
  readonly firstSeen?: string | number | undefined;
  readonly lastSeen?: string | number | undefined;
  readonly details?: { readonly [key: string]: Json } | undefined;
}

/** A parsed row is an entry, or a malformed row, which is counted and left out. */
export type ParsedRow = FeedEntry | { readonly row: number; readonly malformed: string };

export interface FeedFormat {
  /** The family: what documents of it look like. */
  readonly family: 'lines' | 'separated' | 'hosts' | 'json' | 'ndjson' | 'misp';
  /**
   * Reads a document in stretches. `more` fetches a further document of the same feed, for formats of several files.
   * Throws a DocumentError if the whole is not of this format.
   */
  readonly parse: (
    document: AsyncIterable<Uint8Array>,
    more: (path: string) => Promise<AsyncIterable<Uint8Array>>,
  ) => AsyncIterable<readonly ParsedRow[]>;
}

/** A feed is described by all that is to know of it. */
export interface Feed {
  /** In kebab case: the source of its indicators. */
  readonly id: string;
  readonly name: string;
  readonly type: FeedType;
  /** The feed's document, unless the operator says otherwise; files work, too. */
  readonly url: string;
  readonly homepage: string;
  /** On what terms its content may be used, in a few words. */
  readonly licence: string;
  /** Whether anybody may use it without an account, and it says little that is not meant: those that a first start switches on. */
  readonly isDefault: boolean;
  readonly format: FeedFormat;
  /** The kind of its values; `mixed` if they tell themselves. */
  readonly kind: IndicatorKind | 'mixed';
  readonly threatType: string;
  readonly severity: Severity;
  /** 0 to 1: how far its word is trusted. */
  readonly weight: number;
  /** Seconds between two looks at it, and the least that its publisher allows. */
  readonly everySeconds: number;
  readonly leastSeconds: number;
  readonly maxBytes: number;
  /** Days after which its indicators stop counting; by kind if absent. */
  readonly expiryDays?: number;
  /** Domain names stand for themselves alone. */
  readonly exact?: boolean;
  /** No entries at all, or far fewer than before, are no sign of trouble. */
  readonly variesFreely?: boolean;
  /** A key that it takes, or must have. */
  readonly key?: {
    readonly setting: string;
    readonly header: string;
    readonly required: boolean;
  };
}
