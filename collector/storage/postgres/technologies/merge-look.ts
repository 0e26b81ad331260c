import type { DetectedTechnology } from '@sonde/scanner/ports/web-page.ts';
import type {
  SeenVersion,
  TechnologyChange,
  TechnologyLook,
} from '../../../ports/technologies/technology-store.ts';

/** A detection row is a detection as it is stored. */
export interface DetectionRow {
  readonly domain: string;
  readonly category: string;
  readonly name: string;
  readonly subcategory: string | null;
  readonly version: string | null;
  readonly confidence: number;
  readonly evidence: string;
  readonly website: string;
  /** Of its version; null if nothing lists it. */
  readonly vulnerabilities: DetectedTechnology['vulnerabilities'] | null;
  readonly asked_url: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly gone_at: Date | null;
  readonly versions: readonly SeenVersion[];
}

const mostVersions = 50;
/** Pages of a site that are remembered. */
const mostPages = 50;

/** A seen page was looked at wholly, with those rules. */
export interface SeenPage {
  readonly url: string;
  readonly rules: string;
}

export interface Merged {
  readonly rows: readonly DetectionRow[];
  readonly changes: readonly TechnologyChange[];
  /** The page of the look first. */
  readonly pages: readonly SeenPage[];
}

/**
 * Finds what is to be stored after a look, and what changed. Technologies that were not seen are gone if all of the
 * same page was looked at; a version that was told once stays known while the technology is there and tells none. What a page
 * shows that was not looked at before, or what other rules find, is no change of the site.
 */
export function mergeLook(
  look: TechnologyLook,
  known: readonly DetectionRow[],
  pages: readonly SeenPage[],
): Merged {
  const { domain, at } = look;
  const page: SeenPage = { url: look.askedUrl, rules: look.rules };
  const isAgain = pages.some(({ url, rules }) => url === page.url && rules === page.rules);
  const keyOf = ({ category, name }: { category: string; name: string }) => `${category}\n${name}`;
  const before = new Map(known.map((row) => [keyOf(row), row]));
  const seen = new Map(look.technologies.map((one) => [keyOf(one), one]));
  const changes: TechnologyChange[] = [];
  const tell = (
    change: TechnologyChange['change'],
    row: DetectionRow,
    old: string | null,
    now: string | null,
  ) => {
    const { name, category } = row;
    if (isAgain) changes.push({ domain, at, change, name, category, oldVersion: old, newVersion: now });
  };
  const rows: DetectionRow[] = [];
  for (const [key, one] of seen) {
    const old = before.get(key);
    const { name, category, subcategory, confidence, evidence, website, vulnerabilities = null } = one;
    const version = one.version ?? (old?.gone_at === null ? old.version : null);
    const row: DetectionRow = {
      ...{ domain, category, name, subcategory, version, confidence, evidence, website, vulnerabilities },
      asked_url: look.askedUrl,
      first_seen: old?.first_seen ?? at,
      last_seen: at,
      gone_at: null,
      versions: withVersion(old?.versions ?? [], one.version, at),
    };
    rows.push(row);
    if (old === undefined || old.gone_at !== null) tell('added', row, null, version);
    else if (one.version !== null && old.version !== null && one.version !== old.version) {
      // Another page may have the library in a version of its own.
      if (old.asked_url === look.askedUrl) tell('version', row, old.version, one.version);
    }
  }
  for (const [key, old] of before) {
    if (seen.has(key) || old.gone_at !== null || !look.isWhole || old.asked_url !== look.askedUrl) continue;
    rows.push({ ...old, gone_at: at });
    tell('removed', old, old.version, null);
  }
  const others = pages.filter(({ url }) => url !== page.url);
  return { rows, changes, pages: look.isWhole ? [page, ...others].slice(0, mostPages) : pages };
}

function withVersion(versions: readonly SeenVersion[], version: string | null, at: Date): SeenVersion[] {
  if (version === null) return [...versions];
  const time = at.toISOString();
  const last = versions.at(-1);
  return last?.version === version
    ? [...versions.slice(0, -1), { ...last, lastSeen: time }]
    : [...versions, { version, firstSeen: time, lastSeen: time }].slice(-mostVersions);
}
