import { Parser } from 'htmlparser2';
import type { PageFacts, PageLink } from '../../ports/web-page.ts';
import { AccessibilityCount } from './accessibility-count.ts';

const mostTags = 20_000;
const longestTag = 4_096;
const longestUrl = 2_048;
const longestText = 2_000;
const longestScript = 64 * 1_024;
const mostScriptText = 512 * 1_024;
const most = {
  metas: 500,
  policies: 20,
  links: 1_000,
  scripts: 500,
  inline: 200,
  resources: 2_000,
  comments: 500,
};
/** Tags between two looks at the clock. */
const stride = 128;
/** Deeper than any page is on purpose: what closes tags walks through those that are open. */
const mostOpen = 2_000;

/** A read page is all that technologies are told by; what is needed of it elsewhere are its facts. */
export interface ReadPage {
  readonly facts: PageFacts;
  /** Text of scripts that stand in the page. */
  readonly inlineScripts: readonly string[];
  /** Start tags as `name attribute="value"`, names in lower case. */
  readonly tags: readonly string[];
  /** Those of them that the page writes in another way. */
  readonly rewrittenTags: readonly string[];
  readonly comments: readonly string[];
}

type Attributes = Readonly<Record<string, string>>;

/** Attributes by whose URL a page loads something, or sends a form. */
const loading: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  iframe: ['src'],
  frame: ['src'],
  embed: ['src'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  input: ['src', 'formaction'],
  button: ['formaction'],
  object: ['data'],
  form: ['action'],
};

/** Reads a page until its end, a bound, or `deadline` (of performance.now()), and says which. */
export function readPage(html: string, deadline = Number.POSITIVE_INFINITY): ReadPage {
  const gathering = new Gathering(html, deadline);
  gathering.read();
  return gathering.page();
}

class Gathering {
  readonly #html: string;
  readonly #deadline: number;
  #tagCount = 0;
  #open = 0;
  #scriptText = 0;
  #isOver = false;
  #hasDoctype = false;
  #title: string | null = null;
  #lang: string | null = null;
  #charset: string | null = null;
  #base: string | null = null;
  /** Pictures in the page have titles of their own. */
  #openPictures = 0;
  #capture: { readonly kind: 'title' | 'script'; text: string } | undefined;
  readonly #metas: { name: string; content: string }[] = [];
  readonly #links: PageLink[] = [];
  readonly #scripts: { url: string; hasIntegrity: boolean }[] = [];
  readonly #inline: string[] = [];
  readonly #resources: { tag: string; url: string }[] = [];
  readonly #tags: string[] = [];
  readonly #rewrittenTags: string[] = [];
  readonly #parser: Parser;
  readonly #comments: string[] = [];
  readonly #policies: string[] = [];
  readonly #accessibility = new AccessibilityCount();

  constructor(html: string, deadline: number) {
    this.#html = html;
    this.#deadline = deadline;
    this.#parser = this.#createParser();
  }

  #createParser(): Parser {
    return new Parser(
      {
        onopentag: (name, attributes) => this.#onTag(name, attributes),
        onclosetag: (name) => this.#onClose(name),
        ontext: (text) => this.#onText(text),
        oncomment: (text) => this.#keep(this.#comments, text.trim().slice(0, longestText), most.comments),
        onprocessinginstruction: (name) => {
          if (name.toLowerCase() === '!doctype') this.#hasDoctype = true;
        },
      },
      { decodeEntities: true },
    );
  }

  read(): void {
    const parser = this.#parser;
    // In pieces, so that whatever a page does to the reader ends at the next one.
    const piece = 8 * 1_024;
    for (let at = 0; at < this.#html.length && !this.#isOver; at += piece) {
      if (performance.now() > this.#deadline) this.#isOver = true;
      else parser.write(this.#html.slice(at, at + piece));
    }
    if (!this.#isOver) parser.end();
  }

  page(): ReadPage {
    return {
      facts: this.#facts(),
      inlineScripts: this.#inline,
      tags: this.#tags,
      rewrittenTags: this.#rewrittenTags,
      comments: this.#comments,
    };
  }

  #facts(): PageFacts {
    return {
      hasDoctype: this.#hasDoctype,
      title: this.#title,
      lang: this.#lang,
      charset: this.#charset,
      base: this.#base,
      policies: this.#policies,
      metas: this.#metas,
      links: this.#links,
      scripts: this.#scripts,
      resources: this.#resources,
      accessibility: this.#accessibility.facts(),
      partial: this.#isOver,
    };
  }

  #onTag(name: string, attributes: Attributes): void {
    if (this.#isOver) return;
    this.#tagCount++;
    this.#open++;
    const isLate = this.#tagCount % stride === 0 && performance.now() > this.#deadline;
    if (this.#tagCount > mostTags || this.#open > mostOpen || isLate) {
      this.#isOver = true;
      return;
    }
    const tag = writtenTag(name, attributes);
    this.#tags.push(tag);
    if (!this.#html.startsWith(tag, this.#parser.startIndex + 1)) this.#rewrittenTags.push(tag);
    if (name === 'html') this.#lang ??= attributes.lang ?? null;
    else if (name === 'meta') this.#onMeta(attributes);
    else if (name === 'link') this.#onLink(attributes);
    else if (name === 'script') this.#onScript(attributes);
    else if (name === 'base') this.#base ??= attributes.href?.trim().slice(0, longestUrl) ?? null;
    else if (name === 'svg') this.#openPictures++;
    else if (name === 'title' && this.#title === null && this.#openPictures === 0)
      this.#capture = { kind: 'title', text: '' };
    this.#accessibility.onOpen(name, attributes);
    const places = loading[name];
    if (places === undefined) return;
    for (const attribute of places) {
      const value = attributes[attribute];
      if (value !== undefined) this.#onResource(name, attribute, value);
    }
  }

  #onResource(name: string, attribute: string, value: string): void {
    if (this.#resources.length >= most.resources) return;
    const tag = attribute === 'formaction' ? 'form' : name;
    for (const url of attribute === 'srcset' ? candidatesOf(value) : [value])
      this.#keep(this.#resources, { tag, url: url.trim().slice(0, longestUrl) }, most.resources);
  }

  #onMeta(attributes: Attributes): void {
    const { charset, content = '' } = attributes;
    if (charset !== undefined) this.#charset ??= charset.trim().toLowerCase();
    const name = (attributes.name ?? attributes.property ?? attributes['http-equiv'] ?? '').toLowerCase();
    if (name === '') return;
    if (attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
      this.#keep(this.#policies, content.slice(0, longestTag), most.policies);
    if (name === 'content-type') {
      this.#charset ??= /charset=["']?([\w-]+)/i.exec(content)?.[1]?.toLowerCase() ?? null;
    }
    this.#keep(this.#metas, { name: name.slice(0, 200), content: content.slice(0, longestText) }, most.metas);
  }

  #onLink({ rel = '', href = '', integrity }: Attributes): void {
    const link = {
      rel: rel.toLowerCase().slice(0, 100),
      href: href.trim().slice(0, longestUrl),
      hasIntegrity: integrity !== undefined,
    };
    this.#keep(this.#links, link, most.links);
  }

  #onScript({ src, integrity }: Attributes): void {
    if (src === undefined) this.#capture = { kind: 'script', text: '' };
    else {
      const script = { url: src.trim().slice(0, longestUrl), hasIntegrity: integrity !== undefined };
      this.#keep(this.#scripts, script, most.scripts);
    }
  }

  #onClose(name: string): void {
    this.#open = Math.max(0, this.#open - 1);
    if (name === 'svg') this.#openPictures = Math.max(0, this.#openPictures - 1);
    this.#accessibility.onClose(name);
    const captured = this.#capture;
    if (captured?.kind !== name) return;
    this.#capture = undefined;
    if (captured.kind === 'title') this.#title = captured.text.trim().replaceAll(/\s+/g, ' ');
    else if (captured.text.trim() !== '') this.#keep(this.#inline, captured.text, most.inline);
  }

  #onText(text: string): void {
    const captured = this.#capture;
    if (captured === undefined) {
      this.#accessibility.onText(text);
      return;
    }
    const room = captured.kind === 'title' ? longestText : longestScript;
    const taken = text.slice(0, Math.max(0, room - captured.text.length));
    if (captured.kind === 'script') {
      if (this.#scriptText > mostScriptText) return;
      this.#scriptText += taken.length;
    }
    captured.text += taken;
  }

  #keep<Item>(list: Item[], item: Item, bound: number): void {
    if (list.length < bound) list.push(item);
  }
}

/** The addresses in a list of images, each of which a width or density may follow (HTML Living Standard, srcset attributes). */
function candidatesOf(list: string): string[] {
  return list
    .slice(0, longestTag)
    .split(/\s+/)
    .map((word) => word.replace(/^[\d.]+[wxh](?:,|$)/, '').replace(/,$/, ''))
    .filter((word) => word !== '');
}

function writtenTag(name: string, attributes: Attributes): string {
  let text = name;
  for (const key of Object.keys(attributes)) {
    text += ` ${key}="${attributes[key]!.slice(0, longestUrl)}"`;
    if (text.length > longestTag) return text.slice(0, longestTag);
  }
  return text;
}
