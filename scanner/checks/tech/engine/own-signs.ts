import type { RuledTechnology, RuleFile, RulePatterns } from './rule-file.ts';
import { simplePattern } from './simple-pattern.ts';
import type { Place, Sign, Technology } from './technology.ts';

/** How sure a sign is, unless its rule says otherwise. */
const usual: Readonly<Record<string, number>> = {
  header: 95,
  cookie: 85,
  meta: 98,
  dns: 90,
  url: 95,
  icon: 90,
  script: 95,
  asset: 85,
  inline: 85,
  tag: 90,
  comment: 90,
};
const keyedPlaces = ['header', 'cookie', 'meta', 'dns'] as const;
const pagePlaces = ['url', 'script', 'asset', 'inline', 'tag', 'comment'] as const;

/** Lists the signs in a file of our own rules. */
export function signsOfFile({ category, technologies }: RuleFile): Sign[] {
  return technologies.flatMap((rule) => signsOf(rule, category));
}

/**
 * The forms in which registries, and those who keep libraries themselves, write a library's address. A folder alone may be of
 * anything that is called so: its file has to be the library's too.
 */
function addressesOf(library: string, files: readonly string[]): string[] {
  return [
    `{unscoped}/${library}@{version}/`,
    `{unscoped}/${library}@{version}$`,
    `/libs/${library}/{version}/`,
    ...files.map((file) => `/${library}/{version}/*${file}.`),
  ];
}

function filesOf(file: string): string[] {
  return ['.min.js', '.js', '.min.css', '.css'].map((ending) => `/${file}-{version}${ending}`);
}

function signsOf(rule: RuledTechnology, category: string): Sign[] {
  const technology: Technology = {
    name: rule.name,
    category,
    subcategory: rule.subcategory ?? null,
    website: rule.website,
    implies: (rule.implies ?? []).map((name) => ({ name, confidence: 90 })),
    excludes: rule.excludes ?? [],
    requires: rule.requires ?? [],
    requiresCategory: [],
  };
  const toSigns = (place: Place, key: string | undefined, given: RulePatterns): Sign[] => {
    const list = Array.isArray(given) ? given : [given];
    return list.map((one) => {
      const text = typeof one === 'string' ? one : one.pattern;
      return {
        technology,
        place,
        key,
        matcher: text === '' ? undefined : simplePattern(text),
        confidence: typeof one === 'string' ? usual[place]! : one.confidence,
      };
    });
  };
  return [
    ...keyedPlaces.flatMap((place) =>
      Object.entries(rule[place] ?? {}).flatMap(([key, given]) =>
        toSigns(place, place === 'dns' ? key : key.toLowerCase(), given),
      ),
    ),
    ...pagePlaces.flatMap((place) =>
      rule[place] === undefined ? [] : toSigns(place, undefined, rule[place]),
    ),
    ...[
      ...(rule.library ?? []).flatMap((library) => addressesOf(library, rule.file ?? [])),
      ...(rule.file ?? []).flatMap(filesOf),
    ].flatMap((pattern) => toSigns('asset', undefined, { pattern, confidence: usual.script! })),
    ...(rule.icon ?? []).map((hash) => ({
      technology,
      place: 'icon' as const,
      key: String(hash),
      matcher: undefined,
      confidence: usual.icon!,
    })),
  ];
}
