/** The page facts are read from a page's HTML without running it; all lists are bounded. */
export interface PageFacts {
  readonly hasDoctype: boolean;
  /** Of the first `title`; null without one. */
  readonly title: string | null;
  /** Of `html`. */
  readonly lang: string | null;
  /** The character set as a `meta` of the page says it, lower case. */
  readonly charset: string | null;
  /** Of the first `base` that has one, as it is written there: what other addresses of the page are relative to. */
  readonly base: string | null;
  /** Content-Security-Policies that the page sets by `http-equiv`. */
  readonly policies: readonly string[];
  /** `name` is `name`, `property` or `http-equiv`, lower case. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly PageLink[];
  readonly scripts: readonly { readonly url: string; readonly hasIntegrity: boolean }[];
  /** The other resources that the page loads: images, frames, media, forms' targets; as it is written there. */
  readonly resources: readonly { readonly tag: string; readonly url: string }[];
  readonly accessibility: AccessibilityFacts;
  /** There was more than is read. */
  readonly partial: boolean;
}

export interface PageLink {
  /** Lower case, as written: `shortcut icon`. */
  readonly rel: string;
  readonly href: string;
  readonly hasIntegrity: boolean;
}

/** The accessibility facts count the parts of a page that show its accessibility without rendering it. */
export interface AccessibilityFacts {
  /** Buttons that are images count. */
  readonly images: number;
  readonly imagesWithoutAlternative: number;
  readonly fields: number;
  readonly fieldsWithoutLabel: number;
  readonly firstLevelHeadings: number;
  readonly framesWithoutTitle: number;
  readonly links: number;
  /** Nothing in them says where they lead. */
  readonly linksWithoutName: number;
  readonly buttons: number;
  readonly buttonsWithoutName: number;
}

/** The site evidence is all that a site showed, as technologies are told of it. */
export interface SiteEvidence {
  /** Of the answer. Null if there was none: what is known is of the DNS. */
  readonly url: string | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Each Set-Cookie as it came. */
  readonly setCookies: readonly string[];
  readonly html: string;
  /** Texts of records, by their type: `TXT`. */
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly icons: readonly IconHashes[];
  /** Of the certificate; null if none was seen. */
  readonly certificateIssuer: string | null;
}

export interface IconHashes {
  readonly url: string;
  /** Signed MurmurHash3 (32 bits) of the base64 form with a line break after each 76 characters and at the end. */
  readonly mmh3: number;
  readonly sha256: string;
}

export interface DetectedTechnology {
  readonly name: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly version: string | null;
  /** 0 to 100. */
  readonly confidence: number;
  /** The evidence of it, as it was found. */
  readonly evidence: string;
  /** Empty if none is known. */
  readonly website: string;
  /** Known faults of the version, by the operator's list; absent if there is none. */
  readonly vulnerabilities?: readonly KnownVulnerability[];
}

export interface KnownVulnerability {
  readonly id: string;
  readonly severity: string;
  readonly summary: string;
}

export interface Detection {
  readonly technologies: readonly DetectedTechnology[];
  /** Names the rules that were used: others have another name. Empty if the page could not be read. */
  readonly rules: string;
  /** Time or another bound was over before everything had been looked at. */
  readonly partial: boolean;
}

/** A page reader reads untrusted pages without keeping other work waiting. Throws Overloaded if too many wait. */
export interface PageReader {
  detect(evidence: SiteEvidence, signal: AbortSignal): Promise<Detection>;
  read(html: string, signal: AbortSignal): Promise<PageFacts>;
}
