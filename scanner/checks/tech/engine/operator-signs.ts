import { elementMatcher } from './element-pattern.ts';
import type { Matcher } from './matcher.ts';
import { checkExpression, operatorPattern } from './operator-pattern.ts';
import type { Implied, Place, Sign, Technology } from './technology.ts';

const mostTechnologies = 50_000;
const longestName = 200;
/** Problems that are told one by one. */
const mostProblems = 100;
/** Places of the format, and ours; `js` asks the variables of a running page, and has none. */
const keyed = { headers: 'header', cookies: 'cookie', meta: 'meta', dns: 'dns' } as const;
const listed = {
  scriptSrc: 'script',
  scripts: 'inline',
  html: 'html',
  url: 'url',
  certIssuer: 'issuer',
} as const;

/** Of these one tells of a technology; others are only implied. */
const signProperties = [
  ...Object.keys(keyed),
  ...Object.keys(listed),
  'dom',
  'js',
  'css',
  'text',
  'xhr',
  'robots',
  'probe',
];

type Entry = Readonly<Record<string, unknown>>;

export interface OperatorRules {
  readonly signs: readonly Sign[];
  readonly technologies: number;
  /** Technologies without a sign, which others may imply. */
  readonly implied: readonly Technology[];
  /** Technologies that only a browser, or files that are not fetched, could tell of. */
  readonly unseen: number;
  /** The rules that could not be taken, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads rules in the widespread JSON format, from one object or several: technologies by their names, and categories by
 * numbers. What is of no use or not to be run safely is left out and told of.
 */
export function operatorRules(documents: readonly unknown[]): OperatorRules {
  const reading = new Reading();
  const objects = documents.flatMap(partsOf);
  for (const one of objects) reading.categoriesOf(one);
  for (const one of objects) reading.technologiesOf(one);
  return reading;
}

/** A file may hold technologies, categories, or both below names of their own. */
function partsOf(document: unknown): Entry[] {
  if (!isEntry(document)) return [];
  const { technologies, apps, categories } = document;
  const named = [technologies, apps, categories].filter(isEntry);
  return named.length > 0 ? named : [document];
}

class Reading implements OperatorRules {
  readonly signs: Sign[] = [];
  readonly problems: string[] = [];
  readonly implied: Technology[] = [];
  readonly #categories = new Map<string, string>();
  technologies = 0;
  unseen = 0;

  categoriesOf(document: Entry): void {
    for (const [id, category] of Object.entries(document)) {
      if (/^\d+$/.test(id) && isEntry(category) && typeof category.name === 'string') {
        this.#categories.set(id, category.name.slice(0, longestName));
      }
    }
  }

  technologiesOf(document: Entry): void {
    for (const [name, entry] of Object.entries(document)) {
      if (/^\d+$/.test(name) || !isEntry(entry) || !Array.isArray(entry.cats)) continue;
      if (this.technologies >= mostTechnologies || name.length > longestName) continue;
      this.technologies++;
      const before = this.signs.length;
      const technology = this.#take(name, entry);
      if (this.signs.length > before) continue;
      this.implied.push(technology);
      if (signProperties.some((property) => property in entry)) this.unseen++;
    }
  }

  #take(name: string, entry: Entry): Technology {
    const technology: Technology = {
      name,
      category: this.#category(entry.cats),
      subcategory: null,
      website: typeof entry.website === 'string' ? entry.website.slice(0, 500) : '',
      implies: textsOf(entry.implies).map(impliedOf),
      excludes: textsOf(entry.excludes).map(nameOf),
      requires: textsOf(entry.requires).map(nameOf),
      requiresCategory: textsOf(entry.requiresCategory).flatMap((id) => this.#categories.get(id) ?? []),
    };
    for (const [property, place] of Object.entries(keyed)) {
      const values = entry[property];
      if (!isEntry(values)) continue;
      for (const [key, value] of Object.entries(values)) {
        const own = place === 'dns' ? key : key.toLowerCase();
        for (const text of textsOf(value)) this.#sign(technology, place, own, text);
      }
    }
    for (const [property, place] of Object.entries(listed)) {
      for (const text of textsOf(entry[property])) this.#sign(technology, place, undefined, text);
    }
    this.#elements(technology, entry.dom);
    return technology;
  }

  #sign(technology: Technology, place: Place, key: string | undefined, text: string): void {
    try {
      const { matcher, confidence } = operatorPattern(text);
      if (key === undefined && matcher === undefined) return;
      checkExpression(text);
      this.signs.push({ technology, place, key, matcher, confidence });
    } catch (error) {
      this.#problem(`${technology.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #elements(technology: Technology, dom: unknown): void {
    const wanted = isEntry(dom)
      ? Object.entries(dom)
      : textsOf(dom).map((selector) => [selector, {}] as const);
    for (const [selector, what] of wanted) {
      const attributes = isEntry(what) && isEntry(what.attributes) ? what.attributes : {};
      const isElsewhere = isEntry(what) && ('properties' in what || ('text' in what && what.text !== ''));
      let matchers: readonly Matcher[] = [];
      try {
        if (!isElsewhere) matchers = elementMatcher(selector, attributes);
      } catch (error) {
        this.#problem(`${technology.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      for (const matcher of matchers) {
        this.signs.push({ technology, place: 'tag', key: undefined, matcher, confidence: 100 });
      }
    }
  }

  #category(ids: unknown): string {
    const [first] = textsOf(ids);
    return this.#categories.get(first ?? '') ?? 'Miscellaneous';
  }

  #problem(text: string): void {
    if (this.problems.length < mostProblems) this.problems.push(text.slice(0, 300));
  }
}

function impliedOf(text: string): Implied {
  const confidence = Number(/\\;confidence:(\d+)/.exec(text)?.[1] ?? 100);
  return { name: nameOf(text), confidence: Math.min(100, confidence) };
}

function nameOf(text: string): string {
  return text.split('\\;')[0]!.slice(0, longestName);
}

function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => (typeof one === 'string' ? one : typeof one === 'number' ? String(one) : []));
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
