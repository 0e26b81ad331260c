import type { Matcher } from './matcher.ts';

/** A place names the part of a site that a pattern is tried on. */
export type Place =
  | 'header'
  | 'cookie'
  | 'meta'
  | 'dns'
  | 'url'
  | 'icon'
  | 'issuer'
  | 'script'
  | 'asset'
  | 'inline'
  | 'tag'
  | 'comment'
  | 'html'
  | 'text'
  | 'element';

export interface Implied {
  readonly name: string;
  /** 0 to 100: how sure the one makes the other. */
  readonly confidence: number;
}

export interface Technology {
  readonly name: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly website: string;
  readonly implies: readonly Implied[];
  /** Names that can't be there beside it. */
  readonly excludes: readonly string[];
  /** Names without any of which it is not believed. */
  readonly requires: readonly string[];
  readonly requiresCategory: readonly string[];
}

/** A sign is one sign of a technology. */
export interface Sign {
  readonly technology: Technology;
  readonly place: Place;
  /** Of a header, cookie or meta, lower case; a type of records. One that ends with `*` stands for all that begin so. */
  readonly key: string | undefined;
  /** Any value will do without one. */
  readonly matcher: Matcher | undefined;
  readonly confidence: number;
}

/** A seen sign is a sign that was found on a site. */
export interface Seen {
  readonly technology: Technology;
  readonly version: string | null;
  readonly confidence: number;
  readonly evidence: string;
}
