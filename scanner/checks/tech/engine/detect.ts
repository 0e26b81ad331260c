import type { Detection, SiteEvidence } from '../../../ports/web-page.ts';
import { type ReadPage, readPage } from '../../../protocols/web/read-page.ts';
import { conclude } from './conclude.ts';
import { lowerCase } from './matcher.ts';
import type { RuleSet } from './rule-set.ts';
import type { Place, Seen, Sign } from './technology.ts';

/** Milliseconds that one page may take. */
const defaultBudget = 2_000;
/** Signs between two looks at the clock. */
const stride = 16;
/** Places of one text of a page around which it is looked at more closely, and how far, in characters. */
const mostPlaces = 8;
const around = 1_024;
/** Of a page without a place to begin at. */
const longestBlind = 32 * 1_024;
const longestHeader = 4_096;
const longestEvidence = 200;

interface Value {
  readonly text: string;
  readonly lower: string;
}

/**
 * Says what a site is made of. It takes its time and no more: what was found by then is told as partial. `known`: the page, if it
 * has been read already.
 */
export function detect(
  evidence: SiteEvidence,
  rules: RuleSet,
  budget = defaultBudget,
  known?: ReadPage,
): Detection {
  const deadline = performance.now() + budget;
  const page = known ?? readPage(evidence.html, deadline);
  const look = new Look(evidence, page, rules, deadline);
  const seen = look.all();
  return { technologies: conclude(seen, rules), rules: rules.id, partial: page.facts.partial || look.isLate };
}

class Look {
  readonly #evidence: SiteEvidence;
  readonly #page: ReadPage;
  readonly #rules: RuleSet;
  readonly #deadline: number;
  readonly #seen: Seen[] = [];
  readonly #values = new Map<Place, readonly Value[]>();
  #tried = 0;
  isLate = false;

  constructor(evidence: SiteEvidence, page: ReadPage, rules: RuleSet, deadline: number) {
    this.#evidence = evidence;
    this.#page = page;
    this.#rules = rules;
    this.#deadline = deadline;
  }

  all(): readonly Seen[] {
    const { headers, setCookies, dns, icons } = this.#evidence;
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || name === 'set-cookie') continue;
      this.#keyed('header', name, value.slice(0, longestHeader), `${name}: ${value}`);
    }
    for (const cookie of setCookies) {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      const name = (at < 0 ? pair : pair.slice(0, at)).trim();
      this.#keyed('cookie', name.toLowerCase(), at < 0 ? '' : pair.slice(at + 1), `cookie ${name}`);
    }
    for (const { name, content } of this.#page.facts.metas) {
      this.#keyed('meta', name, content, `meta ${name}: ${content}`);
    }
    for (const [type, texts] of Object.entries(dns)) {
      for (const text of texts) this.#keyed('dns', type, text, `${type} ${text}`);
    }
    for (const { mmh3, sha256, url } of icons) {
      this.#keyed('icon', String(mmh3), '', `icon ${url} ${mmh3}`);
      this.#keyed('icon', sha256, '', `icon ${url} ${sha256}`);
    }
    for (const sign of this.#rules.always) this.#try(sign, undefined);
    this.#ofPage();
    return this.#seen;
  }

  /** Signs of the page: those alone of which a piece stands in it. */
  #ofPage(): void {
    const lower = this.#searchedText();
    const places = new Map<number, number[]>();
    this.#rules.index.search(lower, (id, at) => {
      const known = places.get(id);
      if (known === undefined) places.set(id, [at]);
      else if (known.length < mostPlaces) known.push(at);
      return undefined;
    });
    for (const [id, found] of places) {
      if (this.#late()) return;
      this.#try(this.#rules.indexed[id]!, found);
    }
  }

  /** The page's text, and those tags as patterns know them that it quotes in its own way, or writes with entities. */
  #searchedText(): string {
    return lowerCase(`${this.#evidence.html}\n${this.#page.rewrittenTags.join('\n')}`);
  }

  #keyed(place: Place, key: string, value: string, told: string): void {
    const signs = this.#rules.keyed.get(place)!;
    const given = { text: value, lower: lowerCase(value) };
    for (const sign of signs.exact.get(key) ?? []) this.#check(sign, given, told);
    for (const { prefix, sign } of signs.prefixes) {
      if (key.startsWith(prefix)) this.#check(sign, given, told);
    }
  }

  #try(sign: Sign, places: readonly number[] | undefined): void {
    if (this.#late()) return;
    const values = sign.place === 'html' ? this.#closely(places) : this.#valuesOf(sign.place);
    for (const value of values) {
      if (this.#check(sign, value, told(sign.place, value.text))) return;
      if (this.#late()) return;
    }
  }

  #check(sign: Sign, { text, lower }: Value, evidence: string): boolean {
    const { technology, matcher, confidence } = sign;
    if (matcher?.literals !== undefined && !matcher.literals.some((literal) => lower.includes(literal)))
      return false;
    const match = matcher === undefined ? { version: null } : matcher.match(text, lower);
    if (match === undefined) return false;
    this.#seen.push({
      technology,
      version: match.version,
      confidence,
      evidence: evidence.slice(0, longestEvidence).toWellFormed(),
    });
    return true;
  }

  /** Pieces of the page around some places of it. */
  #closely(places: readonly number[] | undefined): Value[] {
    const { html } = this.#evidence;
    const pieces =
      places === undefined
        ? [html.slice(0, longestBlind)]
        : places.map((at) => html.slice(Math.max(0, at - around), at + around));
    return pieces.map((text) => ({ text, lower: lowerCase(text) }));
  }

  #valuesOf(place: Place): readonly Value[] {
    const known = this.#values.get(place);
    if (known !== undefined) return known;
    const values = this.#textsOf(place).map((text) => ({ text, lower: lowerCase(text) }));
    this.#values.set(place, values);
    return values;
  }

  #textsOf(place: Place): readonly string[] {
    const { inlineScripts, tags, comments } = this.#page;
    const { scripts, links, resources } = this.#page.facts;
    const { url, certificateIssuer } = this.#evidence;
    switch (place) {
      case 'script':
        return scripts.map((script) => script.url);
      case 'asset':
        return [
          ...scripts.map((script) => script.url),
          ...links.map(({ href }) => href),
          ...resources.map((resource) => resource.url),
        ];
      case 'inline':
        return inlineScripts;
      case 'tag':
      case 'element':
        return tags;
      case 'comment':
        return comments;
      case 'url':
        return url === null ? [] : [url];
      case 'issuer':
        return certificateIssuer === null ? [] : [certificateIssuer];
      default:
        return [];
    }
  }

  #late(): boolean {
    if (this.isLate) return true;
    if (++this.#tried % stride === 0 && performance.now() > this.#deadline) this.isLate = true;
    return this.isLate;
  }
}

const words: Partial<Record<Place, string>> = {
  script: 'script',
  asset: 'loads',
  inline: 'script in the page',
  tag: 'tag',
  element: 'tag',
  comment: 'comment',
  html: 'page',
  url: 'URL',
  issuer: 'certificate of',
};

function told(place: Place, text: string): string {
  const shown = place === 'inline' || place === 'html' ? '' : ` ${text}`;
  return `${words[place] ?? place}${shown}`;
}
