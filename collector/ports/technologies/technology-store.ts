import type { DetectedTechnology, KnownVulnerability } from '@sonde/scanner/ports/web-page.ts';
import type { Page } from '../system/page.ts';

/**
 * The technology store knows which sites were seen to use which technologies, and when. All methods throw a StoreError.
 */
export interface TechnologyStore {
  /** Sets looks down and answers with what changed since the one before, of each site. Of two looks at one site the last counts. */
  record(looks: readonly TechnologyLook[]): Promise<TechnologyChange[]>;
  statistics(): Promise<TechnologyStatistics>;
  /** Lists the technologies that most sites use, of one category or of all. */
  top(question: { readonly category: string | undefined; readonly limit: number }): Promise<UsedTechnology[]>;
  /** By how many sites have something of them; each with its most used. */
  categories(topOfEach: number): Promise<TechnologyCategory[]>;
  website(domain: string): Promise<KnownWebsite | undefined>;
  /** Sites that use a technology, whatever the case of its name; undefined if nobody knows it. */
  using(
    name: string,
    page: Page & { readonly version?: string | undefined },
  ): Promise<TechnologyUsers | undefined>;
  /** Technologies whose name has a text in it, those that begin with it first; and sites. */
  search(text: string, limit: number): Promise<TechnologySearch>;
  /** Forgets sites that were not looked at since, with all that was seen of them; returns how many. */
  forgetBefore(time: Date): Promise<number>;
}

/** A technology look is one look at one site. */
export interface TechnologyLook {
  readonly domain: string;
  /** The URL that was asked for; looks at other pages of the site see other things. */
  readonly askedUrl: string;
  /** The URL of the answer; null if there was none. */
  readonly url: string | null;
  readonly serverIp: string | null;
  readonly title: string | null;
  readonly at: Date;
  readonly technologies: readonly DetectedTechnology[];
  /** Which rules were looked with: what others find is no change of the site. */
  readonly rules: string;
  /** All could be looked at: what was not seen is not there any more. */
  readonly isWhole: boolean;
}

export interface TechnologyChange {
  readonly domain: string;
  readonly at: Date;
  readonly change: 'added' | 'removed' | 'version';
  readonly name: string;
  readonly category: string;
  readonly oldVersion: string | null;
  readonly newVersion: string | null;
}

export interface TechnologyStatistics {
  readonly websites: number;
  readonly technologies: number;
  readonly categories: number;
  readonly detections: number;
  readonly lastScan: Date | null;
}

export interface UsedTechnology {
  readonly name: string;
  readonly category: string;
  readonly websites: number;
}

export interface TechnologyCategory {
  readonly category: string;
  readonly websites: number;
  readonly technologies: number;
  readonly top: readonly { readonly name: string; readonly websites: number }[];
}

export interface KnownWebsite {
  readonly domain: string;
  readonly url: string | null;
  readonly serverIp: string | null;
  readonly title: string | null;
  readonly firstScannedAt: Date;
  readonly lastScannedAt: Date;
  /** Technologies that are there, and earlier ones: by category and name. */
  readonly technologies: readonly KnownTechnology[];
  /** Newest first. */
  readonly changes: readonly TechnologyChange[];
}

export interface KnownTechnology {
  readonly name: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly version: string | null;
  readonly confidence: number;
  readonly evidence: string;
  readonly website: string;
  /** Of its version; null if no list of the operator's has it. */
  readonly vulnerabilities: readonly KnownVulnerability[] | null;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** Since when it is not there any more; null while it is. */
  readonly goneAt: Date | null;
  /** Oldest first. */
  readonly versions: readonly SeenVersion[];
}

export interface SeenVersion {
  readonly version: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

export interface TechnologyUsers {
  /** The name as it is written. */
  readonly name: string;
  readonly category: string;
  readonly count: number;
  readonly websites: readonly {
    readonly domain: string;
    readonly version: string | null;
    readonly confidence: number;
    readonly firstSeen: Date;
    readonly lastSeen: Date;
  }[];
}

export interface TechnologySearch {
  readonly technologies: readonly UsedTechnology[];
  readonly websites: readonly {
    readonly domain: string;
    readonly technologies: number;
    readonly lastScannedAt: Date;
  }[];
}
