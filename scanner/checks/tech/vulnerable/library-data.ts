import type { DetectedTechnology, KnownVulnerability } from '../../../ports/web-page.ts';
import { operatorRules } from '../engine/operator-signs.ts';
import type { Sign } from '../engine/technology.ts';
import { compareVersions } from './compare-versions.ts';

const mostLibraries = 5_000;
const mostVulnerabilities = 1_000;
const mostTold = 50;
const longestText = 300;
/** What stands for the version in the patterns of the format. */
const versionMark = '§§version§§';
/** As little as fits, so that `.min` is none of it, if something has to follow. */
const versionBefore = '([0-9][0-9.a-z_-]*?)';
const versionAtEnd = '([0-9][0-9.a-z_-]*)';
const category = 'JavaScript';

type Entry = Readonly<Record<string, unknown>>;

interface Vulnerability extends KnownVulnerability {
  readonly atOrAbove: string | undefined;
  readonly below: string | undefined;
  readonly excludes: readonly string[];
}

/** The library data lists libraries with known faults, as retire.js lists them. */
export interface LibraryData {
  /** The signs of a library and its version in the addresses of scripts. */
  readonly signs: readonly Sign[];
  readonly libraries: number;
  readonly vulnerabilities: number;
  /**
   * Returns the technologies with the faults of their versions; technologies of libraries that are not listed stay as
   * they were.
   */
  annotate(technologies: readonly DetectedTechnology[]): DetectedTechnology[];
}

/**
 * Reads documents in the JSON of retire.js. `known`: names of technologies that have rules, which libraries take over where they are
 * the same but for their letters. Of the patterns those for addresses and names of scripts are taken; scripts are not fetched, so
 * that those for their contents and digests are of no use. What is malformed is passed over.
 */
export function libraryData(documents: readonly unknown[], known: Iterable<string> = []): LibraryData {
  const byKey = new Map<string, readonly Vulnerability[]>();
  const names = new Map([...known].map((name) => [keyOf(name), name]));
  const rules: Record<string, Entry> = {};
  let libraries = 0;
  let vulnerabilities = 0;
  for (const document of documents.filter(isEntry)) {
    for (const [id, entry] of Object.entries(document)) {
      if (!isEntry(entry) || !Array.isArray(entry.vulnerabilities) || libraries >= mostLibraries) continue;
      const own = entry.vulnerabilities.slice(0, mostVulnerabilities).flatMap(vulnerabilityOf);
      libraries++;
      vulnerabilities += own.length;
      const keys = [id, entry.npmname, ...listOf(entry.bowername)].filter(isText).map(keyOf);
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, own);
      const name = keys.map((key) => names.get(key)).find((one) => one !== undefined) ?? id.slice(0, 200);
      rules[name] = { cats: [1], scriptSrc: patternsOf(entry.extractors) };
    }
  }
  const categories = { categories: { 1: { name: category } } };
  const { signs } = operatorRules([categories, { technologies: rules }]);
  const annotate = (one: DetectedTechnology): DetectedTechnology => {
    const listed = byKey.get(keyOf(one.name));
    if (listed === undefined || one.version === null) return one;
    return { ...one, vulnerabilities: affecting(one.version, listed) };
  };
  return {
    signs,
    libraries,
    vulnerabilities,
    annotate: (technologies) => technologies.map(annotate),
  };
}

/** Letters and digits in lower case, without the ending that only some write: `Vue.js`, `vue`. */
function keyOf(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return letters.length > 4 && letters.endsWith('js') ? letters.slice(0, -2) : letters;
}

function affecting(version: string, listed: readonly Vulnerability[]): KnownVulnerability[] {
  return listed
    .filter(({ atOrAbove, below, excludes }) => {
      if (atOrAbove !== undefined && compareVersions(version, atOrAbove) < 0) return false;
      return below !== undefined && compareVersions(version, below) < 0 && !excludes.includes(version);
    })
    .slice(0, mostTold)
    .map(({ id, severity, summary }) => ({ id, severity, summary }));
}

function vulnerabilityOf(value: unknown): Vulnerability[] {
  if (!isEntry(value) || !isText(value.below)) return [];
  const identifiers = isEntry(value.identifiers) ? value.identifiers : {};
  const { CVE, githubID, issue, bug, summary } = identifiers;
  const id = [...listOf(CVE), githubID, issue, bug].find(isText) ?? 'unknown';
  return [
    {
      id: id.slice(0, longestText),
      severity: (isText(value.severity) ? value.severity : 'unknown').slice(0, 20),
      summary: (isText(summary) ? summary : '').slice(0, longestText).toWellFormed(),
      atOrAbove: isText(value.atOrAbove) ? value.atOrAbove : undefined,
      below: value.below,
      excludes: listOf(value.excludes).filter(isText),
    },
  ];
}

/** Patterns for addresses of scripts, and for the last part of them. */
function patternsOf(extractors: unknown): string[] {
  if (!isEntry(extractors)) return [];
  const told = (pattern: string) =>
    `${pattern.replace(versionMark, pattern.endsWith(versionMark) || pattern.endsWith(`${versionMark})`) ? versionAtEnd : versionBefore)}\\;version:\\${groupOf(pattern)}`;
  const uses = (pattern: unknown): pattern is string =>
    isText(pattern) && pattern.includes(versionMark) && !pattern.includes('\\;') && groupOf(pattern) <= 9;
  return [
    ...listOf(extractors.uri).filter(uses).map(told),
    ...listOf(extractors.filename)
      .filter(uses)
      .map((pattern) => told(`(?:^|/)(?:${pattern})(?:$|[?#])`)),
  ];
}

/** The number of the group that the version's is: behind those that open before it. */
function groupOf(pattern: string): number {
  const before = pattern.slice(0, pattern.indexOf(versionMark));
  return 1 + (before.match(/(?<!\\)\((?!\?)/g)?.length ?? 0);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
